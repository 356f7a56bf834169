/**
 * Stores tokens in files, one per service and user, so that consecutive or parallel programs share one.
 *
 * Rejects files and folders that others can read or change. Its messages never contain tokens, and its file names no
 * usernames.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseStoredToken, shareTokens } from "../token/stored-tokens.ts";
import type { SharedTokens, StoredToken } from "../token/stored-tokens.ts";

/** A larger file is not one of our tokens. */
const mostBytes = 64 * 1024;
/** The longest wait for another process to create a token. */
const lockWaitMs = 1_500;
/** A lock older than this was abandoned by its process. */
const lockAgeMs = 20_000;

/**
 * Creates a store in a folder, which is created if missing: folder 0700, files 0600.
 *
 * Failures do not affect calls: a session that cannot read or write here creates its own token, and reports to
 * `onTokenStoreError`.
 *
 * @param folder preferably the program's own folder below the user's home
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

/** Creates the folder, or checks that no other user can write to it. */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (hasModes && ((await stat(folder)).mode & 0o022) !== 0) {
    throw new Error(`others may write to the folder of the token store: chmod 700 ${folder}`);
  }
}

/** Windows has no file modes; a file there is as private as its folder. */
const hasModes = process.platform !== "win32";

/** Reads a file that only its owner can read; null if it does not exist. */
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

/** A broken file counts as missing: the next token replaces it. */
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

/** Windows fails while another process, or a virus scanner, has the file open. */
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
 * Waits for a limited time until no other process creates a token. Correctness does not depend on it: an extra token
 * does no harm.
 *
 * @returns a function that releases the lock; undefined after a timeout
 */
async function lock(path: string): Promise<(() => Promise<void>) | undefined> {
  const owner = `${process.pid} ${randomUUID()}\n`;
  for (const until = performance.now() + lockWaitMs; performance.now() < until; await sleep(10 + 20 * Math.random())) {
    try {
      await create(path, owner);
      return async () => {
        // Another process may have considered it abandoned.
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
