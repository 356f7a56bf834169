import { resolve } from "node:path";
import ts from "typescript";

/** Every flag that could make generated code fail in somebody's project, together. */
export const strictFlags: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
};

const base: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  paths: readSourcePaths(),
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

/** Where our own packages have their sources, as our tsconfig says. */
export function readSourcePaths(): ts.MapLike<string[]> {
  const root = resolve(import.meta.dirname, "../..");
  const { config } = ts.readConfigFile(resolve(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: { paths: ts.MapLike<string[]> } };
  };
  const { paths } = config.compilerOptions;
  return Object.fromEntries(
    Object.entries(paths).map(([name, files]) => [name, files.map((file) => resolve(root, file))]),
  );
}

/** Where the files seem to stand: within the repository, so that they find its packages. */
const folder = resolve(import.meta.dirname, "../virtual");

/** What a compiler found in files, and how much work it was. */
export interface Compilation {
  /** Each as `products.ts:12 TS2322 Type …`. */
  readonly errors: string[];
  /** How many types it had to make from generic ones: the same number on every machine, unlike time. */
  readonly instantiations: number;
}

/**
 * Compiles files that are in memory only, all in one program.
 * @returns each error of them as `products.ts:12 TS2322 Type …`
 */
export function compile(files: Readonly<Record<string, string>>, flags: ts.CompilerOptions = strictFlags): string[] {
  return measureCompilation(files, flags).errors;
}

export function measureCompilation(
  files: Readonly<Record<string, string>>,
  flags: ts.CompilerOptions = strictFlags,
): Compilation {
  const texts = new Map(Object.entries(files).map(([path, text]) => [resolve(folder, path), text]));
  texts.set(resolve(folder, "package.json"), '{ "type": "module" }');
  const roots = [...texts.keys()].filter((path) => path.endsWith(".ts"));
  const options = { ...base, ...flags };
  const program = ts.createProgram(roots, options, createHost(texts, options));
  const errors = roots.flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
      ...program.getDeclarationDiagnostics(file),
    ];
    return found.map((diagnostic) => {
      const line = file ? file.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line + 1 : 0;
      const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
      return `${path.slice(folder.length + 1)}:${line} TS${diagnostic.code} ${message}`;
    });
  });
  return { errors, instantiations: program.getInstantiationCount() };
}

/**
 * Files that are on disk: parsing the libraries takes longer than most tests. Sources are kept by the options they were read
 * for; declarations are the same for all.
 */
const parsed = new Map<string, ts.SourceFile | undefined>();

function createHost(texts: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path);
  host.directoryExists = (path) => path.startsWith(folder) || (directoryExists?.call(host, path) ?? true);
  host.getSourceFile = (path, language, ...rest) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    const key = JSON.stringify([path, language, path.endsWith(".d.ts") || options]);
    if (!parsed.has(key)) parsed.set(key, getSourceFile.call(host, path, language, ...rest));
    return parsed.get(key);
  };
  return host;
}
