import { randomBytes } from "node:crypto";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const trialName = "ROOM";
const chunkLength = 1024 * 1024;

/**
 * Tries whether there is room to open the data: LevelDB turns its logs into tables then, and nothing can be read when it
 * fails at that. Writes a file and deletes it, because free space that the system reports may belong to someone else.
 *
 * @throws an error of the system, with the code `ENOSPC` when there is none
 */
export async function checkRoom(directory: string): Promise<void> {
  const logs = (await readdir(directory)).filter((name) => /^\d+\.log$/.test(name));
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(directory, name))).size));
  const needed = chunkLength + sizes.reduce((sum, size) => sum + size, 0);
  const trial = join(directory, trialName);
  const chunk = randomBytes(chunkLength);
  const file = await open(trial, "w", 0o600);
  try {
    for (let written = 0; written < needed; written += chunkLength) await file.write(chunk);
    await file.datasync();
  } finally {
    await file.close();
    await rm(trial, { force: true });
  }
}
