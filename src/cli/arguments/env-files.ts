import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { ColonnadeError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import type { FlagDefinition, Flags } from "./command.ts";

/** For commands that connect: their credentials are environment variables. */
export const envFileFlag = {
  "env-file": {
    kind: "list",
    describe: "Files of environment variables, as node --env-file reads them; variables that are set already win",
    without: "none",
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/**
 * Returns the environment with the variables of `--env-file`; a later file overrides an earlier one.
 *
 * @throws {ColonnadeError} `unreadable`
 */
export function loadEnvFiles(flags: Flags, { env, cwd }: Pick<Io, "env" | "cwd">): Io["env"] {
  const files = flags.list("env-file") ?? [];
  return Object.assign({}, ...files.map((file) => parseEnv(read(resolve(cwd, file), cwd))), env) as Io["env"];
}

function read(path: string, cwd: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ColonnadeError("unreadable", `${renderPath(path, cwd)} cannot be read`, { cause: error });
  }
}
