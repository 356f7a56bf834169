/** Finds out which program has a file or a socket open, on Linux. Sees processes of the same user only, unless run as root. */
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { attempt } from "./errors.ts";

/**
 * `node (process 1234)`, or undefined if it cannot be found out.
 *
 * @param links as the system names what is open: the path of a file, `socket:[1234]`
 */
export function findProcess(links: ReadonlySet<string>): string | undefined {
  if (links.size === 0) return undefined;
  // Processes end while they are listed, and those of other users are closed to us.
  for (const pid of attempt(() => readdirSync("/proc")) ?? []) {
    if (!/^\d+$/.test(pid)) continue;
    const folder = `/proc/${pid}/fd`;
    const isHolder = (attempt(() => readdirSync(folder)) ?? []).some((fd) =>
      links.has(attempt(() => readlinkSync(`${folder}/${fd}`)) ?? ""),
    );
    if (!isHolder) continue;
    // Not the command line, which may hold a password.
    const name = attempt(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim());
    return name === undefined ? `process ${pid}` : `${name} (process ${pid})`;
  }
  return undefined;
}
