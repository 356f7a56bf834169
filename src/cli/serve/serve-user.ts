import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { isLoopback } from "@colonnade/runtime/protocol";
import type { Credentials } from "@colonnade/runtime/protocol";
import { ColonnadeError, attempt, codeOf } from "../../errors.ts";
import { isOpenToOthers } from "../../service/index.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
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
  const env = attempt(() => parseEnv(readFileSync(join(cwd, ".env"), "utf8")));
  if (env?.["COLONNADE_USERNAME"] === undefined) return;
  log.warn("the user in .env is ignored; to use it, add --env-file .env");
}

interface LocalUser extends Credentials {
  /** Whether the password was created just now. */
  readonly isNew: boolean;
  /** The file; undefined if it cannot be written, and the password ends with this run. */
  readonly path?: string;
}

/**
 * Loads the user of a folder, or creates one with a random password.
 *
 * @param folder also gets a .gitignore, so that the password is never committed
 * @param shown how messages name a path
 * @throws {ColonnadeError} `bad-credentials-file`
 */
export async function loadLocalUser(folder: string, shown: (path: string) => string): Promise<LocalUser> {
  const path = join(folder, "credentials.json");
  const created = { username: "colonnade", password: randomBytes(18).toString("base64url") };
  // Written whole before it gets its name: two services that start at once agree on one password.
  const draft = join(folder, `.credentials-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, ".gitignore"), "*\n", { flag: "wx" }).catch(ignoreExisting);
    if (!existsSync(path)) {
      await writeFile(draft, `${JSON.stringify(created, null, 2)}\n`, { flag: "wx", mode: 0o600, flush: true });
      await link(draft, path).finally(() => rm(draft));
      return { ...created, isNew: true, path };
    }
  } catch (error) {
    const code = codeOf(error);
    if (["EACCES", "EPERM", "EROFS"].includes(String(code))) return { ...created, isNew: true };
    // Another service was first.
    if (code !== "EEXIST") throw error;
  }
  return { ...(await readUser(path, shown)), isNew: false, path };
}

async function readUser(path: string, shown: (path: string) => string): Promise<Credentials> {
  const name = shown(path);
  const bad = (reason: string, next: string): ColonnadeError =>
    new ColonnadeError("bad-credentials-file", `${name} ${reason}`, { kind: "machine", next });
  const recreate = `delete ${name}; serve creates a new password`;
  if (isOpenToOthers(await stat(path))) {
    throw bad("can be read by other users of this machine", `${recreate}. To keep the old one: chmod 600 ${name}`);
  }
  const text = await readFile(path, "utf8").catch(() => {
    throw bad("cannot be read", recreate);
  });
  const user = parse(text);
  if (!user) throw bad("has no username and password", recreate);
  return user;
}

function parse(text: string): Credentials | undefined {
  const found = Object(attempt((): unknown => JSON.parse(text))) as Partial<Record<keyof Credentials, unknown>>;
  const { username, password } = found;
  const isUser = typeof username === "string" && typeof password === "string" && username !== "" && password !== "";
  return isUser ? { username, password } : undefined;
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== "EEXIST") throw error;
}

/**
 * Chooses the user who may create tokens: from the environment, or undefined for those of a file, or for a local one if
 * only this machine can reach the service.
 *
 * @throws {ColonnadeError} `no-user` beyond loopback addresses, or if only half of it is set
 */
export function chooseUser(env: Io["env"], host: string, hasFile: boolean): Credentials | undefined {
  const username = env["COLONNADE_USERNAME"] ?? "";
  const password = env["COLONNADE_PASSWORD"] ?? "";
  if (username !== "" && password !== "") return { username, password };
  if (username !== "" || password !== "") {
    const missing = username === "" ? "COLONNADE_USERNAME" : "COLONNADE_PASSWORD";
    throw new ColonnadeError("no-user", `${missing} is not set`, {
      next: "set both, or neither on a loopback address",
    });
  }
  if (hasFile || isLoopback(host)) return undefined;
  throw new ColonnadeError("no-user", `other machines can reach ${host}, so the service needs a user`, {
    next: "set COLONNADE_USERNAME and COLONNADE_PASSWORD, or name a file of users with --users",
  });
}
