/**
 * Checks that the relations of a statement can be combined: which of them may restrict the same column.
 *
 * Keeps how each column is restricted. The messages are the database's, for one column and for several.
 */
import type { Table } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { TableScope } from "../values/index.ts";
import type { CompiledRelation, Purpose } from "./compiled-relation.ts";

/** How a column is restricted, by all relations that name it. */
export type Restriction = "eq" | "in" | "slice" | "holds";

export class RestrictedColumns {
  readonly #located: Pick<Table, "clusteringKey" | "indexes"> | undefined;
  readonly #kinds = new Map<string, Restriction>();
  readonly #relations: CompiledRelation[] = [];

  /** @param located the key that finds the rows, and the indexes that do; undefined where rows are filtered */
  constructor(located?: Pick<Table, "clusteringKey" | "indexes">) {
    this.#located = located;
  }

  /** How a column is restricted outside `token()`; undefined if no relation names it. */
  kindOf(column: string): Restriction | undefined {
    return this.#kinds.get(column);
  }

  get hasTokens(): boolean {
    return this.#relations.some(({ kind }) => kind === "token");
  }

  /** @throws {CqlError} `invalid` when an earlier relation restricts the same and they contradict */
  add(relation: CompiledRelation): void {
    const kind = kindOf(relation);
    for (const earlier of this.#relations) {
      if ((earlier.kind === "token") === (relation.kind === "token")) checkTogether(earlier, relation);
    }
    const isIndexed = this.#located?.indexes.some(({ column }) => relation.columns.some(({ name }) => name === column));
    if (this.#located && !isIndexed) checkOrder(this.#located, this.#relations, relation);
    this.#relations.push(relation);
    if (relation.kind === "token") return;
    for (const { name } of relation.columns) this.#kinds.set(name, kind);
  }
}

function kindOf({ operator }: CompiledRelation): Restriction {
  switch (operator) {
    case "eq":
    case "in":
      return operator;
    case "contains":
    case "containsKey":
    case "containsEntry":
      return "holds";
    default:
      return "slice";
  }
}

function checkTogether(earlier: CompiledRelation, relation: CompiledRelation): void {
  const common = earlier.columns.filter(({ name }) => relation.columns.some((one) => one.name === name));
  if (common.length === 0) return;
  // The space is where the database puts it.
  const names = common.map(({ name }) => name).join(" ,");
  const [one, other] = [kindOf(earlier), kindOf(relation)];
  if (one === "holds" && other === "holds") return;
  if (one === "eq" || one === "in") {
    const what = one === "eq" ? "an Equal" : "a IN";
    throw invalid(`${names} cannot be restricted by more than one relation if it includes ${what}`);
  }
  if (one === "holds") {
    throw invalid(`Collection column ${names} can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality`);
  }
  const shown = earlier.kind === "token" ? `Columns "${names}"` : `Column "${names}"`;
  if (other !== "slice") throw invalid(`${shown} cannot be restricted by both an equality and an inequality relation`);
  const [first, second] = [earlier.columns[0], relation.columns[0]];
  if (first && second && first.name !== second.name) {
    const later = relation.columns.includes(first) ? first : second;
    throw invalid(`Column "${later.name}" cannot be restricted by two inequalities not starting with the same column`);
  }
  const bound = boundOf(relation);
  if (bound !== boundOf(earlier)) return;
  throw invalid(`More than one restriction was found for the ${bound} bound on ${names}`);
}

/** Only the last of the clustering columns that locate rows may have a range. */
function checkOrder(
  { clusteringKey }: Pick<Table, "clusteringKey">,
  earlier: readonly CompiledRelation[],
  relation: CompiledRelation,
): void {
  const placeOf = ({ columns }: CompiledRelation): number =>
    clusteringKey.findIndex(({ name }) => name === columns[0]?.name);
  const place = placeOf(relation);
  const [last] = earlier.filter((one) => placeOf(one) >= 0).sort((one, other) => placeOf(other) - placeOf(one));
  if (place < 0 || !last) return;
  const lastPlace = placeOf(last);
  const nameAt = (index: number): string | undefined => clusteringKey[index]?.name;
  const because = (index: number): string => `(preceding column "${nameAt(index)}" is restricted by a non-EQ relation)`;
  if (place > lastPlace && kindOf(last) === "slice") {
    throw invalid(`Clustering column "${nameAt(place)}" cannot be restricted ${because(lastPlace)}`);
  }
  if (place < lastPlace && kindOf(relation) === "slice") {
    throw invalid(`PRIMARY KEY column "${nameAt(place + 1)}" cannot be restricted ${because(place)}`);
  }
}

function boundOf({ operator }: CompiledRelation): "start" | "end" {
  return operator === "gt" || operator === "gte" ? "start" : "end";
}

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
