import type { KeyspaceConfig } from "../../config/index.ts";

export type ImportExtension = NonNullable<KeyspaceConfig["importExtension"]>;

/** The options of a TypeScript config that say how modules are written, with what they imply. */
export interface ModuleOptions {
  readonly allowImportingTsExtensions?: boolean | undefined;
  readonly rewriteRelativeImportExtensions?: boolean | undefined;
  readonly module?: string | undefined;
  readonly moduleResolution?: string | undefined;
  readonly verbatimModuleSyntax?: boolean | undefined;
}

/** What decides it: the TypeScript config, or that there is none. */
export interface Surroundings {
  readonly typescript: { readonly file: string; readonly options: ModuleOptions } | undefined;
  readonly typescriptProblem: { readonly file: string } | undefined;
  readonly dependencies: Pick<ReadonlyMap<string, string>, "has">;
  readonly stripsTypes: boolean;
}

export interface DecidedExtension {
  readonly importExtension: ImportExtension;
  /** What decided: `"moduleResolution bundler in tsconfig.json"`. */
  readonly because: string;
}

interface Rule {
  readonly importExtension: ImportExtension;
  readonly option: keyof ModuleOptions;
  readonly value: RegExp;
}

/**
 * The first that fits counts. All that bundlers have in common is that an import without an ending finds a TypeScript file:
 * several look for no `.ts` behind a `.js`, and neither does what runs CommonJS from TypeScript.
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
 * How relative imports end in a project, and why; `.js`, which every compiler takes, where nothing decides. Where there is no
 * compiler, what runs TypeScript is Node, which looks for no `.ts` behind a `.js`.
 */
export function decideImportExtension(surroundings: Surroundings): DecidedExtension {
  const { typescript, typescriptProblem, dependencies, stripsTypes } = surroundings;
  if (typescriptProblem) return { importExtension: ".js", because: `${typescriptProblem.file} cannot be read` };
  if (!typescript) {
    const none = "there is no tsconfig.json";
    return stripsTypes && !dependencies.has("typescript")
      ? { importExtension: ".ts", because: `Node runs TypeScript as it is, and ${none}` }
      : { importExtension: ".js", because: none };
  }
  const { file, options } = typescript;
  for (const { option, value, importExtension } of rules) {
    const found = String(options[option]);
    if (value.test(found)) return { importExtension, because: `${option} ${found} in ${file}` };
  }
  return { importExtension: ".js", because: `${file} says nothing else` };
}
