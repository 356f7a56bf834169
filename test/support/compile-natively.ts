/**
 * TypeScript 7, which has no interface to call it by: it compiles files on disk in a process of its own, in a fraction of the
 * time of the compiler in JavaScript. For tests whose programs are large and expected to compile; `compile` is for the others.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readSourcePaths, strictFlags } from "./compile.ts";
import { repository } from "./repository.ts";

const compiler = join(repository, "node_modules/typescript-7/bin/tsc");

const base = {
  target: "es2022",
  lib: ["es2022", "dom"],
  module: "nodenext",
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
  // Errors of libraries are dropped below.
  skipLibCheck: true,
};

/**
 * Compiles files, all in one program, beside the sources of our packages.
 * @param flags as a `tsconfig.json` has them
 * @returns each error of them as `products.ts:12 TS2322 Type …`
 */
export async function compileNatively(
  files: Readonly<Record<string, string>>,
  flags: object = strictFlags,
): Promise<string[]> {
  // Within the repository, so that the files find its packages; below a folder that no other tool looks into.
  await mkdir(join(repository, "node_modules/.cache"), { recursive: true });
  const folder = await mkdtemp(join(repository, "node_modules/.cache/compiled-"));
  try {
    const compilerOptions = { ...base, ...flags, paths: readSourcePaths() };
    const config = JSON.stringify({ compilerOptions, include: ["**/*"] });
    const all = { ...files, "package.json": '{ "type": "module" }', "tsconfig.json": config };
    for (const path of new Set(Object.keys(all).map(dirname))) await mkdir(join(folder, path), { recursive: true });
    await Promise.all(Object.entries(all).map(([path, text]) => writeFile(join(folder, path), text)));
    // More threads would do more work in all, and another worker has its own.
    const words = [compiler, "-p", folder, "--pretty", "false", "--singleThreaded"];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
      (error: Error & { readonly stdout: string }) => {
        if (error.stdout === "") throw error;
        return error;
      },
    );
    return readErrors(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Those of the files themselves, and of the config; our sources need not keep to every flag. */
function readErrors(printed: string): string[] {
  const own = printed.split(/\n(?! )/).filter((error) => error !== "" && !error.startsWith(".."));
  return own.map((error) =>
    error.replace(/^(.*)\((\d+),\d+\): error (TS\d+): /, "$1:$2 $3 ").replaceAll(/\n\s*/g, " "),
  );
}
