// Runs the tests of one source file again and again, in a process that the runner can kill: a mutant may never end.
import { basename, resolve } from "node:path";
import { createVitest } from "vitest/node";

const [file, ...tests] = process.argv.slice(2);
const vitest = await createVitest("test", {
  config: "vitest.config.ts",
  watch: false,
  bail: 1,
  maxWorkers: 1,
  // Modules are evaluated once for all test files, which saves most of the time.
  isolate: false,
  // No mutant comes again.
  experimental: { fsModuleCache: false },
  reporters: [{}],
  related: [resolve(file)],
});
const specifications = await vitest.getRelevantTestSpecifications(tests);

/** The tests that are named for the file come first: most mutants end there. */
const isOwn = ({ moduleId }) => basename(moduleId, ".test.ts") === basename(file, ".ts");
const groups = [specifications.filter(isOwn), specifications.filter((one) => !isOwn(one))];

/** Vitest also returns the last results of files that it ran before: those of an earlier mutant. */
const isOf = (group, module) => group.some(({ moduleId }) => moduleId === module.moduleId);

/** @returns whether a test failed */
async function runTests() {
  vitest.invalidateFile(resolve(file));
  for (const group of groups.filter(({ length }) => length > 0)) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(group, false);
    if (unhandledErrors.length > 0 || testModules.some((module) => isOf(group, module) && !module.ok())) return true;
  }
  return false;
}

process.on("disconnect", () => process.exit());
process.on("message", async () => process.send({ failed: await runTests() }));
process.send({ tests: specifications.length });
