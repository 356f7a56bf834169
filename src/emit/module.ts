/** Puts a generated module together: its first lines, its imports and its declarations. */
import { lineWidth } from "./doc.ts";
import { Scope } from "./scope.ts";
import type { ModuleFrame, Use } from "./scope.ts";
import { stringLiteral } from "./syntax.ts";

export interface EmittedModule {
  readonly scope: Scope;
  readonly text: () => string;
}

/** Emits a module from its body. Runs the body again with settled names if some names conflict. */
export function emitModule(frame: ModuleFrame, body: (scope: Scope) => string): EmittedModule {
  const preferring = new Scope(frame);
  const preferred = body(preferring);
  const names = preferring.settleNames();
  const scope = names ? new Scope(frame, names) : preferring;
  const declarations = names ? body(scope) : preferred;
  return { scope, text: () => banner(frame) + printImports(scope) + declarations };
}

/** The barrel of a keyspace: exports everything from each of its modules. */
export function emitBarrel(keyspace: string, modules: readonly string[]): string {
  const lines = modules.map((path) => `export * from ${stringLiteral(path)};\n`);
  return `${banner({ source: `the table definitions of \`${keyspace}\`` })}\n${lines.join("") || "export {};\n"}`;
}

/**
 * The first lines of every generated file. Without version, date and path, so that the same definition gives the same
 * bytes.
 *
 * ESLint 9 warns of a directive that suppresses nothing, and the common rules report only interfaces without members.
 */
function banner({ source, hasBareInterface = false }: Pick<ModuleFrame, "source" | "hasBareInterface">): string {
  const directive = hasBareInterface ? "/* eslint-disable */\n" : "";
  return `// @generated from ${source}. Do not edit: run \`colonnade generate\`.\n${directive}`;
}

/** The imports of a module: those from its runtime entry, and the others. */
interface ImportTexts {
  readonly runtime: string;
  readonly others: string;
}

/** The imports of recent modules, by a sum of their uses: many tables have columns of the same types. */
const recentImports = new Map<number, ImportTexts & { readonly uses: readonly Use[]; readonly from: string }>();
const mostRecent = 256;

/** In the order in which modules were first used, after the runtime and the module beside this one. */
function printImports(scope: Scope): string {
  const { runtime, others } = scope.isPlain ? printRecent(scope) : printUses(scope);
  const ownTypes = scope.ownTypes.map((use) => importedAs(use, scope));
  return runtime + importDeclaration("type", ownTypes, scope.ownTypes[0]?.from ?? "") + others;
}

function printRecent(scope: Scope): ImportTexts {
  const { uses, sum, frame } = scope;
  const from = frame.runtime;
  const recent = recentImports.get(sum);
  const isSame =
    recent?.from === from &&
    recent.uses.length === uses.length &&
    uses.every((use, index) => use === recent.uses[index]);
  if (isSame) return recent;
  if (recentImports.size === mostRecent) recentImports.clear();
  const texts = { ...printUses(scope), uses: [...uses], from };
  recentImports.set(sum, texts);
  return texts;
}

/** What a module imports from another one. */
interface Imports {
  readonly from: string;
  readonly type: string[];
  readonly value: string[];
}

function printUses(scope: Scope): ImportTexts {
  const imports: Imports[] = [{ from: scope.frame.runtime, type: [], value: [] }];
  for (const use of scope.uses) {
    const { kind, from } = use;
    if (kind !== "type" && kind !== "value") continue;
    let names = imports.find((other) => other.from === from);
    if (!names) imports.push((names = { from, type: [], value: [] }));
    names[kind].push(importedAs(use, scope));
  }
  const [runtime = "", ...others] = imports.map(
    ({ from, type, value }) => importDeclaration("type", type, from) + importDeclaration("value", value, from),
  );
  return { runtime, others: others.join("") };
}

function importedAs(use: Pick<Use, "kind" | "name" | "from">, scope: Scope): string {
  const local = scope.localName(use);
  return local === use.name ? local : `${use.name} as ${local}`;
}

/**
 * `import { a, b } from "…";`, with one name on each line if they do not fit. A single name never breaks. Empty if
 * there are no names.
 *
 * @param names in any order
 */
function importDeclaration(kind: "type" | "value", names: readonly string[], from: string): string {
  if (names.length === 0) return "";
  const sorted = names.toSorted();
  const start = kind === "type" ? "import type {" : "import {";
  const end = `} from ${stringLiteral(from)};\n`;
  const flat = `${start} ${sorted.join(", ")} ${end}`;
  if (names.length === 1 || flat.length - 1 <= lineWidth) return flat;
  return `${start}\n  ${sorted.join(",\n  ")},\n${end}`;
}
