/** Checks that a statement may restrict the columns that it restricts, in the order in which the database checks. */
import { invalid } from "../cql-error.ts";
import type { TableScope } from "../values/index.ts";
import type { CompiledRelation, Purpose } from "./compiled-relation.ts";
import type { RestrictedColumns } from "./restricted-columns.ts";

/** @throws {CqlError} `invalid` */
export function checkPurpose(
  purpose: Purpose,
  relations: readonly CompiledRelation[],
  restricted: RestrictedColumns,
  scope: TableScope,
  onlyStatics: boolean,
): void {
  if (purpose !== "select") checkPartition(purpose.toUpperCase(), relations, restricted, scope);
  if (onlyStatics) checkStatics(purpose, restricted, scope);
  if (purpose !== "select") checkRows(purpose, restricted, scope, onlyStatics);
}

function checkPartition(
  statement: string,
  relations: readonly CompiledRelation[],
  restricted: RestrictedColumns,
  { table, columns }: TableScope,
): void {
  if (relations.some(({ kind }) => kind === "token")) {
    throw invalid(`The token function cannot be used in WHERE clauses for ${statement} statements`);
  }
  const missing = table.partitionKey.filter((name) => restricted.kindOf(name) === undefined);
  if (missing.length > 0) throw invalid(`Some partition key parts are missing: ${missing.join(", ")}`);
  if (table.partitionKey.some((name) => restricted.kindOf(name) === "slice")) {
    throw invalid(
      "Only EQ and IN relation are supported on the partition key (unless you use the token() function) for " +
        `${statement} statements`,
    );
  }
  const others = [...columns.values()].filter(
    ({ name, kind }) => (kind === "regular" || kind === "static") && restricted.kindOf(name) !== undefined,
  );
  if (others.length === 0) return;
  throw invalid(`Non PRIMARY KEY columns found in where clause: ${others.map(({ name }) => name).join(", ")} `);
}

function checkStatics(purpose: Purpose, restricted: RestrictedColumns, { table }: TableScope): void {
  if (!table.clusteringKey.some(({ name }) => restricted.kindOf(name) !== undefined)) return;
  if (purpose === "select") throw invalid("Cannot restrict clustering columns when selecting only static columns");
  throw invalid(
    `Invalid restrictions on clustering columns since the ${purpose.toUpperCase()} statement modifies only static columns`,
  );
}

function checkRows(
  purpose: "update" | "delete",
  restricted: RestrictedColumns,
  { table }: TableScope,
  onlyStatics: boolean,
): void {
  const names = table.clusteringKey.map(({ name }) => name);
  const missing = names.filter((name) => restricted.kindOf(name) === undefined);
  if (purpose === "update") {
    if (names.some((name) => restricted.kindOf(name) === "slice")) {
      throw invalid("Slice restrictions are not supported on the clustering columns in UPDATE statements");
    }
    if (!onlyStatics && missing.length > 0) throw invalid(`Some clustering keys are missing: ${missing.join(", ")}`);
    return;
  }
  const gap = names.findIndex((name) => restricted.kindOf(name) === undefined);
  const later = gap < 0 ? undefined : names.slice(gap).find((name) => restricted.kindOf(name) !== undefined);
  if (later === undefined) return;
  throw invalid(
    `PRIMARY KEY column "${later}" cannot be restricted as preceding column "${names[gap]}" is not restricted`,
  );
}
