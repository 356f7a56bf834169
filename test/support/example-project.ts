import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder } from "./temporary-folder.ts";
import { repository } from "./repository.ts";

/** A copy of an example in a folder of its own, without its generated files and its app. `videos` has every feature. */
export function createExampleProject(name: "shop" | "videos"): string {
  const example = join(repository, "examples", name);
  const cwd = createTemporaryFolder();
  for (const entry of readdirSync(example)) {
    if (!leftOut.test(entry)) cpSync(join(example, entry), join(cwd, entry), { recursive: true });
  }
  return cwd;
}

const leftOut = /^(?:generated|app\.ts|start\.ts|\..*)$/;
