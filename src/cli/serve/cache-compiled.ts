/**
 * Has Node keep what it compiles of Colonnade's own files for the next start, which then takes a tenth less CPU. Node 22 and
 * later can.
 *
 * Node would keep the constants of every other module too, and a config or a module that it imports may hold a secret. So
 * nothing is kept in a process that loads any program but ours.
 */
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { extname, isAbsolute, join } from "node:path";
import { configNames } from "../../config/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";

export function cacheCompiled(flags: Flags, io: Io): void {
  if (!io.cacheCompiled || loadsOthers(flags, io)) return;
  const folder = privateFolder(io.env);
  if (folder !== undefined) io.cacheCompiled(folder);
}

/** Whether the process may load a program that is not ours: by Node's options, as its config, or as the driver of a cluster. */
function loadsOthers(flags: Flags, { env, cwd }: Io): boolean {
  if ((env["NODE_OPTIONS"] ?? "") !== "" || flags.text("store") === "cassandra") return true;
  const named = flags.text("config");
  if (named !== undefined) return extname(named) !== ".json";
  return configNames.some((name) => extname(name) !== ".json" && existsSync(join(cwd, name)));
}

/** A folder in the user's cache that nobody else can read or write; undefined where there cannot be one. */
export function privateFolder(env: Io["env"], platform: NodeJS.Platform = process.platform): string | undefined {
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

function userCache(env: Io["env"], platform: NodeJS.Platform): string {
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Caches");
  const given = env["XDG_CACHE_HOME"];
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), ".cache");
}
