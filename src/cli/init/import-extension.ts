import type { KeyspaceConfig } from "../../config/index.ts";
import type { Project, TypeScriptProject } from "./project.ts";

export type ImportExtension = NonNullable<KeyspaceConfig["importExtension"]>;

export interface DecidedExtension {
  readonly importExtension: ImportExtension;
  /** `"moduleResolution bundler in tsconfig.json"` */
  readonly because: string;
}

/** The values of `--import-extension`. */
const extensions: Readonly<Record<string, ImportExtension>> = { ".js": ".js", ".ts": ".ts", none: "" };

interface Rule {
  readonly importExtension: ImportExtension;
  readonly option: keyof TypeScriptProject["options"];
  readonly value: RegExp;
}

/**
 * The first matching rule wins. Every bundler resolves an import without an extension to a TypeScript file. Several do not
 * resolve `.js` to `.ts`, and neither do tools that run TypeScript as CommonJS.
 */
const rules: readonly Rule[] = [
  { option: "rewriteRelativeImportExtensions", value: /^true$/, importExtension: ".ts" },
  { option: "allowImportingTsExtensions", value: /^true$/, importExtension: ".ts" },
  { option: "module", value: /^node(?:1[68]|2\d|next)$/i, importExtension: ".js" },
  { option: "module", value: /^(?:preserve|commonjs)$/i, importExtension: "" },
  { option: "moduleResolution", value: /^node(?:1[68]|2\d|next)$/i, importExtension: ".js" },
  { option: "moduleResolution", value: /^(?:bundler|node|node10)$/i, importExtension: "" },
];

/**
 * Decides the extension of relative imports. The default is `.js`, which every compiler accepts. Without a compiler, Node
 * itself runs TypeScript, and it does not resolve `.js` to `.ts`.
 *
 * @param flag the value of `--import-extension`
 */
export function decideImportExtension(
  { deno, typescript, typescriptProblem, dependencies, stripsTypes }: Project,
  flag?: string,
): DecidedExtension {
  const wanted = flag === undefined ? undefined : extensions[flag];
  if (wanted !== undefined) return { importExtension: wanted, because: "--import-extension" };
  // It resolves an import as it is written, whatever the compiler would do.
  if (deno) return { importExtension: ".ts", because: deno.file };
  if (typescriptProblem) return { importExtension: ".js", because: `${typescriptProblem.file} cannot be read` };
  if (!typescript) {
    return stripsTypes && !dependencies.has("typescript")
      ? { importExtension: ".ts", because: "no tsconfig.json, and this Node runs TypeScript" }
      : { importExtension: ".js", because: "no tsconfig.json" };
  }
  const { file, options } = typescript;
  for (const { option, value, importExtension } of rules) {
    const found = String(options[option]);
    if (value.test(found)) return { importExtension, because: `${option} ${found} in ${file}` };
  }
  return { importExtension: ".js", because: `the default, because ${file} does not decide` };
}
