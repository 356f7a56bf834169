/** Puts a generated module together: its first lines, its imports and its declarations. */
import { Scope } from "./scope.ts";
import type { ModuleFrame } from "./scope.ts";
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
  return { scope, text: () => banner(frame) + scope.printImports() + declarations };
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
