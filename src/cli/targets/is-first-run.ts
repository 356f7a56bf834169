import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../../generate.ts";
import { manifestName } from "../../output/index.ts";

/** Whether nothing has been generated before. */
export function isFirstRun(targets: readonly Target[]): boolean {
  return targets.every(({ output }) => !existsSync(join(output, manifestName)));
}
