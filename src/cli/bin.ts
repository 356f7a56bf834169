/**
 * Entry point of the command `colonnade`. Checks the version of Node before anything loads that an older one cannot
 * run.
 *
 * It has no static imports and uses no new syntax, so that every Node that can start it can parse it.
 */

/** The build replaces it with the minimum of `engines` in package.json: "20.19". */
declare const COLONNADE_NODE: string;

/** The build replaces it with the name of the part that `main.ts` is in. */
declare const COLONNADE_MAIN: string;

/** A version as one comparable number: "20.19.0" is 20019. */
function ordinal(version: string): number {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major * 1000 + minor;
}

/** The defaults of V8 pay off in a process that runs for minutes: of a command, its compiler would take a quarter of the CPU. */
function tuneForShortRun(setFlags: (flags: string) => void): void {
  // Functions are optimized with few of those that they call.
  setFlags("--max-inlined-bytecode-size-cumulative=150");
  // A function has to run four times as long before it is optimized. Only in the V8 of Node 20, since another one may not have
  // the flag, which is an error, and no gain was measured there.
  if (process.versions.v8.startsWith("11.3.")) setFlags("--interrupt-budget=270000");
}

async function start(): Promise<void> {
  const [{ CompiledCode, compiledFolder }, { loadPart }, { setFlagsFromString }] = await Promise.all([
    import("./compiled-code.ts"),
    import("./load-part.ts"),
    import("node:v8"),
  ]);
  // Long-running commands keep Node's defaults. Before any code is compiled, since code is only kept for the same flags.
  const stays = ["serve", "--watch"].some((word) => process.argv.includes(word));
  if (!stays) tuneForShortRun(setFlagsFromString);
  const code = new CompiledCode(compiledFolder(process.env));
  process.once("exit", () => code.write());
  const { main } = loadPart(`${import.meta.dirname}/parts/${COLONNADE_MAIN}`, code) as typeof import("./main.ts");
  await main();
}

if (ordinal(process.versions.node) >= ordinal(COLONNADE_NODE)) void start();
else {
  process.stderr.write(
    `colonnade needs Node ${COLONNADE_NODE} or later, but this is Node ${process.versions.node}; install a newer version\n`,
  );
  // The exit code of wrong usage: 1 would mean that the bindings are out of date.
  process.exitCode = 2;
}

export {};
