import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Credentials } from "@colonnade/runtime/protocol";
import { renderPath } from "../terminal/messages.ts";
import { loadLocalUser } from "./local-user.ts";
import type { LocalUser } from "./local-user.ts";
import type { Log } from "./log.ts";

/** The given user, or the local one if there is no file of users either. */
export async function openUser(
  given: Credentials | undefined,
  hasFile: boolean,
  cwd: string,
): Promise<{ readonly user?: Credentials; readonly local?: LocalUser }> {
  if (given) return { user: given };
  if (hasFile) return {};
  const local = await loadLocalUser(join(cwd, ".colonnade"), (path) => renderPath(path, cwd));
  return { user: local, local };
}

/** A password is shown once, unless it would end up in a log that is kept. */
export function showUser({ username, password, isNew, path }: LocalUser, cwd: string, log: Log): void {
  const user = `user ${username}, password`;
  if (path === undefined) return log.warn(`${user} ${password} (for this run only: .colonnade cannot be written)`);
  const file = renderPath(path, cwd);
  if (isNew) log.reveal(`${user} ${password} (kept in ${file})`, `${user} in ${file}`);
  else log.say(`${user} in ${file}`);
}

/** Bun and wrangler read `.env` by themselves, and `serve` does not: their apps would be refused. */
export function warnOfUnreadUser(cwd: string, log: Log): void {
  if (loadEnvFile(join(cwd, ".env"))["COLONNADE_USERNAME"] === undefined) return;
  log.warn("the user in .env is ignored; to use it, add --env-file .env");
}

function loadEnvFile(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
