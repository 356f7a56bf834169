// Runs a command, and ends it when whoever asked for it has ended, however that came: then stdin closes. Takes the command's
// folder away afterwards. A signal's name on stdin goes to the command, whose folder then stays.
// `node guard.mjs FOLDER COMMAND ARGUMENT…`
import { spawn } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";

const [folder, command, ...rest] = process.argv.slice(2);
const log = openSync(join(folder, "system.log"), "a");
const child = spawn(command, rest, { cwd: folder, stdio: ["ignore", log, log] });
closeSync(log);

let wanted = true;
const stop = () => {
  wanted = false;
  child.kill("SIGKILL");
};
process.stdin
  .on("end", stop)
  .on("error", stop)
  .on("data", (signal) => child.kill(String(signal)));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

const end = () => {
  // What it said before it ended by itself is still to be read.
  if (!wanted) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(wanted ? 1 : 0);
};
child.on("exit", end).on("error", end);
