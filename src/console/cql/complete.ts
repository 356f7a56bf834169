/** Completes CQL: the grammar says what may follow, the definitions have its names. */
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import { expectedAt } from "../../cql/grammar/index.ts";
import type { Expected, ExpectedName, Reference } from "../../cql/grammar/index.ts";
import { nativeTypes, printCqlType, printName } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import { functionNames, optionNames } from "./known-names.ts";

export interface Definitions {
  /** The keyspace of names without one. */
  readonly keyspace: string | undefined;
  readonly keyspaces: readonly string[];
  /** Undefined if there is none. */
  readonly find: (keyspace: string) => Promise<Keyspace | undefined>;
}

/** @param definitions as they are when something is completed */
export function createCompletion(definitions: () => Definitions): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const text = context.state.doc.toString();
    const expected = expectedAt(text, context.pos);
    const { start } = expected;
    const isAsked = context.explicit || start < context.pos || text[start - 1] === ".";
    if (!isAsked) return null;
    const options = await complete(expected, definitions());
    return options.length === 0 ? null : { from: start, options, validFor: /^\w*$/ };
  };
}

/** Names come before keywords that fit equally well. */
export async function complete(expected: Expected, definitions: Definitions): Promise<readonly Completion[]> {
  const named = expected.keyspace ?? definitions.keyspace;
  const keyspace = named === undefined ? undefined : await definitions.find(named);
  const tables = await tablesOf(expected.tables, definitions);
  const scope = { definitions, keyspace, tables: tables.length > 0 ? tables : (keyspace?.tables ?? []) };
  const names = expected.names.flatMap((kind) => completions[kind](scope));
  const keywords = expected.keywords.map((label) => ({ label, type: "keyword" }));
  // A name that occurs in several tables is offered once.
  return [...new Map([...names, ...keywords].map((option) => [`${option.type} ${option.label}`, option])).values()];
}

interface Scope {
  readonly definitions: Definitions;
  readonly keyspace: Keyspace | undefined;
  /** The statement's tables; all tables of the keyspace if it names none yet. */
  readonly tables: readonly Table[];
}

async function tablesOf(references: readonly Reference[], { keyspace, find }: Definitions): Promise<readonly Table[]> {
  const found = await Promise.all(
    references.map(async ({ keyspace: own = keyspace, name }) => {
      const tables = own === undefined ? [] : ((await find(own))?.tables ?? []);
      return tables.find((table) => table.name === name);
    }),
  );
  return found.filter((table) => table !== undefined);
}

function named(type: string, name: string, detail?: string): Completion {
  const printed = printName(name);
  return { label: printed, type, boost: 1, ...(detail !== undefined && { detail }) };
}

const completions: Readonly<Record<ExpectedName, (scope: Scope) => readonly Completion[]>> = {
  keyspace: ({ definitions }) => definitions.keyspaces.map((name) => named("namespace", name, "keyspace")),
  table: ({ keyspace }) => keyspace?.tables.map(({ name }) => named("class", name, "table")) ?? [],
  view: () => [],
  index: ({ keyspace }) =>
    keyspace?.tables.flatMap((table) =>
      table.indexes.flatMap(({ name }) => (name === undefined ? [] : [named("constant", name, table.name)])),
    ) ?? [],
  type: ({ keyspace }) => [
    ...nativeTypes.map((label) => ({ label, type: "type" })),
    ...(keyspace?.userTypes.map(({ name }) => named("type", name, "user type")) ?? []),
  ],
  column: ({ tables }) =>
    tables.flatMap(({ columns }) => columns.map(({ name, type }) => named("property", name, printCqlType(type)))),
  field: ({ keyspace }) =>
    keyspace?.userTypes.flatMap((of) => of.fields.map(({ name }) => named("property", name, of.name))) ?? [],
  function: () => functionNames.map((label) => ({ label, type: "function", apply: `${label}(` })),
  aggregate: () => [],
  option: () => optionNames.map((label) => ({ label, type: "property" })),
};
