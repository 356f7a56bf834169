import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Starts the server of `server.mjs` on a free port.
 *
 * @returns its address, how many documents and fields came since that was asked last, and how to end it
 */
export async function startServer(kind = "stub", delayMs = 0) {
  const argv = [join(import.meta.dirname, "server.mjs"), kind, String(delayMs)];
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface(child.stdout).once("line", resolve);
  });
  return {
    url,
    takeCount: async () => (await fetch(`${url}/count`)).json(),
    close: () => child.kill(),
  };
}
