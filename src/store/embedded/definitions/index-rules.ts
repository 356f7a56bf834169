/**
 * What an index can find, and what the options of a storage-attached one make of text before they compare it: `Anna` of `ANNA`
 * where case does not count.
 */
import { knowsEquality, knowsRanges } from "../../../model/index.ts";
import type { Index, Table } from "../../../model/index.ts";
import { findSimilarityFunction, similarityOption } from "../../similarity.ts";
import type { Restriction, Restrictions } from "../read/restriction.ts";
import type { LayoutColumn } from "../rows/layout.ts";
import { foldToAscii } from "./fold-to-ascii.ts";

type Fold = (text: string) => string;

interface FoldingOption {
  /** The value that changes nothing. */
  readonly usual: string;
  readonly fold: Fold;
}

/** In the order in which the database applies them. */
const foldings: Readonly<Record<string, FoldingOption>> = {
  case_sensitive: { usual: "true", fold: (text) => text.toLowerCase() },
  normalize: { usual: "false", fold: (text) => text.normalize("NFC") },
  ascii: { usual: "false", fold: foldToAscii },
};

/** How an index compares the bytes of whole values; undefined if as they are. */
export function foldingOf({ options }: Index): ((bytes: Buffer) => Buffer) | undefined {
  if (!options) return undefined;
  const folds = Object.entries(foldings).flatMap(([name, { usual, fold }]) =>
    isUnusual(options[name], usual) ? [fold] : [],
  );
  if (folds.length === 0) return undefined;
  return (bytes) => Buffer.from(folds.reduce((text, fold) => fold(text), bytes.toString()));
}

/** How the index of a column that finds it by its whole value compares it. */
export function foldingOfColumn({ indexes }: Table, { name }: LayoutColumn): ReturnType<typeof foldingOf> {
  const index = indexes.find(({ column, kind }) => column === name && kind === "full");
  return index && foldingOf(index);
}

/** The first option of an index that this store does not honor, as a sentence. How a graph of vectors is built does not count. */
export function findUnsupportedOption({ columns, indexes }: Table): string | undefined {
  for (const { column, kind, options = {} } of indexes) {
    const type = columns.find(({ name }) => name === column)?.type;
    const isText = kind === "full" && type?.kind === "native" && ["text", "varchar", "ascii"].includes(type.name);
    const found = Object.entries(options).find(([name, value]) => {
      const known = Object.hasOwn(foldings, name) ? foldings[name] : undefined;
      if (!known && type?.kind === "vector") return name === similarityOption && !findSimilarityFunction(value);
      if (!known) return true;
      return isUnusual(value, known.usual) && !isText;
    });
    if (found) return `the embedded store does not support the option ${found.join(": ")} of the index of ${column}`;
  }
  return undefined;
}

function isUnusual(value: string | undefined, usual: string): boolean {
  return value !== undefined && value.toLowerCase() !== usual;
}

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
