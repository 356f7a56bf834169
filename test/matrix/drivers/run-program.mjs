import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** @returns what the program prints, and its exit code, 1 when it takes more than 10 minutes */
export async function runProgram([program, ...args], cwd, variables, input = "") {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...variables }, timeout: 600_000 });
  // A program that ended before it read everything says so itself.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const code = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status) => resolve(status ?? 1));
  });
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), code]);
  return { stdout, stderr, code: status };
}
