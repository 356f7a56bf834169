import { addMembers, isObject } from "./add-members.ts";
import { parseJsonConfig } from "../../config/json-config.ts";
import type { Project } from "./project.ts";
import type { PlannedFile } from "./text-files.ts";

/** The scripts that init adds to `package.json`, or to the tasks of Deno. */
export const scripts: Readonly<Record<string, string>> = {
  "db:generate": "colonnade generate",
  "db:check": "colonnade check",
};

/** Plans the scripts of `package.json`. Existing scripts stay, also those with the same name. */
export function planScripts({ manifest, deno, read }: Project): readonly PlannedFile[] {
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
