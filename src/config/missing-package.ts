import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";

/**
 * The package that an import names, if it is not installed for a file. Undefined if only the compiler can know: for an
 * alias of a compiler's or a package's configuration, and where nothing is installed in a `node_modules`.
 */
export function missingPackage(specifier: string, file: string): string | undefined {
  const [name] = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?=\/|$)/i.exec(specifier) ?? [];
  if (name === undefined || isBuiltin(specifier)) return undefined;
  const folders = foldersAbove(dirname(file));
  if (folders.some((folder) => resolvesOtherwise(folder, name))) return undefined;
  const installed = folders.map((folder) => join(folder, "node_modules")).filter((folder) => existsSync(folder));
  const types = `@types/${name.replace(/^@/, "").replace("/", "__")}`;
  const isThere = installed.some((folder) => existsSync(join(folder, name)) || existsSync(join(folder, types)));
  return installed.length === 0 || isThere ? undefined : name;
}

/** A folder and those that it is in, the innermost first. */
export function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/** Whether something in a folder may give a name another meaning than that of an installed package. */
function resolvesOtherwise(folder: string, name: string): boolean {
  const textOf = (file: string): string =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";
  if ([".pnp.cjs", "deno.json", "deno.jsonc"].some((file) => existsSync(join(folder, file)))) return true;
  // A package may import itself. An extended configuration may have aliases.
  return (
    textOf("package.json").includes(`"name": "${name}"`) ||
    ["tsconfig.json", "jsconfig.json"].some((file) => /"(?:paths|baseUrl|extends|references)"/.test(textOf(file)))
  );
}
