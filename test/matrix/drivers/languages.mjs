/** How the drivers of each language are installed, in a folder that is kept, and how a program of the language is run. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";

const isWindows = process.platform === "win32";
const root = join(import.meta.dirname, "../../..");

/** `locks` choose the versions; `run` returns the program and its arguments. */
export const languages = {
  Node: {
    checks: "node/checks.mjs",
    example: "node.mjs",
    locks: [],
    prepare: (folder) => {
      rmSync(join(folder, "node_modules"), { force: true });
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    },
    run: (_, file) => [process.execPath, file],
  },
  Python: {
    checks: "python/checks.py",
    example: "python.py",
    locks: ["python/requirements.txt"],
    prepare: (folder) => {
      execute(isWindows ? "python" : "python3", ["-m", "venv", "--clear", join(folder, "env")], folder);
      execute(pythonProgram(folder, "pip"), ["install", "--quiet", "--requirement", "requirements.txt"], folder);
    },
    run: (folder, file) => [pythonProgram(folder, "python"), file],
  },
  Go: {
    checks: "go/checks.go",
    example: "main.go",
    locks: ["go/go.mod", "go/go.sum"],
    prepare: (folder) => execute("go", ["mod", "download"], folder),
    run: (_, file) => ["go", "run", file],
  },
  Java: {
    checks: "java/Checks.java",
    example: "App.java",
    locks: ["java/pom.xml"],
    prepare: (folder) =>
      execute("mvn", ["-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib"], folder, isWindows),
    run: (folder, file) => ["java", "-cp", [join(folder, "lib/*"), folder].join(delimiter), file],
  },
};

/** @returns a program of Python's environment: `python`, `pip` or `cqlsh` */
export const pythonProgram = (folder, name) => join(folder, "env", isWindows ? "Scripts" : "bin", name);

/** Installs only when the locks are others than those installed; what has none is of this checkout. @returns the folder */
export function installLanguage(name) {
  const { locks, prepare } = languages[name];
  const sum = createHash("sha256");
  for (const lock of locks) sum.update(readFileSync(join(import.meta.dirname, lock)));
  const folder = join(tmpdir(), `colonnade-drivers-${name}-${sum.digest("hex").slice(0, 12)}`);
  if (locks.length > 0 && existsSync(join(folder, "installed"))) return folder;
  process.stderr.write(`installing the driver of ${name} …\n`);
  mkdirSync(folder, { recursive: true });
  for (const lock of locks) copyFileSync(join(import.meta.dirname, lock), join(folder, basename(lock)));
  prepare(folder);
  writeFileSync(join(folder, "installed"), "");
  return folder;
}

function execute(program, args, cwd, shell = false) {
  execFileSync(program, args, { cwd, shell, stdio: ["ignore", 2, 2] });
}
