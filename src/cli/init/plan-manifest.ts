import { JsonText } from "./json-places.ts";
import { insertMember, isOnOneLine, layoutOf } from "./insert-member.ts";
import type { PlannedFile } from "./planned-file.ts";
import type { Project } from "./project.ts";

const path = "package.json";

/** The scripts that a package gets. */
export const scripts: Readonly<Record<string, string>> = {
  "db:generate": "colonnade generate",
  "db:check": "colonnade check",
};

/** Plans the scripts of `package.json`. One of that name that does something else stays; where there is no file, it is made. */
export function planManifest({ manifest, read }: Project): readonly PlannedFile[] {
  const names = Object.keys(scripts).join(" and ");
  if (!manifest) {
    const text = `${JSON.stringify({ private: true, type: "module", scripts }, null, 2)}\n`;
    return [{ path, action: "created", note: `scripts ${names}`, text }];
  }
  // One above is the workspace's, whose scripts run in its folder.
  if (!manifest.own) return [];
  const found = read(path);
  if (found.kind !== "text") return [];
  const left = (reason: string): PlannedFile => ({ path, action: "left", note: reason, add: byHand() });
  const there = parseScripts(found.text);
  if (typeof there === "string") return [left(there)];
  const missing = Object.keys(scripts).filter((name) => !Object.hasOwn(there, name));
  const other = Object.keys(scripts).filter((name) => Object.hasOwn(there, name) && there[name] !== scripts[name]);
  const kept = other.map((name) => `its own script ${name} stays`);
  if (missing.length === 0) return [{ path, action: "kept", note: kept.join(", ") || `has the scripts ${names}` }];
  const note = [`${missing.length === 1 ? "script" : "scripts"} ${missing.join(" and ")}`, ...kept].join(", ");
  let text = found.text;
  for (const name of missing) text = addScript(text, name, scripts[name] ?? "");
  return [{ path, action: "changed", note, text: found.mark + text }];
}

function byHand(): string {
  const lines = Object.entries(scripts).map(
    ([name, command]) => `  ${JSON.stringify(name)}: ${JSON.stringify(command)}`,
  );
  return `"scripts": {\n${lines.join(",\n")}\n}`;
}

/** The scripts there are, or why none can be added. */
function parseScripts(text: string): Readonly<Record<string, unknown>> | string {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (!isObject(manifest)) return "it is not an object";
  const there = manifest["scripts"] ?? {};
  if (manifest["scripts"] === null || !isObject(there)) return "its scripts are not an object";
  return there;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function addScript(text: string, name: string, command: string): string {
  const json = new JsonText(text);
  const { lineEnd, step } = layoutOf(text);
  const member = `${JSON.stringify(name)}: ${JSON.stringify(command)}`;
  const present = json.container("scripts");
  if (present) return insertMember(text, present, { render: () => member, alone: "" });
  const root = json.container();
  if (!root) return text;
  const render = (indentation: string): string =>
    isOnOneLine(text)
      ? `"scripts": { ${member} }`
      : `"scripts": {${lineEnd}${indentation}${step}${member}${lineEnd}${indentation}}`;
  return insertMember(text, root, { render, alone: "" });
}
