/**
 * Chooses how an index finds the rows of a plan.
 *
 * Takes a plan and the indexes in which all rows have entries, and returns the one to follow with the value or range to
 * look for; undefined if the rows themselves are to be read. Reads nothing. The other tests of the plan are left to whoever
 * reads the rows.
 */
import { knowsEquality, knowsRanges } from "../../../model/index.ts";
import { foldingOf } from "../index-folding.ts";
import type { LayoutIndex } from "../layout.ts";
import type { ReadPlan } from "../read-plan.ts";
import type { RowTest } from "../row-test.ts";

export interface IndexAccess {
  readonly id: number;
  /** What a hit leads to: a row; or a partition, of which rows anywhere in it are shown with the value. */
  readonly finds: "rows" | "partitions";
  /** In ordered form. */
  readonly wanted: Wanted;
}

export type Wanted =
  | { readonly kind: "value"; readonly value: Buffer }
  | { readonly kind: "range"; readonly from: Buffer | undefined; readonly to: Buffer | undefined };

export function chooseIndex(plan: ReadPlan, indexes: readonly LayoutIndex[]): IndexAccess | undefined {
  const found = plan.tests.flatMap((test) => indexes.flatMap((index) => accessBy(index, test) ?? []));
  // Within one partition, a range, or a value that all its rows have, finds no more than reading the partition.
  const useful = plan.partitions
    ? found.filter(({ finds, wanted }) => finds === "rows" && wanted.kind === "value")
    : found;
  return useful.find(({ wanted }) => wanted.kind === "value") ?? useful[0];
}

function accessBy({ id, index, column }: LayoutIndex, test: RowTest): IndexAccess | undefined {
  if (test.columns || test.column.number !== column.number) return undefined;
  const wanted = wantedOf(index, test);
  const finds = column.kind === "static" || column.kind === "partition" ? "partitions" : "rows";
  return wanted && { id, finds, wanted };
}

function wantedOf(
  index: LayoutIndex["index"],
  { column, start, end, among, holdings, fold }: RowTest,
): Wanted | undefined {
  const holding = holdings.find((one) => one.in === index.kind);
  if (holding) {
    const { key, value } = holding;
    return { kind: "value", value: Buffer.concat([key ?? Buffer.of(), value ?? Buffer.of()]) };
  }
  // An index that folds values has no others.
  if (holdings.length > 0 || among || (foldingOf(index) && !fold)) return undefined;
  if (start && end && start.value.equals(end.value)) {
    return knowsEquality(index, column.type) ? { kind: "value", value: start.value } : undefined;
  }
  return knowsRanges(index, column.type) ? { kind: "range", from: start?.value, to: end?.value } : undefined;
}
