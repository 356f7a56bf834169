import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { loadConfig } from "../../config/index.ts";
import type { ConfigEntry, ConfigPlaces, Unreadable } from "./config-places.ts";
import { parseJsonPlaces } from "./json-places.ts";
import type { Project } from "./project.ts";

/** A config file that is there already. Paths of its entries are relative to the project, as those of answers are. */
export interface FoundConfig {
  readonly file: string;
  readonly entries: readonly ConfigEntry[];
  readonly places: ConfigPlaces | Unreadable;
}

/** The config of a project; undefined where there is none. One that does not say what it holds is run to find out. */
export async function loadFoundConfig(project: Project): Promise<FoundConfig | undefined> {
  const file = project.configFile;
  if (file === undefined) return undefined;
  const places = await loadPlaces(project, file);
  const base = join(project.folder, dirname(file));
  const within = (path: string): string => relativePath(project.folder, resolve(base, path));
  const entries = isReadable(places) ? places.entries : [];
  const rest = isReadable(places) && places.complete ? [] : await loadEntries(project.folder, file);
  const known = new Set(entries.map(({ keyspace }) => keyspace));
  const all = [...entries, ...rest.filter(({ keyspace }) => !known.has(keyspace))];
  return {
    file,
    places,
    entries: all.map(({ definitions, outputs, ...entry }) => ({
      ...entry,
      definitions: definitions === undefined ? undefined : within(definitions),
      outputs: outputs.map(within),
    })),
  };
}

export function isReadable(places: ConfigPlaces | Unreadable): places is ConfigPlaces {
  return "config" in places;
}

/** `/app/src/db` as `src/db` to `/app`, with slashes on every system; the folder itself is `.`. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}

async function loadPlaces(project: Project, file: string): Promise<ConfigPlaces | Unreadable> {
  const found = project.read(file);
  if (found.kind !== "text") return { reason: found.kind === "other" ? found.reason : "it is gone" };
  return parsePlaces(found.text, file);
}

/** Where things stand in the text of a config file of any kind. */
export async function parsePlaces(text: string, file: string): Promise<ConfigPlaces | Unreadable> {
  if (extname(file) === ".json") return parseJsonPlaces(text);
  const { parseModulePlaces } = await import("./module-places.ts");
  return parseModulePlaces(text, `config${extname(file)}`);
}

/** A config that cannot be loaded, say before anything is installed, has no entries that anybody knows of. */
async function loadEntries(folder: string, file: string): Promise<readonly ConfigEntry[]> {
  try {
    const keyspaces = Object.entries((await loadConfig(folder, file))?.keyspaces ?? {});
    return keyspaces.map(([keyspace, all]) => ({
      keyspace,
      definitions: all[0]?.definitions,
      outputs: all.map(({ output }) => output),
      validators: all.some(({ validators }) => validators !== false),
      importExtensions: all.map(({ importExtension = ".js" }) => importExtension),
    }));
  } catch {
    return [];
  }
}
