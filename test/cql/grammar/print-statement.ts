/** Prints statements as CQL, without a semicolon: the parser has to read the same tree from the text. */
import { printName } from "../../../src/model/index.ts";
import { printPart, printRelation, printTerm, printTerms } from "../../../src/cql/grammar/print-term.ts";
import { printDefinition, printReference, printWhere } from "./print-definition.ts";
import type {
  Assignment,
  Batch,
  Delete,
  Describe,
  If,
  Insert,
  OrderBy,
  Select,
  Statement,
  Update,
  Using,
} from "../../../src/cql/grammar/tree.ts";

export function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case "select":
      return printSelect(statement);
    case "insert":
      return printInsert(statement);
    case "update":
      return printUpdate(statement);
    case "delete":
      return printDelete(statement);
    case "batch":
      return printBatch(statement);
    case "describe":
      return printDescribe(statement);
    case "use":
      return `USE ${printName(statement.keyspace)}`;
    case "other":
      return statement.words.toUpperCase();
    default:
      return printDefinition(statement);
  }
}

function join(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined && part !== "").join(" ");
}

function printSelect(select: Select): string {
  const { selectors, table, groupBy, orderBy, perPartitionLimit, limit } = select;
  return join(
    "SELECT",
    select.json && "JSON",
    select.distinct && "DISTINCT",
    selectors
      ?.map(({ term, alias }) => `${printTerm(term)}${alias === undefined ? "" : ` AS ${printName(alias)}`}`)
      .join(", ") ?? "*",
    `FROM ${printReference(table)}`,
    printWhere(select.where),
    groupBy.length > 0 && `GROUP BY ${printTerms(groupBy)}`,
    orderBy.length > 0 && `ORDER BY ${orderBy.map(printOrder).join(", ")}`,
    perPartitionLimit && `PER PARTITION LIMIT ${printTerm(perPartitionLimit)}`,
    limit && `LIMIT ${printTerm(limit)}`,
    select.allowFiltering && "ALLOW FILTERING",
  );
}

function printOrder(order: OrderBy): string {
  const column = printName(order.column);
  if (!("nearestTo" in order)) return `${column} ${order.order}`;
  return `${column} ANN OF ${printTerm(order.nearestTo)}${order.isDescending ? " DESC" : ""}`;
}

function printInsert({ table, values, ifNotExists, using }: Insert): string {
  const row =
    "json" in values
      ? `JSON ${printTerm(values.json)} DEFAULT ${values.default.toUpperCase()}`
      : `(${values.columns.map(printName).join(", ")}) VALUES (${printTerms(values.terms)})`;
  return join("INSERT INTO", printReference(table), row, ifNotExists && "IF NOT EXISTS", printUsing(using));
}

function printUsing({ ttl, timestamp }: Using): string {
  const parts = [
    ...(timestamp === undefined ? [] : [`TIMESTAMP ${printTerm(timestamp)}`]),
    ...(ttl === undefined ? [] : [`TTL ${printTerm(ttl)}`]),
  ];
  return parts.length === 0 ? "" : `USING ${parts.join(" AND ")}`;
}

function printUpdate({ table, using, assignments, where, if: conditions }: Update): string {
  const set = `SET ${assignments.map(printAssignment).join(", ")}`;
  return join("UPDATE", printReference(table), printUsing(using), set, printWhere(where), printIf(conditions));
}

function printAssignment(assignment: Assignment): string {
  const [column, value] = [printName(assignment.column), printTerm(assignment.value)];
  switch (assignment.kind) {
    case "set":
      return `${column} = ${value}`;
    case "part":
      return `${column}${printPart(assignment.part)} = ${value}`;
    case "add":
      return `${column} = ${column} + ${value}`;
    case "subtract":
      return `${column} = ${column} - ${value}`;
    case "prepend":
      return `${column} = ${value} + ${column}`;
  }
}

function printDelete({ table, using, targets, where, if: conditions }: Delete): string {
  const parts = targets.map(({ column, part }) => `${printName(column)}${part ? printPart(part) : ""}`).join(", ");
  const place = `FROM ${printReference(table)}`;
  return join("DELETE", parts, place, printUsing(using), printWhere(where), printIf(conditions));
}

function printBatch({ type, using, writes }: Batch): string {
  const kind = type === "logged" ? "" : type.toUpperCase();
  const statements = writes.map((write) => `${printStatement(write)};`).join(" ");
  return join("BEGIN", kind, "BATCH", printUsing(using), statements, "APPLY BATCH");
}

function printDescribe({ what, name, full, only, withInternals }: Describe): string {
  const word = what === "view" ? "MATERIALIZED VIEW" : what === "any" ? "" : what.toUpperCase();
  const printed = name && printReference(name, what === "type");
  return join("DESCRIBE", full && "FULL", only && "ONLY", word, printed, withInternals && "WITH INTERNALS");
}

function printIf(conditions: If | undefined): string {
  if (conditions === undefined) return "";
  return `IF ${conditions === "exists" ? "EXISTS" : conditions.map(printRelation).join(" AND ")}`;
}
