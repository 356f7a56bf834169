/** Plans every file that init creates or changes, and writes nothing. Planning again after writing finds nothing to do. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseJsonConfig } from "../../config/json-config.ts";
import { isObject } from "../../config/validate-value.ts";
import { countOf } from "../../errors.ts";
import { addMembers, planConfig, schemaPath } from "./plan-config.ts";
import type { Answers } from "./answers.ts";
import type { Existing } from "./existing.ts";
import { foldersUpTo } from "./project.ts";
import type { Project } from "./project.ts";
import type { PlannedFile } from "./text-files.ts";

export function planFiles(existing: Existing, answers: Answers): readonly PlannedFile[] {
  return [
    planConfig(existing, answers),
    ...planExample(existing, answers),
    ...planScripts(existing.project),
    ...planGitFiles(existing.project, answers),
  ];
}

/** Plans an example table if the keyspace has no definitions yet. */
function planExample({ project }: Existing, { definitions, keyspace }: Answers): readonly PlannedFile[] {
  if (definitions === undefined) return [];
  const { length } = project.entriesOf(definitions).filter((name) => /^[^.].*\.json$/.test(name));
  if (length > 0) {
    const note = `${countOf(length, "definition")} of ${keyspace}`;
    return [{ path: definitions, action: "kept", note }];
  }
  const path = posix.join(definitions, "products.json");
  const schema = `  "$schema": ${JSON.stringify(schemaPath(project, path, "table"))},\n`;
  const text = readTemplate("definitions/shop/products.json").replace(/^\{\n/, (begin) => begin + schema);
  return [{ path, action: "created", note: "example table, to edit or replace", text }];
}

/** The text of a file in the package's `templates`. Its place relative to this module depends on the build. */
function readTemplate(path: string): string {
  const places = foldersUpTo(import.meta.dirname).map((folder) => join(folder, "templates", path));
  const file = places.find((place) => existsSync(place));
  if (file === undefined) throw new Error(`the package has no template ${path}`);
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
}

/** The scripts that init adds to `package.json`, or to the tasks of Deno. */
export const scripts: Readonly<Record<string, string>> = {
  "db:generate": "colonnade generate",
  "db:check": "colonnade check",
};

/** Plans the scripts of `package.json`. Existing scripts stay, also those with the same name. */
function planScripts({ manifest, deno, read }: Project): readonly PlannedFile[] {
  const names = Object.keys(scripts);
  if (!manifest && deno) return addScripts(read, deno.file, "tasks", denoTasks);
  if (!manifest) {
    const text = `${JSON.stringify({ private: true, type: "module", scripts }, null, 2)}\n`;
    return [{ path: "package.json", action: "created", note: noteOf("scripts", names), text }];
  }
  // The scripts of a workspace run in its own folder, so they are of no use here.
  return manifest.own ? addScripts(read, "package.json", "scripts", scripts) : [];
}

const denoTasks = Object.fromEntries(Object.entries(scripts).map(([name, line]) => [name, `deno x ${line}`]));

function addScripts(
  read: Project["read"],
  path: string,
  member: "scripts" | "tasks",
  wanted: Readonly<Record<string, string>>,
): readonly PlannedFile[] {
  const found = read(path);
  if (found.kind !== "text") return [];
  const names = Object.keys(wanted);
  const { value } = parseJsonConfig(found.text);
  const existing = isObject(value) && isObject(value[member]) ? value[member] : {};
  const missing = names.filter((name) => !Object.hasOwn(existing, name));
  if (missing.length === 0) return [{ path, action: "kept", note: noteOf(member, names) }];
  const members = Object.fromEntries(missing.map((name) => [name, wanted[name]]));
  const added = addMembers(found.text, member, members);
  if ("text" in added) return [{ path, action: "changed", note: noteOf(member, missing), ...added }];
  return [{ path, action: "left", note: added.reason, add: `"${member}": ${JSON.stringify(wanted, null, 2)}` }];
}

function noteOf(member: "scripts" | "tasks", names: readonly string[]): string {
  return `${names.length === 1 ? member.slice(0, -1) : member} ${names.join(" and ")}`;
}

/** Plans the entries that git needs. Without a repository, only existing files are changed. */
function planGitFiles(project: Project, answers: Answers): readonly PlannedFile[] {
  const attributes = outputsWithin(answers).map((output) => `${quoted(`${output}/**`)} linguist-generated`);
  return [
    ...planLines(project, {
      path: ".gitattributes",
      lines: attributes,
      note: "collapses generated files in reviews",
      // A line that turns the attribute off is someone's decision.
      covers: (line, wanted) =>
        /\s[-!]?linguist-generated\b/.test(line) && line.split(/\s/)[0] === wanted.split(/\s/)[0],
    }),
    ...planLines(project, {
      path: ".gitignore",
      lines: [".colonnade/"],
      note: "ignores the data of colonnade serve",
      covers: (line) => /^!?(?:\*\*)?\/?\.colonnade(?:\/\*{0,2})?$/.test(line),
    }),
  ];
}

interface Lines {
  readonly path: string;
  readonly lines: readonly string[];
  readonly note: string;
  /** Whether an existing line makes a wanted one unnecessary. */
  readonly covers: (line: string, wanted: string) => boolean;
}

/** Appends the missing lines to a file, with the line ends that it has. */
function planLines({ read, inRepository }: Project, { path, lines, note, covers }: Lines): readonly PlannedFile[] {
  const found = read(path);
  if (lines.length === 0 || (found.kind === "nothing" && !inRepository)) return [];
  if (found.kind === "nothing") return [{ path, action: "created", note, text: `${lines.join("\n")}\n` }];
  if (found.kind === "other") return [{ path, action: "left", note: found.reason, add: lines.join("\n") }];
  const { text } = found;
  const existing = text.split("\n").map((line) => line.trim());
  const missing = lines.filter((wanted) => !existing.some((line) => covers(line, wanted)));
  if (missing.length === 0) return [{ path, action: "kept", note }];
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const begin = /[^\n]$/.test(text) ? text + lineEnd : text;
  return [{ path, action: "changed", note, text: begin + missing.map((line) => line + lineEnd).join("") }];
}

/** The outputs that a file in the app's folder can name. */
export function outputsWithin({ outputs }: Answers): readonly string[] {
  return outputs.filter((output) => !/^(?:\.\.|\/|\w:)/.test(output));
}

/** A space would end the pattern. */
function quoted(pattern: string): string {
  return /[\s"\\]/.test(pattern) ? JSON.stringify(pattern) : pattern;
}
