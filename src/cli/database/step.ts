import {
  printAddColumn,
  printAddField,
  printCreateIndex,
  printCreateKeyspace,
  printCreateTable,
  printCreateUserType,
} from "../../model/print-cql.ts";
import type { Replication } from "../../model/print-cql.ts";
import type { Column, Field, Index, Table, UserType } from "../../model/index.ts";

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
  const { kind, keyspace } = step;
  switch (kind) {
    case "keyspace":
      return `the keyspace ${keyspace}`;
    case "user type":
      return `the user type ${keyspace}.${step.type.name}`;
    case "field":
      return `the field ${keyspace}.${step.type.name}.${step.field.name}`;
    case "table":
      return `the table ${keyspace}.${step.table.name}`;
    case "column":
      return `the column ${keyspace}.${step.table.name}.${step.column.name}`;
    case "index":
      return `the index of ${keyspace}.${step.table.name}.${step.index.column}`;
  }
}

const plurals: Readonly<Partial<Record<Step["kind"], string>>> = { index: "indexes" };

/** `2 tables, 1 index` */
export function countSteps(steps: readonly Step[]): string {
  const counts = new Map<Step["kind"], number>();
  for (const { kind } of steps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => `${count} ${count === 1 ? kind : (plurals[kind] ?? `${kind}s`)}`).join(
    ", ",
  );
}

/** The step as CQL, without a semicolon. */
export function printStep(step: Step, replication: Replication): string {
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
