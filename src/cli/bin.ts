/**
 * Entry point of the command `colonnade`. Checks the version of Node before anything loads that an older one cannot
 * run.
 *
 * It has no static imports and uses no syntax newer than ES modules, so that every Node that can start it can parse it.
 */

/** The build replaces it with the minimum of `engines` in package.json: "20.19". */
declare const COLONNADE_NODE: string;

/** A version as one comparable number: "20.19.0" is 20019. */
function ordinal(version: string): number {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major * 1000 + minor;
}

if (ordinal(process.versions.node) >= ordinal(COLONNADE_NODE)) void import("./main.ts").then(({ main }) => main());
else {
  process.stderr.write(
    `colonnade needs Node ${COLONNADE_NODE} or later, but this is Node ${process.versions.node}; install a newer version\n`,
  );
  // The exit code of wrong usage: 1 would mean that the bindings are out of date.
  process.exitCode = 2;
}

export {};
