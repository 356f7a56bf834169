/** Bun and Deno: the bindings against the service, which is on the loopback address. */
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { run } from "./compilers.mjs";
import { startService } from "./shop-service.mjs";

/** The packages for this platform themselves, which need no script to be installed. */
const packages = join(import.meta.dirname, "node_modules");
const runtimes = {
  Bun: { program: join(packages, "bun/bin/bun"), words: ["run"] },
  Deno: {
    program: join(packages, "deno/deno"),
    words: ["run", "--no-check", "--node-modules-dir=manual", "--allow-net", "--allow-env", "--allow-read"],
  },
};

export function planRuntimes(work) {
  return Object.entries(runtimes).map(([where, { program, words }]) => ({
    what: "a write and a read over fetch",
    where,
    without: `skipped: ${where} is installed on Linux x64 alone`,
    ask: async () => (existsSync(program) ? askProgram(work, program, words) : undefined),
  }));
}

async function askProgram(work, program, words) {
  for (const name of ["edge.ts", "edge-program.ts"])
    cpSync(join(import.meta.dirname, "app", name), join(work, "run", name));
  const service = await startService(work, mkdtempSync(join(work, "runtime-")));
  try {
    const { status, text } = await run(program, [...words, "edge-program.ts", service.url], { cwd: join(work, "run") });
    return status === 0 ? [] : text.trim().split("\n");
  } finally {
    await service.close();
  }
}
