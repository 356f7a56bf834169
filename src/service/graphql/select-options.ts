/** Converts the arguments `options` and `nearest` of a query to parts of a selection, and refuses those that mean nothing. */
import { mostParts, pageRows, tokensOfPart } from "@colonnade/runtime/protocol";
import { mostRows } from "../../api/index.ts";
import type { TableApi } from "../../api/index.ts";
import type { Consistency, Selection } from "../../store/index.ts";
import { checkedValue, columnOf, invalid, listOf } from "./arguments.ts";

export interface SelectOptions {
  readonly consistency?: Consistency | null;
  readonly limit?: number | null;
  /** An object if it is the default. */
  readonly pageSize?: number | null;
  readonly pageState?: string | null;
  readonly part?: { readonly number: number; readonly of: number } | null;
  readonly perPartitionLimit?: number | null;
  readonly distinct?: boolean | null;
  readonly writeTimes?: readonly string[] | null;
}

type Given = SelectOptions | null | undefined;

/** Which rows are read, apart from filters. Absent options stay absent. */
export function readRowOptions(
  options: Given,
): Pick<Selection, "consistency" | "limit" | "pageState" | "perPartitionLimit" | "distinct" | "tokens"> {
  const { consistency, limit, pageState, part, perPartitionLimit, distinct } = options ?? {};
  if (typeof limit === "number" && limit <= 0) throw invalid("LIMIT must be strictly positive");
  if (typeof perPartitionLimit === "number" && perPartitionLimit <= 0) {
    throw invalid("perPartitionLimit must be strictly positive");
  }
  return {
    consistency: consistency ?? undefined,
    limit: limit ?? undefined,
    // An empty one is at the first row, as over REST.
    pageState: pageState || undefined,
    tokens: part ? readPart(part) : undefined,
    perPartitionLimit: perPartitionLimit ?? undefined,
    distinct: distinct || undefined,
  };
}

function readPart({ number, of }: NonNullable<SelectOptions["part"]>): Selection["tokens"] {
  if (number < 1 || number > of || of > mostParts) {
    throw invalid(`There is no part ${number} of ${of}: parts are numbered from 1, and at most ${mostParts}`);
  }
  return tokensOfPart(number, of);
}

/** The most rows of a page: as many as the client wants, and as may be. */
export function readPageSize(options: Given, counts: boolean): number {
  const { pageSize } = options ?? {};
  const isGiven = typeof pageSize === "number";
  if (isGiven && pageSize <= 0) throw invalid("pageSize must be strictly positive");
  if (counts) return Math.min(isGiven ? pageSize : mostRows.counted, mostRows.counted);
  return Math.min(isGiven ? pageSize : pageRows.default, pageRows.most);
}

/** The columns whose write times are returned, by their CQL names, in the order of the option. */
export function readWriteTimes(api: TableApi, options: Given): readonly string[] | undefined {
  const fields = options?.writeTimes ?? undefined;
  return fields && listOf("writeTimes", api.query, fields).map((field) => columnOf(api, field as string).name);
}

/** Field → vector. */
export type NearestArgument = Readonly<Record<string, readonly number[] | null>>;

interface Nearest {
  readonly to: NonNullable<Selection["nearest"]>;
  /** Rows, in one page. */
  readonly limit: number;
}

/** The rows are the nearest of all, in one page. */
export function readNearest(
  api: TableApi,
  nearest: NearestArgument,
  { limit, pageState }: Pick<Selection, "limit" | "pageState">,
): Nearest {
  const given = Object.entries(nearest).filter(([, vector]) => vector !== null);
  const [first, ...others] = given;
  if (!first || others.length > 0) throw invalid(`nearest needs exactly one vector, not ${given.length}`);
  if (limit === undefined || limit > mostRows.nearest) {
    throw invalid(`nearest needs options.limit, which is at most ${mostRows.nearest}`);
  }
  if (pageState !== undefined) throw invalid("nearest has one page, and no pageState");
  const [field, vector] = first;
  const { name, type } = columnOf(api, field);
  return { to: { column: name, to: checkedValue(type, field, vector) as readonly number[] }, limit };
}
