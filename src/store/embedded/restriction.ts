import type { Filter, Operator } from "../store.ts";
import { columnOf, encodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { needsFiltering, nullInCondition, refusal } from "./refusal.ts";

/** All that the filters of a selection say about one column, in binary form. */
export type Restriction =
  | { readonly kind: "eq" | "in"; readonly values: readonly Buffer[] }
  | { readonly kind: "range"; readonly start?: Bound; readonly end?: Bound };

export interface Bound {
  readonly value: Buffer;
  readonly inclusive: boolean;
}

export type Restrictions = ReadonlyMap<LayoutColumn, Restriction>;

/**
 * Parses filters into one restriction per column.
 *
 * @throws {StoreError} `invalid` when filters contradict one another or together need more than the primary key can find
 * @see service-facts 5.5; captures, cql-errors: filter
 */
export function parseRestrictions(layout: Layout, filters: readonly Filter[]): Restrictions {
  const restrictions = new Map<LayoutColumn, Restriction>();
  for (const filter of filters) {
    const column = columnOf(layout, filter.column);
    const restriction = parseRestriction(column, filter);
    const earlier = restrictions.get(column);
    restrictions.set(column, earlier ? combined(column.name, earlier, restriction) : restriction);
  }
  checkAfterRange(layout, restrictions);
  checkPartition(layout, restrictions);
  checkGap(layout, restrictions);
  const scans = !layout.partitionKey.some((column) => restrictions.has(column));
  for (const { kind } of restrictions.keys()) {
    if (kind === "regular" || kind === "static" || (kind === "clustering" && scans)) throw refusal(needsFiltering);
  }
  return restrictions;
}

function parseRestriction(column: LayoutColumn, { operator, value }: Filter): Restriction {
  const { name } = column;
  if (operator === "notEq") throw refusal(`Unsupported "!=" relation: ${name} != ?`);
  const operands: readonly unknown[] = operator === "in" && Array.isArray(value) ? value : [value];
  const values = operands.map((operand) => {
    if (operand === null) throw nullInCondition(name);
    return encodeValue(column, operand);
  });
  if (operator === "eq" || operator === "in") return { kind: operator, values };
  const [bound] = values;
  return bound ? parseRange(operator, bound) : { kind: "range" };
}

function parseRange(operator: Exclude<Operator, "eq" | "notEq" | "in">, value: Buffer): Restriction {
  const bound = { value, inclusive: operator === "gte" || operator === "lte" };
  return operator === "gt" || operator === "gte" ? { kind: "range", start: bound } : { kind: "range", end: bound };
}

/** Two filters on one column go together only as the two ends of a range. */
function combined(name: string, one: Restriction, other: Restriction): Restriction {
  if (one.kind !== "range") {
    const what = one.kind === "eq" ? "an Equal" : "a IN";
    throw refusal(`${name} cannot be restricted by more than one relation if it includes ${what}`);
  }
  if (other.kind !== "range") {
    throw refusal(`Column "${name}" cannot be restricted by both an equality and an inequality relation`);
  }
  if (one.start && other.start) throw refusal(`More than one restriction was found for the start bound on ${name}`);
  if (one.end && other.end) throw refusal(`More than one restriction was found for the end bound on ${name}`);
  return { ...one, ...other };
}

function checkAfterRange({ clusteringKey }: Layout, restrictions: Restrictions): void {
  const range = clusteringKey.find((column) => restrictions.get(column)?.kind === "range");
  if (!range) return;
  const later = clusteringKey.slice(clusteringKey.indexOf(range) + 1).find((column) => restrictions.has(column));
  if (!later) return;
  throw refusal(
    `Clustering column "${later.name}" cannot be restricted ` +
      `(preceding column "${range.name}" is restricted by a non-EQ relation)`,
  );
}

function checkPartition({ partitionKey }: Layout, restrictions: Restrictions): void {
  const kinds = partitionKey.map((column) => restrictions.get(column)?.kind);
  const whole = kinds.every((kind) => kind === "eq" || kind === "in");
  const none = kinds.every((kind) => kind === undefined);
  if (!whole && !none) throw refusal(needsFiltering);
}

function checkGap({ clusteringKey }: Layout, restrictions: Restrictions): void {
  const gap = clusteringKey.find((column) => !restrictions.has(column));
  if (!gap) return;
  const later = clusteringKey.slice(clusteringKey.indexOf(gap)).find((column) => restrictions.has(column));
  if (!later) return;
  throw refusal(
    `PRIMARY KEY column "${later.name}" cannot be restricted as preceding column "${gap.name}" is not restricted`,
  );
}
