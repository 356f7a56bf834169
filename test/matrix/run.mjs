/**
 * Tries generated code on the compilers, Nodes, bundlers, runtimes and browsers that people have, and prints a table of how it went.
 *
 * Installs those when a lock file is another than the one installed, renders the corpus from the sources, and puts
 * it beside the packages as they ship. Ends with 1 when anything fails. `COLONNADE_LONG=1` tries more; a word,
 * such as `Vite`, tries only what is in places with this word in their names.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "./install.mjs";

const long = process.env.COLONNADE_LONG === "1";
const words = process.argv.slice(2);

install(import.meta.dirname, "compilers, Nodes, bundlers and runtimes");
install(join(import.meta.dirname, "apps"), "what apps install");
execFileSync(process.execPath, [join(import.meta.dirname, "../../.ci/prepare.mjs")], { stdio: ["ignore", 2, 2] });
// Imported only now: what they need may not have been there before.
const { planBundlers, planCompiler, planInstantiations, planNodes } = await import("./checks.mjs");
const { compilers } = await import("./compilers.mjs");
const { chooseChecks, renderProblems, renderTable, runChecks } = await import("./results.mjs");
const { planChromium } = await import("./chromium.mjs");
const { planNext } = await import("./next.mjs");
const { planPlugins } = await import("./plugins.mjs");
const { planRuntimes } = await import("./runtimes.mjs");
const { planViteReact } = await import("./vite-react.mjs");
const { planWorkerd } = await import("./workerd.mjs");
const { importCorpus, installPackages, renderAll } = await import("./workspace.mjs");

const work = mkdtempSync(join(tmpdir(), "colonnade-matrix-"));
try {
  installPackages(work);
  const corpus = await importCorpus(work);
  await renderAll(work, corpus, long ? 200 : 40);
  const asked = compilers.filter((compiler) => long || !compiler.long);
  const checks = [
    ...asked.flatMap((compiler) => planCompiler(work, compiler)),
    ...(await planInstantiations(work, corpus, asked)),
    ...planNodes(work),
    ...planWorkerd(work),
    ...planRuntimes(work),
    ...planChromium(work),
    ...planPlugins(work),
    ...(await planBundlers(work, corpus)),
    ...planViteReact(work, asked),
    ...planNext(work),
  ];
  const results = await runChecks(chooseChecks(checks, words));
  process.stdout.write(renderTable(results));
  const failed = results.filter(({ problems }) => problems?.length > 0);
  process.stderr.write(renderProblems(failed));
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}
