/**
 * Runs the example of docs/testing.md for jest as it stands, and prints how it went. The suite runs those for the other
 * runners.
 *
 * Installs jest when the lock file here is another than the one installed. Ends with 1 when anything fails.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { install } from "../install.mjs";
import { renderProblems, renderTable, runChecks } from "../results.mjs";

const here = import.meta.dirname;
const root = resolve(here, "../../..");
install(here, "jest");
execFileSync(process.execPath, [join(root, ".ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });

/** What ts-jest gives to jest, by how the modules of the app are loaded. */
const ways = {
  "jest, CommonJS": { module: "commonjs", moduleResolution: "node10", esModuleInterop: true },
  "jest, CommonJS by nodenext": { module: "nodenext", isolatedModules: true },
};

const work = mkdtempSync(join(tmpdir(), "colonnade-runners-"));
try {
  const results = await runChecks(
    Object.entries(ways).map(([where, options], number) => ({
      where,
      what: "the example of docs/testing.md",
      ask: async () => tryJest(join(work, String(number)), options),
    })),
  );
  process.stdout.write(renderTable(results));
  const failed = results.filter(({ problems }) => problems.length > 0);
  process.stderr.write(renderProblems(failed));
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @returns the problems */
function tryJest(app, options) {
  mkdirSync(join(app, "node_modules/@colonnade"), { recursive: true });
  symlinkSync(root, join(app, "node_modules/colonnade"));
  symlinkSync(join(root, "src/runtime"), join(app, "node_modules/@colonnade/runtime"));
  cpSync(join(root, "examples/shop/definitions"), join(app, "definitions"), { recursive: true });
  cpSync(join(root, "examples/shop/generated"), join(app, "db"), { recursive: true });
  const page = readFileSync(join(root, "docs/testing.md"), "utf8");
  const [, example] = /<!-- jest -->\n```ts\n([^]*?)```/.exec(page);
  writeFileSync(join(app, "products.test.ts"), example);
  const compilerOptions = { target: "es2022", strict: true, skipLibCheck: true, types: ["jest"], ...options };
  compilerOptions.typeRoots = [join(here, "node_modules/@types")];
  writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const mapper = /`moduleNameMapper: (\{.*\})`/.exec(page)[1];
  const config = {
    testEnvironment: "node",
    transform: { "^.+\\.ts$": join(here, "node_modules/ts-jest") },
    moduleNameMapper: JSON.parse(mapper),
  };
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", jest: config }));
  try {
    execFileSync(process.execPath, [join(here, "node_modules/jest/bin/jest.js"), "--ci"], { cwd: app, stdio: "pipe" });
    return [];
  } catch (error) {
    return [`${error.stdout}${error.stderr}`];
  }
}
