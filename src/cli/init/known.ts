import { existsSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { configNames, loadConfig } from "../../config/index.ts";
import { loadConfigPlaces } from "../../config/config-places.ts";
import { ColonnadeError, isColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";
import { loadProject } from "./project.ts";
import type { Project } from "./project.ts";
import { relativePath } from "./text-files.ts";

/** The facts that precede all answers. */
export interface Known {
  readonly project: Project;
  readonly config: FoundConfig | undefined;
  /** The value of `--config`. */
  readonly named: string | undefined;
}

/** The answers so far; folders as the user wrote them. */
export type Draft = Readonly<Partial<Record<QuestionFlag, string>>>;

export type QuestionFlag = "keyspace" | "definitions" | "output" | "format" | "validators";

/** An existing config file. All paths are relative to the app's folder. */
export interface FoundConfig {
  readonly file: string;
  readonly has: (keyspace: string) => boolean;
  /** Its keyspaces; none if it cannot be loaded. */
  readonly entries: readonly ConfigEntry[];
  /** Why it cannot be loaded. */
  readonly problem?: Problem;
}

export interface ConfigEntry {
  readonly keyspace: string;
  readonly definitions: string;
  /** At least one. */
  readonly outputs: readonly string[];
  /** Whether any output has validators. */
  readonly validators: boolean;
}

/** @throws {ColonnadeError} `two-configs`, `bad-config`, or `usage` for a file name that no command could load */
export async function loadKnown(io: Io, named: string | undefined): Promise<Known> {
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
  const find = await loadConfigPlaces(resolve(folder, file));
  const message = `${file} cannot be loaded, so init read only its text`;
  return {
    file,
    has: (keyspace) => find(["keyspaces", keyspace]) !== undefined,
    entries: [],
    problem: { code, message, ...(next !== undefined && { next }) },
  };
}

function validateName(named: string): void {
  if (/^\.(?:m?[jt]s|json)$/.test(extname(named))) return;
  throw new ColonnadeError("usage", `--config ${JSON.stringify(named)} is not a valid name for a new config file`, {
    next: "use a name that ends in .ts, .mts, .js, .mjs or .json",
  });
}
