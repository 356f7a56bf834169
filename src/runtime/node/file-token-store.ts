/**
 * Keeps tokens in files, one per service and user, so that programs that follow each other or run side by side share one.
 *
 * In come a key and a token; out goes what a process put there last, or null. A file or folder that others could read or
 * change is refused. Tokens are never in its messages, nor a user's name in the names of its files.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseStoredToken, shareTokens } from "../token/stored-tokens.ts";
import type { SharedTokens, StoredToken } from "../token/stored-tokens.ts";

/** More is no token of ours. */
const mostBytes = 64 * 1024;
/** Who waits longer for another process's creation goes on without. */
const lockWaitMs = 1_500;
/** No creation takes this long: the process that began it is gone. */
const lockAgeMs = 20_000;

/**
 * A store in a folder, which is made when it is missing: folder 0700, files 0600.
 *
 * Failures do not reach calls: a session that cannot read or write here creates a token of its own, and tells
 * `onTokenStoreError`.
 *
 * @param folder best one of the program's own, below the user's home
 */
export function fileTokenStore(folder: string): SharedTokens {
  const pathOf = (key: string): string => join(folder, createHash("sha256").update(key).digest("hex"));

  async function get(key: string): Promise<StoredToken | null> {
    const text = await readPrivate(`${pathOf(key)}.json`);
    return text === null ? null : parse(text);
  }

  async function set(key: string, stored: StoredToken): Promise<void> {
    await prepare(folder);
    const path = `${pathOf(key)}.json`;
    const beside = `${path}.${randomUUID()}.tmp`;
    try {
      await create(beside, `${JSON.stringify(stored)}\n`);
      await replace(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }

  return shareTokens({
    get,
    set,
    delete: async (key, ifToken) => {
      if (ifToken === undefined || (await get(key))?.token === ifToken)
        await rm(`${pathOf(key)}.json`, { force: true });
    },
    lock: async (key) => {
      await prepare(folder);
      return lock(`${pathOf(key)}.lock`);
    },
  });
}

/** Makes the folder, or sees to it that nobody else can put files there. */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (hasModes && ((await stat(folder)).mode & 0o022) !== 0) {
    throw new Error(`others may write to the folder of the token store: chmod 700 ${folder}`);
  }
}

/** Windows has no such modes; a file there is as private as its folder. */
const hasModes = process.platform !== "win32";

/** The text of a file that only its owner can read; null when there is none. */
async function readPrivate(path: string): Promise<string | null> {
  let file;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const { mode, uid, size } = await file.stat();
    if (hasModes && ((mode & 0o077) !== 0 || uid !== process.getuid?.())) {
      throw new Error(`others can read the token in ${path}: it is not used`);
    }
    return size > mostBytes ? "" : await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** A broken file is as good as none: the next token replaces it. */
function parse(text: string): StoredToken | null {
  try {
    return parseStoredToken(JSON.parse(text));
  } catch {
    return null;
  }
}

async function create(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** Windows refuses while another process, or a scanner of viruses, has the file open. */
async function replace(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (attempt > 5 || !["EPERM", "EACCES", "EBUSY"].includes(codeOf(error) ?? "")) throw error;
      await sleep(20 * attempt);
    }
  }
}

/**
 * Waits until no other process creates a token, but not for long. Correctness does not hang on it: a token more does no harm.
 *
 * @returns how to let the others in; undefined when it took too long
 */
async function lock(path: string): Promise<(() => Promise<void>) | undefined> {
  const owner = `${process.pid} ${randomUUID()}\n`;
  for (const until = performance.now() + lockWaitMs; performance.now() < until; await sleep(10 + 20 * Math.random())) {
    try {
      await create(path, owner);
      return async () => {
        // Another process may have taken it for abandoned.
        if ((await readFile(path, "utf8").catch(() => "")) === owner) await unlink(path).catch(() => undefined);
      };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (Math.abs(age) > lockAgeMs) await rm(path, { force: true });
    }
  }
  return undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
