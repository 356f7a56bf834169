/** A folder like a team's: frameworks, our packages from their tarballs, and the apps that are built with them. */
import { execFileSync } from "node:child_process";
import { cpSync, linkSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const installed = join(import.meta.dirname, "apps");

/** @returns the folder of each app, by its name */
export function installApps(work) {
  const folder = join(work, "apps");
  // Next.js takes the folder of a lock file for the root of the project.
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(installed, name), join(folder, name));
  cpSync(join(installed, "node_modules"), join(folder, "node_modules"), { recursive: true, filter: isCopied });
  unpack(folder, "colonnade", ".");
  unpack(folder, "@colonnade/runtime", "src/runtime");
  cpSync(join(root, "examples/vite-react"), join(folder, "vite-react"), { recursive: true });
  return { viteReact: join(folder, "vite-react") };
}

/** The frameworks have 400 MB: files are linked where the temporary folder is on the same disk, and copied elsewhere. */
function isCopied(from, to) {
  if (!lstatSync(from).isFile()) return true;
  try {
    linkSync(from, to);
    return false;
  } catch {
    return true;
  }
}

function unpack(folder, name, source) {
  const words = ["pack", "--silent", "--pack-destination", folder];
  const options = { cwd: join(root, source), encoding: "utf8", stdio: ["ignore", "pipe", 2] };
  const tarball = execFileSync("npm", words, { ...options, shell: process.platform === "win32" }).trim();
  const target = join(folder, "node_modules", name);
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", target], { cwd: folder });
}
