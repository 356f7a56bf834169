/** Installs what a folder of the matrix lists, when its lock file is another than the one installed. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param what for the message: `compilers, Nodes, bundlers and runtimes` */
export function install(folder, what) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules/.colonnade");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  process.stderr.write(`installing ${what} …\n`);
  // Not `npm ci`: it wants optional packages of every platform in the lock file, and not all of them are published.
  execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, lock);
}
