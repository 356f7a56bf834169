import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** How many bytes the files directly in a folder have. Files may go away meanwhile. */
export async function folderSize(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
