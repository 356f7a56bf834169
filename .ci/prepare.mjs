// Makes a checkout ready, and does only what is missing: installs when the lock file is another than the one installed,
// builds when a source is another than the one built. Runs before `npm start` and `npm test`, on nothing but Node and npm.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");

function hash(paths) {
  const sum = createHash("sha256");
  for (const path of paths) sum.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  return sum.digest("hex");
}

function sources() {
  const inSrc = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](?:dist|node_modules)[\\/]/.test(path));
  const others = ["package.json", "package-lock.json", "tsconfig.json", ".ci/build.mjs"].map((path) =>
    join(root, path),
  );
  return [...inSrc, ...others].sort();
}

/** Does the work unless its stamp says that it was done for the same files; the stamp goes with what it speaks of. */
function once(what, stamp, paths, work) {
  const wanted = hash(paths);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write(`${what} …\n`);
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function run(command, ...args) {
  try {
    // npm is a script on Windows, which only a shell can start.
    execFileSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}

once("installing", join(root, "node_modules/.colonnade"), [join(root, "package-lock.json")], () =>
  run("npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error"),
);
once("building", join(root, "dist/.stamp"), sources(), () => run(process.execPath, join(root, ".ci/build.mjs")));
