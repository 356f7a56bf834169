/** The creation of an object, as CQL and in words, and a change that `push` leaves alone, in words. Shared by `push` and `diff`. */
import { countOf } from "../../errors.ts";
import type { Change, ChangeKind, Column, Field, Index, Table, UserType } from "../../model/index.ts";
import {
  printAddColumn,
  printAddField,
  printCreateIndex,
  printCreateKeyspace,
  printCreateTable,
  printCreateUserType,
  printStatementFor,
} from "../../model/print-cql.ts";
import type { Replication } from "../../model/print-cql.ts";

/** One missing object of a database, created as a whole or not at all. */
export type Step = { readonly keyspace: string } & (
  | { readonly kind: "keyspace" }
  | { readonly kind: "user type"; readonly type: UserType }
  | { readonly kind: "field"; readonly type: UserType; readonly field: Field }
  | { readonly kind: "table"; readonly table: Table }
  | { readonly kind: "column"; readonly table: Table; readonly column: Column }
  | { readonly kind: "index"; readonly table: Table; readonly index: Index }
);

/** The object's kind and name: `the column shop.products.price`. */
export function describeStep(step: Step): string {
  const record = "table" in step ? step.table.name : "type" in step ? step.type.name : undefined;
  const member = "column" in step ? step.column.name : "field" in step ? step.field.name : undefined;
  const indexed = "index" in step ? step.index.column : undefined;
  const name = [step.keyspace, record, member, indexed].filter((part) => part !== undefined).join(".");
  return `the ${step.kind === "index" ? "index of" : step.kind} ${name}`;
}

const plurals: Readonly<Partial<Record<Step["kind"], string>>> = { index: "indexes" };

/** `2 tables, 1 index` */
export function countSteps(steps: readonly Step[]): string {
  const counts = new Map<Step["kind"], number>();
  for (const { kind } of steps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => countOf(count, kind, plurals[kind])).join(", ");
}

/** The step as CQL, without a semicolon. */
export function printStep(step: Step, replication: Replication = 1): string {
  const { kind, keyspace } = step;
  switch (kind) {
    case "keyspace":
      return printCreateKeyspace(keyspace, replication);
    case "user type":
      return printCreateUserType(keyspace, step.type);
    case "field":
      return printAddField(keyspace, step.type.name, step.field);
    case "table":
      return printCreateTable(keyspace, step.table);
    case "column":
      return printAddColumn(keyspace, step.table.name, step.column);
    case "index":
      return printCreateIndex(keyspace, step.table, step.index);
  }
}

/**
 * The differing fact of an object that both sides have, or of a column that one side has and the other dropped. Any other kind of
 * change concerns an object of one side only.
 */
const differing: Readonly<Partial<Record<ChangeKind, string>>> = {
  "partition-key": "the partition key",
  "clustering-key": "the clustering key",
  "clustering-order": "the order of rows",
  "time-to-live": "the time to live",
  "column-readded": "the type",
  "column-renamed": "the name",
  "column-type": "the type",
  "column-static": "the kind",
  "index-changed": "the kind of the index",
  "index-renamed": "the name of the index",
  "field-renamed": "the name",
  "field-type": "the type",
  "field-order": "the order of fields",
  description: "the comment",
};

/** Describes a change that `push` leaves alone. */
export function describeLeft(keyspace: string, change: Change): string {
  const { kind, place, before = "", after = "", possibleNewNames } = change;
  const what = differing[kind];
  const name = printMember(keyspace, change);
  if (what !== undefined) {
    const remedy = printStatementFor(keyspace, change);
    const cql = remedy === undefined ? "" : `: ${remedy};`;
    return `${what} of ${name} stays ${quoted(before)}, and is ${quoted(after)} in the definitions${cql}`;
  }
  const member = place.of === "table" ? "column" : "field";
  const thing = kind === "index-dropped" ? "index of" : place.member === undefined ? place.of : member;
  const renamed = possibleNewNames
    ? `; if it was renamed to ${possibleNewNames.map(quoted).join(" or ")}, copy its values: the database cannot rename it`
    : "";
  return `the ${thing} ${name} is in the database but not in the definitions${renamed}`;
}

/** Describes a change that remains after a push; undefined for an object of one side only. */
export function describeDifference(keyspace: string, change: Change): string | undefined {
  const { kind, before = "", after = "" } = change;
  const what = differing[kind];
  if (what === undefined) return undefined;
  return `${what} of ${printMember(keyspace, change)} is ${quotedOrEmpty(before)}, but ${quotedOrEmpty(after)} in the definitions`;
}

function quotedOrEmpty(text: string): string {
  return text === "" ? "empty" : quoted(text);
}

/** The changed table, user type, column or field in CQL: `shop.products.price`. */
export function printMember(keyspace: string, { place: { name, member } }: Change): string {
  return [keyspace, name, ...(member === undefined ? [] : [member])].join(".");
}

export function quoted(text: string): string {
  return /^[\w-]+$/.test(text) ? text : JSON.stringify(text);
}
