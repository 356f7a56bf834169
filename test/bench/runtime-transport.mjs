/**
 * What a call costs through each transport, beside plain `fetch` in the same run: `node test/bench/runtime-transport.mjs`.
 *
 * The server is a process of its own. The cases take turns, round by round, so a machine that is busy for a while slows them
 * all; compare the ratios. The transports are bundled from the sources; no build is needed. `--quick` makes two rounds.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rolldown } from "rolldown";

const quick = process.argv.includes("--quick");
const [rounds, oneByOne, atOnce, inFlight] = quick ? [2, 200, 500, 50] : [7, 1000, 3000, 50];

const server = `
const answer = JSON.stringify({ data: { insertProducts: { applied: true, value: { id: "1" } } } });
const server = require("node:http").createServer((request, response) => {
  request.resume();
  request.on("end", () => response.setHeader("content-type", "application/json").end(answer));
});
server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port + "/api/graphql"));`;

const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
const child = spawn(process.execPath, ["-e", server], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const url = await new Promise((resolve) => createInterface(child.stdout).once("line", resolve));
  const samples = await measure(await createCases(), callTo(url));
  process.stdout.write(renderRatios(samples));
} finally {
  child.kill();
  rmSync(folder, { recursive: true, force: true });
}

function callTo(url) {
  const body = JSON.stringify({
    query: "mutation { insertProducts(value: {id: 1}) { applied } }",
    pad: "x".repeat(300),
  });
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    "x-service-token": "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10",
    "x-service-request-id": "0b0f7c1e-7a55-4a0e-8a39-6c2a0c5a7e11",
  };
  return { url, method: "POST", headers, body, timeoutMs: 10_000, signal: new AbortController().signal };
}

/** Case → a function that makes one call and reads its answer. */
async function createCases() {
  const runtime = join(import.meta.dirname, "../../src/runtime");
  const input = { transport: join(runtime, "transport.ts"), node: join(runtime, "node/index.ts") };
  const bundle = await rolldown({ input, platform: "node" });
  await bundle.write({ dir: folder, entryFileNames: "[name].mjs" });
  const { fetchTransport } = await import(join(folder, "transport.mjs"));
  const { nodeTransport } = await import(join(folder, "node.mjs"));
  const read = (send) => async (call) => JSON.parse(await (await send(call)).text());
  return {
    fetch: async ({ url, method, headers, body }) => (await fetch(url, { method, headers, body })).json(),
    fetchTransport: read(fetchTransport()),
    nodeTransport: read(nodeTransport()),
  };
}

/** @returns case → its samples, a round each; round 0 finds cold code, and is not counted */
async function measure(cases, call) {
  const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, make] of Object.entries(cases)) {
      const sample = await measureCase(() => make(call));
      if (round > 0) samples[name].push(sample);
    }
  }
  return samples;
}

async function measureCase(make) {
  const latencies = [];
  const cpu = process.cpuUsage();
  for (let left = oneByOne; left > 0; left--) {
    const begun = performance.now();
    await make();
    latencies.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(cpu);
  const begun = performance.now();
  let left = atOnce;
  const work = async () => {
    while (left-- > 0) await make();
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return {
    // The twentieth percentile: what the machine can do when nobody else has it.
    latencyUs: 1000 * latencies.sort((a, b) => a - b)[Math.floor(oneByOne / 5)],
    cpuUs: (user + system) / oneByOne,
    perSecond: (1000 * atOnce) / (performance.now() - begun),
  };
}

function renderRatios(samples) {
  const median = (name, key) => {
    const values = samples[name].map((sample) => sample[key]).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)];
  };
  const keys = ["latencyUs", "cpuUs", "perSecond"];
  const lines = Object.keys(samples).map((name) => {
    const cells = keys.map(
      (key) => `${median(name, key).toFixed(0)} (${(median(name, key) / median("fetch", key)).toFixed(2)} ×)`,
    );
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  const head = `| Node ${process.version} | µs a call | CPU µs a call | calls a second, ${inFlight} in flight |`;
  return `${[head, "| --- | ---: | ---: | ---: |", ...lines].join("\n")}\n`;
}
