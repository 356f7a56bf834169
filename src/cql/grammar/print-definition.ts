/** Prints the statements that create, alter and drop. */
import { printName, printText } from "../../model/print-cql.ts";
import { printReference } from "./reference.ts";
import { printTerm, printWhere } from "./print-term.ts";
import type {
  ColumnNode,
  CreateIndex,
  CreateTable,
  CreateView,
  Definition,
  FieldNode,
  Options,
  Reference,
  TableAlteration,
  TypeAlteration,
} from "./tree.ts";

const ifNotExistsText = (ifNotExists: boolean): string => (ifNotExists ? "IF NOT EXISTS " : "");
const ifExistsText = (ifExists: boolean): string => (ifExists ? "IF EXISTS " : "");

export function printDefinition(definition: Definition): string {
  switch (definition.kind) {
    case "create-keyspace": {
      const { keyspace, ifNotExists, options } = definition;
      return `CREATE KEYSPACE ${ifNotExistsText(ifNotExists)}${printName(keyspace)}${printWith(options)}`;
    }
    case "alter-keyspace": {
      const { keyspace, ifExists, options } = definition;
      return `ALTER KEYSPACE ${ifExistsText(ifExists)}${printName(keyspace)}${printWith(options)}`;
    }
    case "drop-keyspace":
      return `DROP KEYSPACE ${ifExistsText(definition.ifExists)}${printName(definition.keyspace)}`;
    case "create-table":
      return printCreateTable(definition);
    case "alter-table":
      return printAlter("TABLE", definition.ifExists, definition.table, printTableAlteration(definition.alteration));
    case "create-view":
      return printCreateView(definition);
    case "create-type": {
      const { type, ifNotExists, fields } = definition;
      const name = printReference(type, true);
      return `CREATE TYPE ${ifNotExistsText(ifNotExists)}${name} (${fields.map(printField).join(", ")})`;
    }
    case "alter-type":
      return printAlter("TYPE", definition.ifExists, definition.type, printTypeAlteration(definition.alteration));
    case "create-index":
      return printCreateIndex(definition);
    case "truncate":
      return `TRUNCATE TABLE ${printReference(definition.table)}`;
    default:
      return printDrop(definition.kind, definition.ifExists, definition.name);
  }
}

function printAlter(what: "TABLE" | "TYPE", ifExists: boolean, name: Reference, change: string): string {
  return `ALTER ${what} ${ifExistsText(ifExists)}${printReference(name, what === "TYPE")} ${change}`;
}

function printDrop(
  kind: "drop-table" | "drop-type" | "drop-index" | "drop-view",
  ifExists: boolean,
  name: Reference,
): string {
  const what = kind === "drop-view" ? "MATERIALIZED VIEW" : kind.slice("drop-".length).toUpperCase();
  return `DROP ${what} ${ifExistsText(ifExists)}${printReference(name, kind === "drop-type")}`;
}

function printNames(names: readonly string[]): string {
  return names.map(printName).join(", ");
}

function printField({ name, type }: FieldNode): string {
  return `${printName(name)} ${type}`;
}

function printColumn(column: ColumnNode): string {
  const { isStatic, mask } = column;
  const masked = mask === undefined ? "" : ` MASKED WITH ${mask === "default" ? "DEFAULT" : printTerm(mask)}`;
  return `${printField(column)}${isStatic ? " static" : ""}${masked}`;
}

function printKey({ partitionKey, clusteringKey }: Pick<CreateTable, "partitionKey" | "clusteringKey">): string {
  const partition = `(${printNames(partitionKey)})`;
  return `PRIMARY KEY (${clusteringKey.length === 0 ? partition : `${partition}, ${printNames(clusteringKey)}`})`;
}

function printCreateTable(definition: CreateTable): string {
  const { table, ifNotExists, columns, partitionKey } = definition;
  const parts = [...columns.map(printColumn), ...(partitionKey.length === 0 ? [] : [printKey(definition)])];
  const name = `CREATE TABLE ${ifNotExistsText(ifNotExists)}${printReference(table)}`;
  return `${name} (${parts.join(", ")})${printTableOptions(definition)}`;
}

function printTableOptions(given: Pick<CreateTable, "clusteringOrder" | "compactStorage" | "options">): string {
  const { clusteringOrder, compactStorage, options } = given;
  const order = clusteringOrder.map(({ column, order: direction }) => `${printName(column)} ${direction}`).join(", ");
  const special = [
    ...(clusteringOrder.length === 0 ? [] : [`CLUSTERING ORDER BY (${order})`]),
    ...(compactStorage ? ["COMPACT STORAGE"] : []),
  ];
  return printWith(options, special);
}

function printWith(options: Options, special: readonly string[] = []): string {
  const all = [...special, ...Array.from(options, ([name, value]) => `${printName(name)} = ${printOption(value)}`)];
  return all.length === 0 ? "" : ` WITH ${all.join(" AND ")}`;
}

/** Numbers and booleans are kept as texts, which the database reads as well. */
function printOption(value: string | ReadonlyMap<string, string>): string {
  if (typeof value === "string") return printText(value);
  return `{${Array.from(value, ([name, one]) => `${printText(name)}: ${printText(one)}`).join(", ")}}`;
}

function printCreateView(definition: CreateView): string {
  const { view, ifNotExists, columns, of, where } = definition;
  const selected = columns === undefined ? "*" : printNames(columns);
  const name = `CREATE MATERIALIZED VIEW ${ifNotExistsText(ifNotExists)}${printReference(view)}`;
  const parts = [`${name} AS SELECT ${selected} FROM ${printReference(of)}`, printWhere(where), printKey(definition)];
  const options = printTableOptions({ ...definition, compactStorage: false });
  return `${parts.filter((part) => part !== "").join(" ")}${options}`;
}

function printCreateIndex({ isCustom, name, ifNotExists, table, targets, using, options }: CreateIndex): string {
  const parts = targets.map(({ column, kind }) => (kind ? `${kind}(${printName(column)})` : printName(column)));
  const named = `${ifNotExistsText(ifNotExists)}${name === undefined ? "" : `${printName(name)} `}`;
  const how = using === undefined ? "" : ` USING ${printText(using)}`;
  const place = `ON ${printReference(table)} (${parts.join(", ")})`;
  return `CREATE ${isCustom ? "CUSTOM " : ""}INDEX ${named}${place}${how}${printWith(options)}`;
}

function printRenames(ifExists: boolean, renames: readonly (readonly [from: string, to: string])[]): string {
  const all = renames.map(([from, to]) => `${printName(from)} TO ${printName(to)}`).join(" AND ");
  return `RENAME ${ifExistsText(ifExists)}${all}`;
}

function printTableAlteration(alteration: TableAlteration): string {
  switch (alteration.kind) {
    case "add":
      return `ADD ${ifNotExistsText(alteration.ifNotExists)}(${alteration.columns.map(printColumn).join(", ")})`;
    case "drop": {
      const using = alteration.timestamp === undefined ? "" : ` USING TIMESTAMP ${alteration.timestamp}`;
      return `DROP ${ifExistsText(alteration.ifExists)}(${printNames(alteration.columns)})${using}`;
    }
    case "rename":
      return printRenames(alteration.ifExists, alteration.renames);
    case "retype":
      return `ALTER ${printName(alteration.column)} TYPE ${alteration.type}`;
    case "mask": {
      const { ifExists, column, mask } = alteration;
      const change =
        mask === undefined ? "DROP MASKED" : `MASKED WITH ${mask === "default" ? "DEFAULT" : printTerm(mask)}`;
      return `ALTER ${ifExistsText(ifExists)}${printName(column)} ${change}`;
    }
    case "drop-compact-storage":
      return "DROP COMPACT STORAGE";
    case "options":
      return printWith(alteration.options).trimStart();
  }
}

function printTypeAlteration(alteration: TypeAlteration): string {
  switch (alteration.kind) {
    case "add":
      return `ADD ${ifNotExistsText(alteration.ifNotExists)}${printField(alteration.field)}`;
    case "rename":
      return printRenames(alteration.ifExists, alteration.renames);
    case "retype":
      return `ALTER ${printName(alteration.field)} TYPE ${alteration.type}`;
  }
}
