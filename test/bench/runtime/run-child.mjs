import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs Node with these arguments to its end. @returns what it printed, which is JSON */
export async function runChild(argv) {
  const { stdout } = await run(process.execPath, argv, { env: { ...process.env, NODE_OPTIONS: "" } });
  return JSON.parse(stdout);
}
