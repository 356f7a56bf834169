import type { Selection } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { OrderBy, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import { compileTerm } from "../values/index.ts";
import type { Bound, TableScope, Variables } from "../values/index.ts";
import { columnIn } from "./scope.ts";

type Order = Pick<Selection, "orderBy" | "nearest">;

/** What ORDER BY says of a selection, once the values are bound; undefined without one. @throws {CqlError} `invalid` */
export function compileOrder(
  orderBy: readonly OrderBy[],
  scope: TableScope,
  variables: Variables,
): ((bound: Bound, nowMs: number) => Order) | undefined {
  if (orderBy.length === 0) return undefined;
  const order: { column: string; order: "ASC" | "DESC" }[] = [];
  let nearest: ReturnType<typeof compileNearest> | undefined;
  for (const one of orderBy) {
    columnIn(scope, one.column);
    if ("nearestTo" in one) nearest = compileNearest(one.column, one.nearestTo, scope, variables);
    else order.push(one);
  }
  if (!nearest) return () => ({ orderBy: order });
  if (orderBy.length > 1) throw invalid("ANN ordering does not support any other ordering");
  return (bound, nowMs) => ({ nearest: nearest(bound, nowMs) });
}

function compileNearest(
  column: string,
  to: Term,
  scope: TableScope,
  variables: Variables,
): (bound: Bound, nowMs: number) => NonNullable<Selection["nearest"]> {
  const { type } = columnIn(scope, column);
  if (type.kind !== "vector") throw invalid("ANN ordering is only supported on float vector indexes");
  const { evaluate } = compileTerm(to, { name: column, type }, scope, variables);
  return (bound, nowMs) => {
    const bytes = evaluate(bound, nowMs);
    if (bytes === null) throw invalid(`Invalid null value for ANN ordering of column ${column}`);
    if (bytes === unset) throw invalid(`Invalid unset value for column ${column}`);
    return { column, to: Array.from({ length: type.dimensions }, (_, place) => bytes.readFloatBE(place * 4)) };
  };
}
