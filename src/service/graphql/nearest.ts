/** Converts the argument `nearest` to that of a selection, whose rows are the nearest of all, in one page. */
import { mostRows } from "../../api/index.ts";
import type { TableApi } from "../../api/index.ts";
import type { Selection } from "../../store/index.ts";
import { checkedValue, columnOf, invalid } from "./arguments.ts";

/** Field → vector. */
export type NearestArgument = Readonly<Record<string, readonly number[] | null>>;

interface Nearest {
  readonly to: NonNullable<Selection["nearest"]>;
  /** Rows, in one page. */
  readonly limit: number;
}

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
