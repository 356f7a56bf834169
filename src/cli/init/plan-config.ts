import { dirname, extname, join, resolve } from "node:path";
import { parseJsonConfig } from "../../config/json-config.ts";
import { isObject } from "../../config/validate-value.ts";
import { editJson } from "../../source/edit-json.ts";
import { printJson } from "../../source/definition-file.ts";
import type { Answers } from "./answers.ts";
import type { Existing } from "./existing.ts";
import type { Project } from "./project.ts";
import { relativePath } from "./text-files.ts";
import type { PlannedFile } from "./text-files.ts";

type Settings = Readonly<Record<string, string | boolean>>;

/** Plans a new config file, or adds a keyspace to an existing one in JSON. Code is not edited; its lines are shown. */
export function planConfig({ project, config }: Existing, answers: Answers): PlannedFile {
  const { keyspace, configFile: path } = answers;
  const note = `keyspace ${keyspace}`;
  if (config?.has(keyspace)) return { path, action: "kept", note };
  const settings = settingsOf(project.folder, answers);
  const isJson = extname(path) === ".json";
  if (!config) {
    const text = isJson
      ? printJsonConfig(schemaPath(project, path, "config"), keyspace, settings)
      : printModuleConfig(keyspace, settings);
    return { path, action: "created", note, text };
  }
  const found = project.read(path);
  const added =
    isJson && found.kind === "text"
      ? addMembers(found.text, "keyspaces", { [keyspace]: settings })
      : { reason: "init edits only JSON" };
  if ("text" in added) return { path, action: "changed", note, ...added };
  const lines = isJson
    ? `${JSON.stringify(keyspace)}: ${printJson(settings, "  ")}`
    : printEntry(keyspace, settings, "");
  return { path, action: "left", note: added.reason, add: `// in keyspaces:\n${lines}` };
}

/** The settings of a keyspace, without defaults. Paths in a config are relative to it. */
function settingsOf(folder: string, answers: Answers): Settings {
  const { definitions = "", outputs, validators, importExtension, configFile } = answers;
  const base = dirname(resolve(folder, configFile));
  return {
    definitions: relativePath(base, resolve(folder, definitions)),
    output: relativePath(base, resolve(folder, outputs[0] ?? "")),
    ...(!validators && { validators }),
    ...(importExtension !== ".js" && { importExtension }),
  };
}

function printJsonConfig($schema: string, keyspace: string, settings: Settings): string {
  const entry = `${JSON.stringify(keyspace)}: ${printJson(settings, "    ")}`;
  return `{\n  "$schema": ${JSON.stringify($schema)},\n  "keyspaces": {\n    ${entry}\n  }\n}\n`;
}

function printModuleConfig(keyspace: string, settings: Settings): string {
  return `import { defineConfig } from "colonnade/config";

export default defineConfig({
  keyspaces: {
${printEntry(keyspace, settings, "    ")}
  },
});
`;
}

/** A keyspace as lines of TypeScript or JavaScript. */
function printEntry(keyspace: string, settings: Settings, indent: string): string {
  const name = /^\d/.test(keyspace) ? JSON.stringify(keyspace) : keyspace;
  const members = Object.entries(settings).map(([setting, value]) => `  ${setting}: ${JSON.stringify(value)},`);
  return [`${name}: {`, ...members, "},"].map((line) => indent + line).join("\n");
}

/** The path from a file of the app to the JSON Schema in the installed package, which editors use. */
export function schemaPath({ folder, packagesFolder }: Project, file: string, form: "config" | "table"): string {
  const schema = join(packagesFolder, `colonnade/schemas/${form}.schema.json`);
  const path = relativePath(dirname(join(folder, file)), schema);
  return path.startsWith(".") ? path : `./${path}`;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Adds members to an object within a JSON text, which keeps its comments and its layout.
 *
 * @param name of the object, which is created if the text does not have it
 * @returns the new text, or why nothing can be added
 */
export function addMembers(
  text: string,
  name: string,
  members: Members,
): { readonly text: string } | { readonly reason: string } {
  const { value, problems } = parseJsonConfig(text);
  if (value === undefined) return { reason: `not JSON at line ${problems[0]?.line}, column ${problems[0]?.column}` };
  if (!isObject(value)) return { reason: "not a JSON object" };
  const existing = value[name] ?? {};
  if (!isObject(existing)) return { reason: `"${name}" is not an object` };
  const wanted = { ...value, [name]: { ...existing, ...members } };
  const edited = editJson(text, value, wanted);
  const isRight = JSON.stringify(parseJsonConfig(edited).value) === JSON.stringify(wanted);
  return isRight ? { text: edited } : { reason: "its layout is too unusual to edit" };
}
