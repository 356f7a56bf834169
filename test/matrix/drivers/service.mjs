/** The built command with `--cql` on a free port, in memory, in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const command = join(import.meta.dirname, "../../../dist/colonnade.cjs");

export const user = { COLONNADE_USERNAME: "ann", COLONNADE_PASSWORD: "correct horse" };

/** @returns the port of drivers, and what ends the process */
export async function startService(folder) {
  const service = spawn(process.execPath, [command, "serve", "--memory", "--port", "0", "--cql", "127.0.0.1:0"], {
    cwd: folder,
    env: { ...process.env, ...user },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const close = async () => {
    if (service.exitCode !== null) return;
    service.kill();
    await once(service, "exit");
  };
  service.stdout.resume();
  const lines = [];
  // Not a loop over the lines: leaving it would close the stream, and the next message would end the service.
  const port = await new Promise((resolve, reject) => {
    createInterface(service.stderr).on("line", (line) => {
      lines.push(line);
      const found = /^serving drivers at .*:(\d+)$/.exec(line)?.[1];
      if (found) resolve(Number(found));
    });
    service.once("exit", () => reject(new Error(`the service ended: ${lines.join("; ")}`)));
  });
  return { port, close };
}
