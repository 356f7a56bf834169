import { resolve } from "node:path";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";

/** The path of a file as a CI server identifies it: relative to the repository, with `/`. */
export function repositoryPath(path: string, { env, cwd }: Pick<Io, "env" | "cwd">): string {
  const root = env["GITHUB_WORKSPACE"] ?? env["CI_PROJECT_DIR"] ?? cwd;
  return renderPath(resolve(cwd, path), root).replaceAll("\\", "/");
}
