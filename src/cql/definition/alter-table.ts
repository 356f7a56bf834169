/** Alters tables: one statement is one change of the store for each column, option or name. All are checked first. */
import { contains, indexNames, isCounterTable, primaryKey } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";
import type { TableChange } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Definition, TableAlteration } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { changed, configError, findTable, maskingIsOff, printReference, unchanged, unchangedIf } from "./context.ts";
import type { Context, FoundTable } from "./context.ts";
import { checkTableId, nestedCollections, uselessStatic } from "./create-table.ts";
import { hasNestedCollection, resolveType } from "./resolve-type.ts";
import { checkOptionNames, checkTableOptions, readTableOptions } from "./table-options.ts";

type Statement = Extract<Definition, { readonly kind: "alter-table" }>;

export async function alterTable(statement: Statement, context: Context): Promise<Answer> {
  const { table: reference, ifExists, alteration } = statement;
  const found = await findTable(context, reference);
  if (!found) {
    return unchangedIf(ifExists, `Table '${printReference(reference, context)}' doesn't exist`);
  }
  const changes = changesOf(alteration, found, context);
  const { keyspace, table } = found;
  for (const change of changes) await context.store.alterTable(keyspace.name, table.name, change);
  return changes.length === 0 ? unchanged : changed("UPDATED", "TABLE", keyspace.name, table.name);
}

function changesOf(alteration: TableAlteration, found: FoundTable, context: Context): readonly TableChange[] {
  switch (alteration.kind) {
    case "add":
      return additions(alteration, found);
    case "drop":
      return removals(alteration, found);
    case "rename":
      return alteration.renames.map(([column, to]) => {
        refuseIndexed(found.table, column, (names) => `Can't rename column ${column} because it has ${names}`);
        return { kind: "rename-column", column, to };
      });
    case "options":
      return optionChanges(alteration, found, context);
    case "retype":
      throw invalid("Altering column types is no longer supported");
    case "mask":
      throw invalid(maskingIsOff);
    case "drop-compact-storage":
      throw invalid("DROP COMPACT STORAGE is disabled. Enable in cassandra.yaml to use.");
  }
}

type Of<Kind extends TableAlteration["kind"]> = Extract<TableAlteration, { readonly kind: Kind }>;

function additions({ ifNotExists, columns }: Of<"add">, { keyspace, table }: FoundTable): readonly TableChange[] {
  const names = new Set(table.columns.map(({ name }) => name));
  const counts = isCounterTable(table);
  return columns.flatMap(({ name, type: text, isStatic, mask }): readonly TableChange[] => {
    if (mask !== undefined) throw invalid(maskingIsOff);
    if (names.has(name)) {
      if (ifNotExists) return [];
      throw invalid(`Column with name '${name}' already exists`);
    }
    names.add(name);
    const type = resolveType(text, keyspace);
    if (isStatic && table.clusteringKey.length === 0) throw invalid(uselessStatic);
    if (hasNestedCollection(type)) throw invalid(`${nestedCollections} for column ${name}`);
    const isCounter = contains(type, "counter");
    if (isCounter !== counts && (counts || hasValues(table))) {
      const [other, kind] = isCounter ? ["counter", "non counter"] : ["non counter", "counter"];
      throw configError(`${keyspace.name}.${table.name}: Cannot have a ${other} column ("${name}") in a ${kind} table`);
    }
    const column: Column = { name, type, kind: isStatic ? "static" : "regular" };
    return [{ kind: "add-column", column }];
  });
}

/** A table of keys alone becomes what its first other column is. */
function hasValues({ columns }: Table): boolean {
  return columns.some(({ kind }) => kind === "regular" || kind === "static");
}

function removals({ ifExists, columns }: Of<"drop">, { keyspace, table }: FoundTable): readonly TableChange[] {
  const dropped = new Set<string>();
  return columns.flatMap((name): readonly TableChange[] => {
    const exists = table.columns.some((column) => column.name === name) && !dropped.has(name);
    if (!exists) {
      if (ifExists) return [];
      throw invalid(`Column ${name} was not found in table '${keyspace.name}.${table.name}'`);
    }
    dropped.add(name);
    if (primaryKey(table).includes(name)) throw invalid(`Cannot drop PRIMARY KEY column ${name}`);
    refuseIndexed(table, name, (names) => `Cannot drop column ${name} because it has ${names}`);
    return [{ kind: "drop-column", column: name }];
  });
}

function refuseIndexed(table: Table, column: string, print: (names: string) => string): void {
  const names = indexNames(table).filter((_, place) => table.indexes[place]?.column === column);
  if (names.length > 0) throw invalid(print(`dependent secondary indexes (${names.join(", ")})`));
}

function optionChanges(
  { options }: Of<"options">,
  { keyspace, table }: FoundTable,
  { store }: Context,
): readonly TableChange[] {
  const given = readTableOptions(options);
  checkOptionNames(options);
  checkTableId(options.get("id"));
  if (options.has("id")) throw configError("Cannot alter table id.");
  const before = store.details(keyspace.name)?.tables.get(table.name)?.options ?? new Map();
  checkTableOptions(new Map([...before, ...given]));
  return given.size === 0 ? [] : [{ kind: "options", options: given }];
}
