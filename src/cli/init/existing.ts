import { existsSync } from "node:fs";
import { basename, extname, join, posix, resolve } from "node:path";
import { configExtensions, configNames, loadConfig } from "../../config/index.ts";
import { ColonnadeError, isColonnadeError, listOf } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { isKeyspaceName } from "../../model/index.ts";
import { manifestName } from "../../output/index.ts";
import type { Io } from "../terminal/io.ts";
import { findHolder, loadProject } from "./project.ts";
import type { Project } from "./project.ts";
import { relativePath } from "./text-files.ts";

/** The facts that precede all answers. */
export interface Existing {
  readonly project: Project;
  readonly config: FoundConfig | undefined;
  /** The value of `--config`. */
  readonly named: string | undefined;
}

/** The answers so far; folders as the user wrote them. */
export type Draft = Readonly<Partial<Record<QuestionFlag, string>>>;

export type QuestionFlag = "keyspace" | "definitions" | "output" | "format" | "validators";

/** An existing config file. All paths are relative to the app's folder. */
interface FoundConfig {
  readonly file: string;
  readonly has: (keyspace: string) => boolean;
  /** Its keyspaces; none if it cannot be loaded. */
  readonly entries: readonly ConfigEntry[];
  /** Why it cannot be loaded. */
  readonly problem?: Problem;
}

interface ConfigEntry {
  readonly keyspace: string;
  readonly definitions: string;
  /** At least one. */
  readonly outputs: readonly string[];
  /** Whether any output has validators. */
  readonly validators: boolean;
}

/** @throws {ColonnadeError} `two-configs`, `bad-config`, or `usage` for a file name that no command could load */
export async function loadExisting(io: Io, named: string | undefined): Promise<Existing> {
  return { project: loadProject(io), config: await loadFoundConfig(io.cwd, named), named };
}

async function loadFoundConfig(folder: string, named: string | undefined): Promise<FoundConfig | undefined> {
  if (named !== undefined && !existsSync(resolve(folder, named))) {
    validateName(named);
    return undefined;
  }
  try {
    const config = await loadConfig(folder, named);
    if (!config) return undefined;
    const within = (path: string): string => relativePath(folder, path);
    const entries = Object.entries(config.keyspaces).map(([keyspace, all]) => ({
      keyspace,
      definitions: within(all[0]?.definitions ?? ""),
      outputs: all.map(({ output }) => within(output)),
      validators: all.some(({ validators }) => validators !== false),
    }));
    return { file: within(config.file), has: (keyspace) => Object.hasOwn(config.keyspaces, keyspace), entries };
  } catch (error) {
    if (!isColonnadeError(error) || error.code !== "unreadable-config") throw error;
    const file = named ?? configNames.find((name) => existsSync(join(folder, name))) ?? "";
    return readAsText(folder, file, error);
  }
}

/** Before the app's packages are installed, a module cannot be loaded. Its text usually shows the keyspaces. */
async function readAsText(folder: string, file: string, { code, next }: ColonnadeError): Promise<FoundConfig> {
  const { loadConfigPlaces } = await import("../../config/config-places.ts");
  const find = await loadConfigPlaces(resolve(folder, file));
  const message = `${file} cannot be loaded, so init read only its text`;
  return {
    file,
    has: (keyspace) => find(["keyspaces", keyspace]) !== undefined,
    entries: [],
    problem: { code, message, next },
  };
}

function validateName(named: string): void {
  if (configExtensions.includes(extname(named))) return;
  throw new ColonnadeError("usage", `--config ${JSON.stringify(named)} is not a valid name for a new config file`, {
    next: `use a name that ends in ${listOf(configExtensions, "or")}`,
  });
}

/** Whether a config in TypeScript would stay out of the build output. If compiled, it would move the output of `src`. */
export function prefersModule({ typescript }: Project): boolean {
  return typescript !== undefined && !typescript.emits("colonnade.config.ts");
}

/** Validators need zod 4. */
export function hasOldZod({ dependencies }: Project): boolean {
  return /^[\^~=v]?[0-3](?:\.|$)/.test(dependencies.get("zod") ?? "");
}

/** The keyspace of the config or of the only folder of definitions; otherwise one named after the package. */
export function proposeKeyspace({ project, config }: Existing): string {
  const [configured] = config?.entries ?? [];
  if (configured) return configured.keyspace;
  const hasDefinitions = (name: string): boolean =>
    isKeyspaceName(name) && project.entriesOf(`definitions/${name}`).some((file) => file.endsWith(".json"));
  const [only, ...others] = project.entriesOf("definitions").filter(hasDefinitions);
  return only !== undefined && others.length === 0 ? only : keyspaceNameOf(project.manifest?.name ?? "");
}

/** Names with another meaning, to the database or in a folder of definitions. */
const reserved = /^(?:types|system(?:_.*)?)$/;

/** `@acme/Web-Shop` as `web_shop`; `app` if the name has no letter or digit. */
export function keyspaceNameOf(packageName: string): string {
  const bare = packageName.replace(/^@[^/]*\//, "").toLowerCase();
  const name = bare.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (name === "") return "app";
  const safe = /^\d/.test(name) || reserved.test(name) ? `app_${name}` : name;
  return safe.slice(0, 48).replace(/_+$/, "");
}

/** The folder that has the definitions of the other keyspaces. */
export function proposeDefinitions({ config }: Existing): string {
  const sibling = config?.entries.find(({ keyspace, definitions }) => basename(definitions) === keyspace);
  return sibling ? posix.dirname(sibling.definitions) : "definitions";
}

/** A folder beside the output of another keyspace, or one that is empty or already has generated files. */
export function proposeOutput({ project, config }: Existing, { keyspace = "" }: Draft): string {
  const [other] = config?.entries ?? [];
  const [first] = other?.outputs ?? [];
  if (other && first !== undefined) {
    return basename(first) === other.keyspace ? posix.join(posix.dirname(first), keyspace) : `${first}-${keyspace}`;
  }
  const folder = project.entriesOf(".").includes("src") ? "src/db" : "db";
  const entries = project.entriesOf(folder);
  if (entries.length > 0 && !entries.includes(manifestName)) return `${folder}/generated`;
  const holder = findHolder(project, folder);
  return holder === undefined || holder === keyspace ? folder : `${folder}-${keyspace}`;
}
