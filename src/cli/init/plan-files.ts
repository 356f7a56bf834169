/** Plans every file that init creates or changes, and writes nothing. Planning again after writing finds nothing to do. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Answers } from "./answers.ts";
import type { Known } from "./known.ts";
import { planConfig, schemaPath } from "./plan-config.ts";
import { planGitFiles } from "./plan-git-files.ts";
import { planScripts } from "./plan-scripts.ts";
import type { PlannedFile } from "./text-files.ts";

export function planFiles(known: Known, answers: Answers): readonly PlannedFile[] {
  return [
    planConfig(known, answers),
    ...planExample(known, answers),
    ...planScripts(known.project),
    ...planGitFiles(known.project, answers),
  ];
}

/** Plans an example table if the keyspace has no definitions yet. */
function planExample({ project }: Known, { definitions, keyspace }: Answers): readonly PlannedFile[] {
  if (definitions === undefined) return [];
  const { length } = project.entriesOf(definitions).filter((name) => /^[^.].*\.json$/.test(name));
  if (length > 0) {
    const note = `${length} ${length === 1 ? "definition" : "definitions"} of ${keyspace}`;
    return [{ path: definitions, action: "kept", note }];
  }
  const path = posix.join(definitions, "products.json");
  const schema = `  "$schema": ${JSON.stringify(schemaPath(project, path, "table"))},\n`;
  const text = readTemplate("definitions/shop/products.json").replace(/^\{\n/, (begin) => begin + schema);
  return [{ path, action: "created", note: "example table, to edit or replace", text }];
}

/** The text of a file in the package's `templates`. Its place relative to this module depends on the build. */
function readTemplate(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "templates", path))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`the package has no template ${path}`);
    folder = parent;
  }
  return readFileSync(join(folder, "templates", path), "utf8").replaceAll("\r\n", "\n");
}
