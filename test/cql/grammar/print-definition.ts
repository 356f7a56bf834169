/** Prints the statements that create, alter and drop. */
import { printName } from "../../../src/model/index.ts";
import { printText } from "../../../src/model/print-cql.ts";
import { printTypeReference } from "../../../src/cql/grammar/reference.ts";
import { printRelation, printTerm } from "../../../src/cql/grammar/print-term.ts";
import type {
  ColumnNode,
  CreateIndex,
  CreateTable,
  CreateView,
  Definition,
  FieldNode,
  Options,
  Reference,
  Relation,
  TableAlteration,
  TypeAlteration,
} from "../../../src/cql/grammar/tree.ts";

const ifNotExistsText = (ifNotExists: boolean): string => (ifNotExists ? "IF NOT EXISTS " : "");
const ifExistsText = (ifExists: boolean): string => (ifExists ? "IF EXISTS " : "");

export function printDefinition(definition: Definition): string {
  const create = (what: string, name: string, rest: string): string => {
    return `CREATE ${what} ${ifNotExistsText("ifNotExists" in definition && definition.ifNotExists)}${name}${rest}`;
  };
  const change = (words: string, name: string, rest = ""): string => {
    return `${words} ${ifExistsText("ifExists" in definition && definition.ifExists)}${name}${rest}`;
  };
  switch (definition.kind) {
    case "create-keyspace":
      return create("KEYSPACE", printName(definition.keyspace), printWith(definition.options));
    case "alter-keyspace":
      return change("ALTER KEYSPACE", printName(definition.keyspace), printWith(definition.options));
    case "drop-keyspace":
      return change("DROP KEYSPACE", printName(definition.keyspace));
    case "create-table":
      return create("TABLE", printReference(definition.table), printTableBody(definition));
    case "alter-table": {
      const alteration = printTableAlteration(definition.alteration);
      return change("ALTER TABLE", printReference(definition.table), ` ${alteration}`);
    }
    case "create-view":
      return create("MATERIALIZED VIEW", printReference(definition.view), printViewBody(definition));
    case "create-type":
      return create(
        "TYPE",
        printReference(definition.type, true),
        ` (${definition.fields.map(printField).join(", ")})`,
      );
    case "alter-type":
      return change(
        "ALTER TYPE",
        printReference(definition.type, true),
        ` ${printTypeAlteration(definition.alteration)}`,
      );
    case "create-index":
      return printCreateIndex(definition);
    case "truncate":
      return `TRUNCATE TABLE ${printReference(definition.table)}`;
    case "drop-view":
      return change("DROP MATERIALIZED VIEW", printReference(definition.name));
    default: {
      const what = definition.kind.slice("drop-".length);
      return change(`DROP ${what.toUpperCase()}`, printReference(definition.name, what === "type"));
    }
  }
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

function printTableBody(definition: CreateTable): string {
  const { columns, partitionKey } = definition;
  const parts = [...columns.map(printColumn), ...(partitionKey.length === 0 ? [] : [printKey(definition)])];
  return ` (${parts.join(", ")})${printTableOptions(definition)}`;
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

function printViewBody(definition: CreateView): string {
  const { columns, of, where } = definition;
  const selected = columns === undefined ? "*" : printNames(columns);
  const parts = [` AS SELECT ${selected} FROM ${printReference(of)}`, printWhere(where), printKey(definition)];
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

export function printWhere(where: readonly Relation[]): string {
  return where.length === 0 ? "" : `WHERE ${where.map(printRelation).join(" AND ")}`;
}

/** `shop.products`; names of types need quotes where others do not. */
export function printReference(reference: Reference, isType = false): string {
  if (isType) return printTypeReference(reference);
  const { keyspace, name } = reference;
  return keyspace === undefined ? printName(name) : `${printName(keyspace)}.${printName(name)}`;
}
