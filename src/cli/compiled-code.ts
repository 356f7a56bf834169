/**
 * Keeps what V8 compiles of the command's own files for the next run, which then takes a third less CPU to start.
 *
 * `module.enableCompileCache` would keep the constants of every module of the process, and a config or a module that it imports
 * may hold a secret. Node 20 does not have it.
 */
import { lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

type Env = Readonly<Record<string, string | undefined>>;

/** Milliseconds until code is written: a start would wait for it, and V8 forgets code that has not run for long. */
const writeAfterMs = 3000;

/** The age in milliseconds at which a file is deleted: other versions are not used, and a used one is compiled and written again. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

export class CompiledCode {
  readonly #folder: string | undefined;
  /** By the files that they will be in, each with its source. */
  readonly #unwritten = new Map<string, readonly [Buffer, Script]>();

  /** @param folder undefined to keep nothing */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  compile(filename: string, source: string): Script {
    if (this.#folder === undefined) return new Script(source, { filename });
    // V8 rejects code of another version of itself, or compiled with other options, which the tag stands for.
    const file = join(this.#folder, `${basename(filename)}.${cachedDataVersionTag()}`);
    const text = Buffer.from(source);
    const cachedData = readCode(file, text);
    const script = new Script(source, { filename, ...(cachedData && { cachedData }) });
    if (cachedData && !script.cachedDataRejected) return script;
    if (this.#unwritten.size === 0) setTimeout(() => this.write(), writeAfterMs).unref();
    this.#unwritten.set(file, [text, script]);
    return script;
  }

  /** Writes the code of what was compiled, with the functions that have run. */
  write(): void {
    try {
      for (const [file, [text, script]] of this.#unwritten) {
        writeWhole(file, Buffer.concat([text, script.createCachedData()]));
      }
      if (this.#folder !== undefined && this.#unwritten.size > 0) removeOld(this.#folder);
    } catch {
      // The next run compiles again.
    }
    this.#unwritten.clear();
  }
}

/** A file holds the source and its code: of the source, V8 compares the length alone. */
function readCode(file: string, text: Buffer): Buffer | undefined {
  try {
    const content = readFileSync(file);
    return content.subarray(0, text.length).equals(text) ? content.subarray(text.length) : undefined;
  } catch {
    return undefined;
  }
}

/** V8 does not notice damaged code, so a file gets its name only when it is on disk. */
function writeWhole(file: string, content: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > maxAgeMs) rmSync(path, { force: true });
  }
}

/** The folder in the user's cache that nobody else can read or write; undefined where there cannot be one. */
export function compiledFolder(env: Env, platform: NodeJS.Platform = process.platform): string | undefined {
  if (env["NODE_DISABLE_COMPILE_CACHE"] === "1") return undefined;
  try {
    const folder = join(userCache(env, platform), "colonnade", "compiled");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // On Windows, folders of the user are theirs alone.
    if (platform === "win32") return folder;
    const found = lstatSync(folder);
    const isPrivate = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    return isPrivate ? folder : undefined;
  } catch {
    return undefined;
  }
}

function userCache(env: Env, platform: NodeJS.Platform): string {
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Caches");
  const given = env["XDG_CACHE_HOME"];
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), ".cache");
}
