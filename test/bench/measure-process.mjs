import { spawnSync } from "node:child_process";
import { join } from "node:path";

const recorder = join(import.meta.dirname, "record-usage.cjs");

/**
 * Runs Node with these arguments to its end, and tells what that took.
 *
 * `wallMs` is the caller's: from before the start of the process until after its end. `cpuMs` (user and system) and
 * `peakBytes` are the process's own, at its exit.
 *
 * @throws {Error} when the process does not exit with 0: a failure is fast, and is not what anybody wants to time
 */
export function measureProcess(argv, cwd) {
  const begun = process.hrtime.bigint();
  const { status, signal, error, output } = spawnSync(process.execPath, ["--require", recorder, ...argv], {
    cwd,
    // The fourth is for the recorder.
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    encoding: "utf8",
    // Some show their progress so often that megabytes of it come together.
    maxBuffer: Infinity,
    // Reading certificates would take an empty process longer than all else, and make every ratio smaller.
    env: { ...process.env, NODE_OPTIONS: "", NODE_EXTRA_CA_CERTS: undefined },
  });
  const wallMs = Math.round(Number(process.hrtime.bigint() - begun) / 1e5) / 10;
  if (error) throw error;
  if (status !== 0) throw new Error(`node ${argv.join(" ")} ended with ${status ?? signal}: ${output[2]}`);
  return { wallMs, ...JSON.parse(output[3]) };
}
