import { parse } from "graphql";
import ts from "typescript";
import * as runtime from "@colonnade/runtime";
import * as runtimeAsserts from "@colonnade/runtime/asserts";
import * as runtimeChanges from "@colonnade/runtime/changes";
import * as runtimeComposites from "@colonnade/runtime/composites";
import * as runtimeDocuments from "@colonnade/runtime/documents";
import * as runtimeTables from "@colonnade/runtime/tables";
import * as runtimeZod from "@colonnade/runtime/zod";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import type { Plan } from "../../src/plan/index.ts";

/** What a module exports, by name. */
export type Exports = Readonly<Record<string, unknown>>;

const entries: Readonly<Record<string, Exports>> = {
  "@colonnade/runtime": runtime,
  "@colonnade/runtime/asserts": runtimeAsserts,
  "@colonnade/runtime/changes": runtimeChanges,
  "@colonnade/runtime/composites": runtimeComposites,
  "@colonnade/runtime/documents": runtimeDocuments,
  "@colonnade/runtime/tables": runtimeTables,
  "@colonnade/runtime/zod": runtimeZod,
  graphql: { parse },
};

/**
 * The emitted modules of a keyspace, run: `{ "products.ts": { productsTable, insertProducts, … }, … }`.
 *
 * They are transpiled one by one, as type stripping would, and get this very runtime. `own` are the modules of a user.
 */
export function importEmitted(
  plan: Plan,
  own: Readonly<Record<string, Exports>> = {},
): Readonly<Record<string, Exports>> {
  const texts = new Map(emitKeyspace(plan).map(({ path, text }) => [path, text]));
  const loaded = new Map<string, Exports>();
  const load = (path: string): Exports => {
    const known = loaded.get(path);
    if (known) return known;
    const text = texts.get(path);
    if (text === undefined) throw new Error(`there is no emitted module ${path}`);
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: false };
    const { outputText } = ts.transpileModule(text, { compilerOptions: options });
    const exported: Record<string, unknown> = {};
    loaded.set(path, exported);
    // Not evaluated by the test runner, which would look for the files on disk.
    new Function("exports", "require", outputText)(exported, require);
    return exported;
  };
  const require = (specifier: string): Exports => {
    const entry = entries[specifier];
    if (entry) return entry;
    return own[specifier] ?? load(specifier.replace(/^\.\//, "").replace(/\.js$/, ".ts"));
  };
  return Object.fromEntries([...texts.keys()].map((path) => [path, load(path)]));
}
