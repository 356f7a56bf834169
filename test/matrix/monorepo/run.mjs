/**
 * Tries the configs of docs/monorepos-and-linters.md: installs this workspace with pnpm in a temporary folder, with our packages
 * as npm packs them, and runs each tool. Ends with 1 when anything fails.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const here = import.meta.dirname;
const root = resolve(here, "../../..");
execFileSync(process.execPath, [join(root, ".ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });

const db = "packages/db/src";
const steps = [
  ["npx", "--yes", "pnpm@12.21.0", "install", "--no-frozen-lockfile"],
  ["node_modules/.bin/turbo", "run", "generate"],
  ["node_modules/.bin/turbo", "run", "check"],
  ["apps/api/node_modules/.bin/tsc", "-p", "apps/api"],
  ["node_modules/.bin/eslint", ".", "--max-warnings", "0"],
  ["node_modules/.bin/prettier", "--check", "--ignore-path", "none", db],
  ["node_modules/.bin/biome", "lint", "."],
  // Without the entries that leave generated code out: a formatter may change it, and it is still up to date.
  ["node", "-e", 'fs.writeFileSync("biome.json", "{}")'],
  ["node_modules/.bin/biome", "format", "--write", db],
  ["node_modules/.bin/turbo", "run", "check"],
];

const work = mkdtempSync(join(tmpdir(), "colonnade-monorepo-"));
try {
  cpSync(here, work, { recursive: true });
  rmSync(join(work, "run.mjs"));
  cpSync(join(root, "templates/definitions"), join(work, "packages/db/definitions"), { recursive: true });
  writeFileSync(join(work, ".gitignore"), "node_modules\n.turbo\n");
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", work, root, join(root, "src/runtime")]);
  const [colonnade, runtime] = packed.toString().trim().split("\n");
  const overrides = { colonnade: `file:${join(work, colonnade)}`, "@colonnade/runtime": `file:${join(work, runtime)}` };
  appendFileSync(join(work, "pnpm-workspace.yaml"), `overrides: ${JSON.stringify(overrides)}\n`);
  execFileSync("git", ["init", "--quiet"], { cwd: work });
  for (const [program, ...words] of steps) {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: work, encoding: "utf8", env: environment() });
    const shown = `${status === 0 ? "ok  " : "FAIL"} ${[program, ...words].join(" ").replace("node_modules/.bin/", "")}`;
    process.stdout.write(`${shown}\n${status === 0 ? "" : stdout + stderr}`);
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Turbo starts pnpm by its name. */
function environment() {
  const bin = join(work, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "pnpm"), '#!/bin/sh\nexec npx --yes pnpm@12.21.0 "$@"\n', { mode: 0o755 });
  return { ...process.env, PATH: `${bin}:${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: "1" };
}
