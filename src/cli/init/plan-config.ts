import { dirname, extname, join, relative, resolve, sep } from "node:path";
import type { Answers } from "./answers.ts";
import { jsonDialect, moduleDialect, renderKeyspace } from "./config-places.ts";
import type { ConfigPlaces, Dialect, Settings } from "./config-places.ts";
import { isReadable, parsePlaces, relativePath } from "./found-config.ts";
import type { FoundConfig } from "./found-config.ts";
import { insertMember, isOnOneLine, layoutOf } from "./insert-member.ts";
import type { PlannedFile } from "./planned-file.ts";
import type { Project } from "./project.ts";

interface Planning {
  readonly project: Project;
  readonly config: FoundConfig | undefined;
  readonly answers: Answers;
}

/** Plans the config file: a new one, or a keyspace more in the one there is. */
export async function planConfig({ project, config, answers }: Planning): Promise<PlannedFile> {
  const { keyspace, configFile: path } = answers;
  const settings = settingsOf(project, answers);
  if (!config)
    return { path, action: "created", note: `the keyspace ${keyspace}`, text: emitConfig(project, answers, settings) };
  if (config.entries.some((entry) => entry.keyspace === keyspace)) {
    return { path, action: "kept", note: `has the keyspace ${keyspace}` };
  }
  const found = project.read(path);
  const text = found.kind === "text" ? found.text : "";
  const left = (note: string): PlannedFile => {
    const layout = { lineEnd: "\n", step: "  " };
    const add = renderKeyspace(keyspace, settings, { dialect: dialectOf(path, text), layout, indentation: "" });
    return { path, action: "left", note, add: `in keyspaces: ${add}` };
  };
  if (found.kind !== "text") return left("it cannot be read");
  if (!isReadable(config.places)) return left(config.places.reason);
  const changed = addKeyspace(text, config.places, { dialect: dialectOf(path, text), keyspace, settings });
  // A text that says something else than we meant is worse than none.
  const after = await parsePlaces(changed, path);
  const added = isReadable(after) && after.entries.some((entry) => entry.keyspace === keyspace);
  return added
    ? { path, action: "changed", note: `the keyspace ${keyspace}`, text: found.mark + changed }
    : left("it has another form than we know");
}

/** Paths in a config are relative to it. */
function settingsOf(project: Project, answers: Answers): Settings {
  const { definitions = "", outputs, validators, importExtension, configFile } = answers;
  const base = dirname(resolve(project.folder, configFile));
  const within = (path: string): string => relativePath(base, resolve(project.folder, path));
  return [
    ["definitions", within(definitions)],
    ["output", within(outputs[0] ?? "")],
    ...(validators ? [] : ([["validators", false]] as const)),
    ...(importExtension === ".js" ? [] : ([["importExtension", importExtension]] as const)),
  ];
}

function dialectOf(file: string, text: string): Dialect {
  return extname(file) === ".json" ? jsonDialect : moduleDialect(text);
}

interface NewKeyspace {
  readonly dialect: Dialect;
  readonly keyspace: string;
  readonly settings: Settings;
}

function addKeyspace(text: string, places: ConfigPlaces, { dialect, keyspace, settings }: NewKeyspace): string {
  const layout = layoutOf(text);
  const { alone } = dialect;
  const render = (indentation: string): string => renderKeyspace(keyspace, settings, { dialect, layout, indentation });
  if (places.keyspaces) return insertMember(text, places.keyspaces, { render, alone });
  const renderAll = (indentation: string): string => {
    if (isOnOneLine(text)) return `${dialect.name("keyspaces")}: { ${render(indentation)} }`;
    const inner = indentation + layout.step;
    const { lineEnd } = layout;
    return `${dialect.name("keyspaces")}: {${lineEnd}${inner}${render(inner)}${alone}${lineEnd}${indentation}}`;
  };
  return insertMember(text, places.config, { render: renderAll, alone });
}

function emitConfig(project: Project, { configFile, keyspace }: Answers, settings: Settings): string {
  const layout = { lineEnd: "\n", step: "  " };
  const dialect = dialectOf(configFile, "");
  const member = renderKeyspace(keyspace, settings, { dialect, layout, indentation: "    " });
  if (dialect === jsonDialect) {
    const place = JSON.stringify(publishedForm(project, configFile, "config"));
    return `{\n  "$schema": ${place},\n  "keyspaces": {\n    ${member}\n  }\n}\n`;
  }
  return `import { defineConfig } from "colonnade/config";\n\nexport default defineConfig({\n  keyspaces: {\n    ${member},\n  },\n});\n`;
}

/**
 * The path, from a file of the project, to the description of its form that we publish for editors: in the packages of the
 * project, or of the workspace around it.
 */
export function publishedForm(project: Project, file: string, form: "config" | "table"): string {
  const packages = project.packagesFolder;
  const path = relative(dirname(join(project.folder, file)), join(packages, `colonnade/schemas/${form}.schema.json`));
  const slashed = path.split(sep).join("/");
  return slashed.startsWith(".") ? slashed : `./${slashed}`;
}
