import { join } from "node:path";
import { loadFormatter } from "../../output/index.ts";
import type { PlannedFile } from "./planned-file.ts";

/** New files as the project's prettier wants them; those that are there already keep the layout they have. */
export async function layOutFiles(folder: string, files: readonly PlannedFile[]): Promise<readonly PlannedFile[]> {
  const formatter = await loadFormatter(folder).catch(() => undefined);
  if (!formatter) return files;
  return Promise.all(
    files.map(async (file) => {
      if (file.action !== "created" || file.text === undefined || !/\.(?:json|[cm]?[jt]s)$/.test(file.path))
        return file;
      // What is wrong with its config, `generate` says; here it is a matter of looks.
      const text = await formatter.format(join(folder, file.path), file.text).catch(() => undefined);
      return text === undefined ? file : { ...file, text };
    }),
  );
}
