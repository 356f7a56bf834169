/** The user of a service that only this machine can reach: created once, and kept in a file that only its owner can read. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Credentials } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";
import { isOpenToOthers } from "../../service/index.ts";

export interface LocalUser extends Credentials {
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
    if (["EACCES", "EPERM", "EROFS"].includes(code)) return { ...created, isNew: true };
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
  try {
    const { username, password } = JSON.parse(text) as Partial<Record<keyof Credentials, unknown>>;
    const isUser = typeof username === "string" && typeof password === "string" && username !== "" && password !== "";
    return isUser ? { username, password } : undefined;
  } catch {
    return undefined;
  }
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== "EEXIST") throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
