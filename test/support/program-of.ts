/**
 * What the compiler makes of a module, in one form: two texts with the same result are the same program. In comes a text, out
 * goes its JavaScript, its declarations and its mistakes. Knows nothing of how `check` judges.
 */
import { format } from "prettier";
import ts from "typescript";

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  removeComments: true,
  declaration: true,
  isolatedDeclarations: true,
  noLib: true,
  noResolve: true,
  types: [],
};

export async function programOf(text: string): Promise<string> {
  const code = ts.transpileModule(text, { compilerOptions }).outputText;
  const declarations = ts.transpileDeclaration(text, { compilerOptions }).outputText;
  return [await normalize(code), await normalize(declarations), mistakesOf(text)].join("\n");
}

/** In prettier's layout, with the imports and their names in one order. */
async function normalize(emitted: string): Promise<string> {
  const laidOut = await format(emitted, { parser: "typescript", printWidth: 10_000, objectWrap: "collapse" });
  const lines = laidOut.split("\n").map((line) => line.replace(/(?<=port .*\{)[^}]*(?=\} from)/, sortNames));
  const isImport = (line: string): boolean => / from "[^"]*";$/.test(line);
  return [...lines.filter(isImport).sort(), ...lines.filter((line) => !isImport(line))].join("\n");
}

function sortNames(names: string): string {
  return names
    .split(",")
    .map((name) => name.trim())
    .sort()
    .join();
}

/** The names of other modules and of the library are unknown here, which is no mistake. */
const unknownNames = new Set([2304, 2307, 2318, 2583, 2584, 2585]);

/** The codes of all that the compiler finds wrong with a module by itself. */
function mistakesOf(text: string): string {
  const path = "/module.ts";
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === path ? source : undefined),
    fileExists: (name) => name === path,
    readFile: () => undefined,
    writeFile: () => undefined,
    getDefaultLibFileName: () => "lib.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
  const program = ts.createProgram([path], compilerOptions, host);
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  const codes = found.map(({ code }) => code).filter((code) => !unknownNames.has(code));
  return codes.sort((one, other) => one - other).join();
}
