/**
 * Changes of the tables of a keyspace: what each stores, and the keyspace after it.
 *
 * Rejects a change as the database would. Reads and writes nothing.
 */
import { indexNames, parseTableDefinition } from "../../../model/index.ts";
import type { Table, UserType } from "../../../model/index.ts";
import type { TableOptions } from "../../details.ts";
import type { TableChange } from "../../store.ts";
import { createLayout } from "../rows/layout.ts";
import type { Layout } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import type { Operation } from "../storage/key-value-store.ts";
import { alterTable, withOptions } from "./alter-table.ts";
import { recordKey, recordPut } from "./catalog-records.ts";
import { findUnsupportedOption } from "./index-rules.ts";
import { newDetails, printDetails } from "./keyspace-details.ts";
import { layoutOf, withDefinitions } from "./known-keyspace.ts";
import type { DefinitionChange, KnownKeyspace, NextId } from "./known-keyspace.ts";
import { printStoredTable } from "./stored-definition.ts";
import { checkUserTypes } from "./type-use.ts";

/** @returns undefined if there is a table of that name */
export async function addTable(
  known: KnownKeyspace,
  wanted: Table,
  options: TableOptions,
  nextId: NextId,
): Promise<DefinitionChange | undefined> {
  const { keyspace, types, layouts } = known;
  const { name } = keyspace;
  if (layouts.has(wanted.name)) return undefined;
  const table = options.size === 0 ? wanted : withOptions(wanted, options);
  if (table.viewOf !== undefined) throw rejection("The embedded store has no materialized views: write a second table");
  checkUserTypes(
    name,
    types,
    table.columns.map((column) => column.type),
  );
  const [problem] = tableProblems(table, types);
  if (problem !== undefined) throw rejection(problem);
  const id = await nextId();
  const indexIds = table.indexes.map((_, place) => id + 1 + place);
  const layout = createLayout(name, table, id, newDetails(options), undefined, indexIds);
  return {
    operations: [tableRecord(layout)],
    after: withDefinitions(known, { layouts: [...layouts.values(), layout] }),
  };
}

export async function changeTable(
  known: KnownKeyspace,
  table: string,
  change: TableChange,
  nextId: NextId,
): Promise<DefinitionChange> {
  const { keyspace, types, layouts } = known;
  const layout = layoutOf(known, table);
  if (change.kind === "add-column") checkUserTypes(keyspace.name, types, [change.column.type]);
  if (change.kind === "create-index") refuseTakenName(change.index.name, layouts.values());
  const altered = alterTable(layout, change);
  refuseNewProblem(tableProblems(layout.table, types), tableProblems(altered.table, types));
  const ids = new Map(layout.indexes.map(({ index, id }) => [index, id]));
  const next = await nextId();
  const indexIds = altered.table.indexes.map((index) => ids.get(index) ?? next);
  const after = createLayout(
    keyspace.name,
    altered.table,
    layout.id,
    { ...layout.details, options: altered.options },
    altered.numbers,
    indexIds,
  );
  return {
    operations: [tableRecord(after)],
    after: withDefinitions(known, {
      layouts: Array.from(layouts.values(), (other) => (other === layout ? after : other)),
    }),
  };
}

/**
 * An empty table in the place of another: its rows stay under the old number, to be deleted like those of a dropped table.
 * Callers see the same definitions.
 */
export async function renewTable(known: KnownKeyspace, table: string, nextId: NextId): Promise<DefinitionChange> {
  const { keyspace, table: definition, numbers, details } = layoutOf(known, table);
  const id = await nextId();
  const indexIds = definition.indexes.map((_, place) => id + 1 + place);
  const layout = createLayout(keyspace, definition, id, details, numbers, indexIds);
  return {
    operations: [tableRecord(layout)],
    after: { ...known, layouts: new Map([...known.layouts, [table, layout]]) },
  };
}

/** @returns undefined if the table does not exist */
export function removeTable(known: KnownKeyspace, table: string): DefinitionChange | undefined {
  const layout = known.layouts.get(table);
  if (!layout) return undefined;
  const layouts = [...known.layouts.values()].filter((other) => other !== layout);
  return { operations: [tableRemoval(layout)], after: withDefinitions(known, { layouts }) };
}

export function tableRecord({ keyspace, table, id, details, numbers, indexes }: Layout): Operation {
  const indexIds = indexes.map((index) => index.id);
  return recordPut(["table", keyspace, table.name], {
    id,
    ...printDetails(details),
    ...printStoredTable(table, numbers),
    indexIds,
  });
}

export function tableRemoval({ keyspace, table }: Layout): Operation {
  return { type: "del", key: recordKey(["table", keyspace, table.name]) };
}

/** What the parser of definitions, or this store, has against a table. */
export function tableProblems(table: Table, userTypes: ReadonlyMap<string, UserType>): readonly string[] {
  const { definition, customTypes } = printStoredTable(table);
  const { problems } = parseTableDefinition(definition, { userTypes, customTypes: new Set(customTypes) });
  const unsupported = findUnsupportedOption(table);
  return [...problems.map(({ message }) => message), ...(unsupported === undefined ? [] : [unsupported])];
}

/** A definition may have been created when the rules were looser. */
export function refuseNewProblem(accepted: readonly string[], problems: readonly string[]): void {
  const problem = problems.find((message) => !accepted.includes(message));
  if (problem !== undefined) throw rejection(problem);
}

/** The names of indexes are unique in a keyspace. */
function refuseTakenName(name: string | undefined, layouts: Iterable<Layout>): void {
  for (const { table } of layouts) {
    if (name !== undefined && indexNames(table).includes(name)) throw rejection(`Index '${name}' already exists`);
  }
}
