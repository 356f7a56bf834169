/** Finds out which program has a port, on Linux. Sees processes of the same user only, unless it runs as root. */
import { readFileSync, readdirSync, readlinkSync } from "node:fs";

/** `node (process 1234)`, or undefined if it cannot be found out. */
export function findPortHolder(port: number): string | undefined {
  const links = new Set(findInodes(port).map((inode) => `socket:[${inode}]`));
  if (links.size === 0) return undefined;
  for (const pid of attempt(() => readdirSync("/proc")) ?? []) {
    if (!/^\d+$/.test(pid)) continue;
    const folder = `/proc/${pid}/fd`;
    const hasPort = (attempt(() => readdirSync(folder)) ?? []).some((fd) =>
      links.has(attempt(() => readlinkSync(`${folder}/${fd}`)) ?? ""),
    );
    if (!hasPort) continue;
    // Not the command line, which may hold a password.
    const name = attempt(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim());
    return name === undefined ? `process ${pid}` : `${name} (process ${pid})`;
  }
  return undefined;
}

/** The kernel's numbers of the sockets that listen on a port, at any address. */
function findInodes(port: number): string[] {
  const listening = "0A";
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => {
    const lines = attempt(() => readFileSync(file, "utf8"))?.split("\n") ?? [];
    return lines.flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [, local, , state] = fields;
      const inode = fields[9];
      return local?.endsWith(`:${wanted}`) && state === listening && inode !== undefined ? [inode] : [];
    });
  });
}

/** Processes end while they are listed, and those of other users are closed to us. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
