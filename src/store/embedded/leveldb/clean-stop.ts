/**
 * What the last close left: the names and sizes of the files that are still written to while the data is open.
 *
 * LevelDB begins a MANIFEST with a new number each time it opens. A record that names another one than CURRENT is of an
 * earlier stop, so nothing has to be deleted on opening. A record that cannot be read means as little as none.
 */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";

export const cleanStopName = "CLEAN-STOP";

export interface CleanStop {
  readonly manifest: string;
  /** Bytes by name: the MANIFEST and the logs. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Records that the data was closed in order. Without the record the next opening only takes longer. */
export async function writeCleanStop(directory: string): Promise<void> {
  const manifest = (await readFile(join(directory, "CURRENT"), "utf8")).trimEnd();
  const names = (await readdir(directory)).filter((name) => name === manifest || /^\d+\.log$/.test(name));
  const sizes: Record<string, number> = {};
  for (const name of names) sizes[name] = (await stat(join(directory, name))).size;
  const text = JSON.stringify({ manifest, sizes } satisfies CleanStop);
  await writeFile(join(directory, cleanStopName), `${crc32(text)} ${text}\n`, { mode: 0o600 });
}

/** The record of the last close, or undefined when the data was in use since, or was not closed. */
export async function readCleanStop(directory: string, manifest: string): Promise<CleanStop | undefined> {
  const record = await readFile(join(directory, cleanStopName), "utf8").catch(() => "");
  const [, crc, text = ""] = /^(\d+) (.*)\n$/.exec(record) ?? [];
  if (Number(crc) !== crc32(text)) return undefined;
  const stop = JSON.parse(text) as CleanStop;
  return stop.manifest === manifest ? stop : undefined;
}
