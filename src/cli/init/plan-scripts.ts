import { addMembers, isObject } from "./add-members.ts";
import { parseJsonConfig } from "../../config/json-config.ts";
import type { Project } from "./project.ts";
import type { PlannedFile } from "./text-files.ts";

const path = "package.json";

/** The scripts that init adds to `package.json`. */
export const scripts: Readonly<Record<string, string>> = {
  "db:generate": "colonnade generate",
  "db:check": "colonnade check",
};

/** Plans the scripts of `package.json`. Existing scripts stay, also those with the same name. */
export function planScripts({ manifest, read }: Project): readonly PlannedFile[] {
  const names = Object.keys(scripts);
  if (!manifest) {
    const text = `${JSON.stringify({ private: true, type: "module", scripts }, null, 2)}\n`;
    return [{ path, action: "created", note: noteOf(names), text }];
  }
  const found = read(path);
  // The scripts of a workspace run in its own folder, so they are of no use here.
  if (!manifest.own || found.kind !== "text") return [];
  const { value } = parseJsonConfig(found.text);
  const existing = isObject(value) && isObject(value["scripts"]) ? value["scripts"] : {};
  const missing = names.filter((name) => !Object.hasOwn(existing, name));
  if (missing.length === 0) return [{ path, action: "kept", note: noteOf(names) }];
  const members = Object.fromEntries(missing.map((name) => [name, scripts[name]]));
  const added = addMembers(found.text, "scripts", members);
  if ("text" in added) return [{ path, action: "changed", note: noteOf(missing), ...added }];
  return [{ path, action: "left", note: added.reason, add: `"scripts": ${JSON.stringify(scripts, null, 2)}` }];
}

function noteOf(names: readonly string[]): string {
  return `${names.length === 1 ? "script" : "scripts"} ${names.join(" and ")}`;
}
