import { parse } from "graphql";
import { transformSync } from "rolldown/utils";
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

type Import = (specifier: string) => Exports;

/**
 * An emitted module as a function, which fills `$exports`: without its types, as type stripping would leave it. The compiler
 * takes twenty times as long for it.
 */
function compileModule(path: string, text: string): ($exports: Record<string, unknown>, $import: Import) => void {
  const { code, errors } = transformSync(path, text, { lang: "ts" });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const functions: string[] = [];
  const body = code
    // What is left of a module of types.
    .replace(/^export \{\};$/gm, "")
    .replace(/^import \{(.*)\} from ("[^"]*");$/gm, (_, names: string, from: string) => {
      return `const {${names.replace(/(\S+) as (\S+)/g, "$1: $2")}} = $import(${from});`;
    })
    .replace(/^export \* from ("[^"]*");$/gm, "Object.assign($exports, $import($1));")
    .replace(/^export const (\S+) = /gm, "const $1 = $exports.$1 = ")
    .replace(/^export ((?:async )?function (\S+?)\()/gm, (_, head: string, name: string) => {
      functions.push(`$exports.${name} = ${name};`);
      return head;
    });
  const [unknown] = /^(?:import|export)\b.*/m.exec(body) ?? [];
  if (unknown !== undefined) throw new Error(`${path} has a statement of another form: ${unknown}`);
  // Not evaluated by the test runner, which would look for the files on disk.
  return new Function("$exports", "$import", `"use strict";${functions.join("")}${body}`) as ReturnType<
    typeof compileModule
  >;
}

/**
 * The emitted modules of a keyspace, run: `{ "products.ts": { productsTable, insertProducts, … }, … }`.
 *
 * They get this very runtime. `own` are the modules of a user.
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
    const exported: Record<string, unknown> = {};
    loaded.set(path, exported);
    compileModule(path, text)(exported, require);
    return exported;
  };
  const require: Import = (specifier) => {
    const entry = entries[specifier];
    if (entry) return entry;
    return own[specifier] ?? load(specifier.replace(/^\.\//, "").replace(/\.js$/, ".ts"));
  };
  return Object.fromEntries([...texts.keys()].map((path) => [path, load(path)]));
}
