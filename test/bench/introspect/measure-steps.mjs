/** Where the time of an introspection goes: the steps of `steps.mjs`, in processes of their own. */
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { median } from "../runtime/results.mjs";

const root = join(import.meta.dirname, "../../..");

/** @returns the steps in their order, each with the median of its milliseconds, and the samples */
export async function measureSteps(times, { folder, cluster, keyspace }) {
  const program = await writeProgram(folder);
  // The round that is dropped finds cold file caches.
  const [, ...samples] = Array.from({ length: times + 1 }, (_, round) => {
    const argv = [program, cluster.contactPoint, keyspace, join(folder, `steps-${round}`)];
    return JSON.parse(execFileSync(process.execPath, argv, { encoding: "utf8", stdio: ["ignore", "pipe", 2] }));
  });
  return Object.keys(samples[0]).map((name) => {
    const own = samples.map((sample) => Math.round(sample[name] * 10) / 10);
    return { name, ms: median(own), samples: own };
  });
}

/** Bundled as the command line is, so that loading it takes no longer. */
async function writeProgram(folder) {
  const build = await rolldown({
    input: join(import.meta.dirname, "steps.mjs"),
    platform: "node",
    external: /^node:/,
    resolve: { mainFields: ["module", "main"] },
    tsconfig: join(root, "tsconfig.json"),
  });
  const file = join(folder, "steps.mjs");
  await build.write({ file, codeSplitting: false });
  await build.close();
  // From there the driver is found, which is no part of the bundle.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return file;
}
