/**
 * Tries the service with GraphQL clients and generators of other people, and prints a table of how it went.
 *
 * Installs them when the lock file here is another than the one installed. Ends with 1 when anything fails.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "../install.mjs";
import { renderProblems, renderTable, runChecks } from "../results.mjs";

install(import.meta.dirname, "GraphQL clients");
execFileSync(process.execPath, [join(import.meta.dirname, "../../../.ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });
// Imported only now: what they need may not have been there before.
const { generators, tryGenerator } = await import("./generators.mjs");
const { libraries, tryLibrary } = await import("./libraries.mjs");
const { startService } = await import("./service.mjs");

const work = mkdtempSync(join(tmpdir(), "colonnade-clients-"));
const service = await startService();
try {
  const results = await runChecks([
    ...Object.entries(libraries).map(([where, create], number) => ({
      where,
      what: "write, read and error",
      ask: () => tryLibrary(service, create, number),
    })),
    ...Object.entries(generators).map(([where, generate]) => ({
      where,
      what: "generate, compile and run",
      ask: () => tryGenerator(service, where, generate, work),
    })),
  ]);
  process.stdout.write(renderTable(results));
  const failed = results.filter(({ problems }) => problems?.length > 0);
  process.stderr.write(renderProblems(failed));
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await service.close();
  rmSync(work, { recursive: true, force: true });
}
