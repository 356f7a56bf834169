/**
 * A process that imports modules, and tells what the last one of them took; run by `import.mjs`.
 *
 * `node --expose-gc load.mjs FILE…`: those before the last are what it needs, so that their cost is not its own.
 */
import { pathToFileURL } from "node:url";

const files = process.argv.slice(2).map((file) => pathToFileURL(file).href);
const last = files.pop();
for (const file of files) await import(file);

globalThis.gc();
const heap = process.memoryUsage().heapUsed;
const begun = performance.now();
await import(last);
const importMs = performance.now() - begun;
globalThis.gc();
process.stdout.write(
  JSON.stringify({
    importMs,
    heapKb: (process.memoryUsage().heapUsed - heap) / 1000,
    // zod leaves its settings there when it is loaded.
    zod: "__zod_globalRegistry" in globalThis ? 1 : 0,
  }),
);
