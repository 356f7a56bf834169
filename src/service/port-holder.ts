/** Finds out which program has a port, on Linux. */
import { readFileSync } from "node:fs";
import { findProcess } from "../store/index.ts";

/** `node (process 1234)`, or undefined if it cannot be found out. */
export function findPortHolder(port: number): string | undefined {
  return findProcess(new Set(findInodes(port).map((inode) => `socket:[${inode}]`)));
}

/** The kernel's numbers of the sockets that listen on a port, at any address. */
function findInodes(port: number): string[] {
  const listening = "0A";
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
    linesOf(file).flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [, local, , state] = fields;
      const inode = fields[9];
      return local?.endsWith(`:${wanted}`) && state === listening && inode !== undefined ? [inode] : [];
    }),
  );
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
