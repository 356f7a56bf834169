/**
 * The file that npm links as `colonnade`. Checks the version of Node before anything loads that an older one cannot.
 *
 * It imports nothing statically and uses no syntax newer than ES modules, so that every Node that can start it can read it.
 */

/** The build replaces it with the minimum of `engines` in package.json: "20.19". */
declare const COLONNADE_NODE: string;

/** A version as one number, to compare: "20.19.0" gives 20019. */
function ordinal(version: string): number {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major * 1000 + minor;
}

if (ordinal(process.versions.node) >= ordinal(COLONNADE_NODE)) void import("./main.ts").then(({ main }) => main());
else {
  process.stderr.write(
    `colonnade needs Node ${COLONNADE_NODE} or later, and this is Node ${process.versions.node}; install a newer Node\n`,
  );
  // The code for wrong usage: 1 would tell a build step that the bindings are out of date.
  process.exitCode = 2;
}

export {};
