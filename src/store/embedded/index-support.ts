import { knowsEquality, knowsRanges } from "../../model/index.ts";
import type { Index } from "../../model/index.ts";
import type { LayoutColumn } from "./layout.ts";
import type { Restriction, Restrictions } from "./restriction.ts";

/** Whether an index can find rows by the restriction of a column, or by a part of it. */
export function supports(index: Index, column: LayoutColumn, restriction: Restriction): boolean {
  if (index.column !== column.name) return false;
  switch (restriction.kind) {
    case "in":
    case "tuples":
    case "slice":
    case "member":
      return false;
    case "eq":
      return knowsEquality(index, column.type);
    case "range":
      return knowsRanges(index, column.type);
    case "holds":
      return restriction.holdings.some((holding) => holding.in === index.kind);
  }
}

/**
 * Whether indexes can find rows by all the restrictions together.
 *
 * One index serves one restriction. Storage-attached ones work together, but not with others.
 */
export function supportTogether(indexes: readonly Index[], restrictions: Restrictions): boolean {
  const attached = indexes.filter((index) => index.using === "sai");
  const groups = [attached, ...indexes.filter((index) => index.using === undefined).map((index) => [index])];
  return groups.some((group) =>
    [...restrictions].every(([column, restriction]) => {
      if (restriction.kind !== "holds") return group.some((index) => supports(index, column, restriction));
      if (restriction.holdings.length > 1 && group !== attached) return false;
      return restriction.holdings.every((holding) =>
        group.some((index) => supports(index, column, { kind: "holds", holdings: [holding] })),
      );
    }),
  );
}
