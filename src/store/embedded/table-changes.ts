/**
 * Changes of the tables of a keyspace: what each stores, and the keyspace after it.
 *
 * Rejects a change as the database would. Reads and writes nothing.
 */
import { indexNames, parseTableDefinition } from "../../model/index.ts";
import type { Table, UserType } from "../../model/index.ts";
import type { TableChange } from "../store.ts";
import type { TableOptions } from "../details.ts";
import { alterTable, withOptions } from "./alter-table.ts";
import { newDetails, printDetails } from "./keyspace-details.ts";
import { recordKey, recordPut } from "./catalog-records.ts";
import { knownKeyspace } from "./known-keyspace.ts";
import type { DefinitionChange, KnownKeyspace } from "./known-keyspace.ts";
import { createLayout, layoutOf } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { findUnsupportedOption } from "./index-folding.ts";
import type { Operation } from "./key-value-store.ts";
import { refusal } from "./refusal.ts";
import { printStoredTable } from "./stored-definition.ts";
import { checkUserTypes } from "./type-use.ts";

/** @param id the number of the table, followed by those of its indexes, which no others have had */
export function addTable(known: KnownKeyspace, wanted: Table, id: number, options: TableOptions): DefinitionChange {
  const { keyspace, types, layouts, settings } = known;
  const { name } = keyspace;
  const table = options.size === 0 ? wanted : withOptions(wanted, options);
  if (table.viewOf !== undefined) throw refusal("The embedded store has no materialized views: write a second table");
  checkUserTypes(
    name,
    types,
    table.columns.map((column) => column.type),
  );
  const [problem] = tableProblems(table, types);
  if (problem !== undefined) throw refusal(problem);
  const indexIds = table.indexes.map((_, place) => id + 1 + place);
  const layout = createLayout(name, table, id, newDetails(options), undefined, indexIds);
  return {
    operations: [tableRecord(layout)],
    after: knownKeyspace(name, settings, types.values(), [...layouts.values(), layout]),
  };
}

/** @param next a number for a new index */
export function changeTable(known: KnownKeyspace, table: string, change: TableChange, next: number): DefinitionChange {
  const { keyspace, types, layouts, settings } = known;
  const layout = layoutOf(known, table);
  if (change.kind === "add-column") checkUserTypes(keyspace.name, types, [change.column.type]);
  if (change.kind === "create-index") refuseTakenName(change.index.name, layouts.values());
  const altered = alterTable(layout, change);
  refuseNewProblem(tableProblems(layout.table, types), tableProblems(altered.table, types));
  const ids = new Map(layout.indexes.map(({ index, id }) => [index, id]));
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
    after: knownKeyspace(
      keyspace.name,
      settings,
      types.values(),
      Array.from(layouts.values(), (other) => (other === layout ? after : other)),
    ),
  };
}

/**
 * An empty table in the place of another: its rows stay under the old number, to be deleted like those of a dropped table.
 * Callers see the same definitions.
 *
 * @param id the new number of the table, followed by those of its indexes, which no others have had
 */
export function renewTable(known: KnownKeyspace, table: string, id: number): DefinitionChange {
  const { keyspace, table: definition, numbers, details } = layoutOf(known, table);
  const indexIds = definition.indexes.map((_, place) => id + 1 + place);
  const layout = createLayout(keyspace, definition, id, details, numbers, indexIds);
  return {
    operations: [tableRecord(layout)],
    after: { ...known, layouts: new Map([...known.layouts, [table, layout]]) },
  };
}

export function removeTable({ keyspace, types, layouts, settings }: KnownKeyspace, layout: Layout): DefinitionChange {
  const others = [...layouts.values()].filter((other) => other !== layout);
  return { operations: [tableRemoval(layout)], after: knownKeyspace(keyspace.name, settings, types.values(), others) };
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
  if (problem !== undefined) throw refusal(problem);
}

/** The names of indexes are unique in a keyspace. */
function refuseTakenName(name: string | undefined, layouts: Iterable<Layout>): void {
  for (const { table } of layouts) {
    if (name !== undefined && indexNames(table).includes(name)) throw refusal(`Index '${name}' already exists`);
  }
}
