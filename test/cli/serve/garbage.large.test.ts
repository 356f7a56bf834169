/** That the service forgets a request with its response: what outlives it costs V8's collector more than the request. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { user } from "./serving.ts";

const bin = join(import.meta.dirname, "../../../dist/colonnade.cjs");
/** To write a snapshot V8 first clears the whole heap, after which what lives is in its old generation. */
const flags = ["--trace-gc", "--heapsnapshot-signal=SIGUSR2"];
/** The sizes of V8's heap in MB before and after the young generation was cleared. */
const scavenge = /Scavenge [^(]*?([\d.]+) \([\d.]+\) -> ([\d.]+) /g;

function request(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.on("end", resolve).resume()).on("error", reject);
  });
}

it("keeps nothing of requests in V8's old generation", { timeout: 120_000 }, async () => {
  const cwd = await createTemporaryFolder();
  const child = spawn(process.execPath, [...flags, bin, "serve", "--memory", "--port", "0"], {
    cwd,
    env: { ...process.env, ...user },
  });
  onTestFinished(() => void child.kill());
  let stdout = "";
  child.stdout.on("data", (text) => (stdout += String(text)));
  let stderr = "";
  child.stderr.on("data", (text) => (stderr += String(text)));
  const urlIn = (): string | undefined => /http:\/\/[\w.:]+/.exec(stdout + stderr)?.[0];
  const ended = once(child, "exit").then(() => expect.fail(stderr));
  while (urlIn() === undefined) await Promise.race([once(child.stderr, "data"), ended]);
  ended.catch(() => undefined);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  onTestFinished(() => agent.destroy());
  const send = async (count: number): Promise<void> => {
    let left = count;
    const run = async (): Promise<void> => {
      while (left-- > 0) await request(`${urlIn() ?? ""}/__local/live`, agent);
    };
    await Promise.all(Array.from({ length: 8 }, run));
  };
  // Until V8 has compiled what runs, and its young generation has its size.
  await send(6000);
  const sending = send(500);
  child.kill("SIGUSR2");
  await sending;
  stdout = "";
  await send(6000);
  const sizes = Array.from(stdout.matchAll(scavenge), ([, before, after]) => [Number(before), Number(after)] as const);
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last) throw new Error("V8 cleared nothing");
  const allocated = sizes.slice(1).reduce((sum, [before], place) => sum + before - (sizes[place]?.[1] ?? 0), 0);
  expect((last[1] - first[1]) / allocated).toBeLessThan(0.02);
});
