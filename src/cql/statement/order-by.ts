/** Compiles ORDER BY: clustering columns, or nearness to a vector. */
import { columnIn } from "../values/index.ts";
import type { Inputs, CompileContext, ResultRow, TableScope } from "../values/index.ts";
import type { Column } from "../../model/index.ts";
import { encodeValueOrder } from "../../store/index.ts";
import type { Selection } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { OrderBy, Term } from "../grammar/tree.ts";
import { noTestedValue, compileBytes } from "./operand.ts";

export interface Order {
  /** The columns that the store orders by; empty for nearness. */
  readonly orderBy: NonNullable<Selection["orderBy"]>;
  /** The order of ANN OF. */
  readonly nearest: Nearness | undefined;
}

export interface Nearness {
  readonly column: Column;
  bind(inputs: Inputs): NonNullable<Selection["nearest"]>;
}

/** @throws {CqlError} `invalid` */
export function compileOrder(orderBy: readonly OrderBy[], context: CompileContext): Order {
  const columns: { column: string; order: "ASC" | "DESC" }[] = [];
  let nearest: Order["nearest"];
  if (orderBy.filter((one) => "nearestTo" in one).length > 1)
    throw invalid("Cannot specify more than one ANN ordering");
  for (const one of orderBy) {
    columnIn(context.scope, one.column);
    if (!("nearestTo" in one)) columns.push(one);
    else if (orderBy.length > 1) throw invalid("ANN ordering does not support any other ordering");
    else if (one.isDescending) throw invalid("Descending ANN ordering is not supported");
    else nearest = compileNearest(one.column, one.nearestTo, context);
  }
  return { orderBy: columns, nearest };
}

function compileNearest(name: string, to: Term, context: CompileContext): Nearness {
  const column = columnIn(context.scope, name);
  const { type } = column;
  const vector = compileBytes(to, column, noTestedValue(`value for column ${name}`), context);
  if (type.kind !== "vector") throw invalid("ANN ordering is only supported on float vector indexes");
  return {
    column,
    bind: (inputs) => {
      const bytes = vector(inputs);
      return { column: name, to: Array.from({ length: type.dimensions }, (_, place) => bytes.readFloatBE(place * 4)) };
    },
  };
}

/** Sorts the rows of several partitions together, by bytes that compare as the rows do. */
export function comparePlaces({ orderBy }: Order, { table }: TableScope): (one: Buffer, other: Buffer) => number {
  const [first] = orderBy;
  const declared = table.clusteringKey.find(({ name }) => name === first?.column);
  const direction = first?.order === declared?.order ? 1 : -1;
  return (one, other) => Buffer.compare(one, other) * direction;
}

/** The sort key of a row; a row without clustering columns comes first. */
export function placeIn({ orderBy }: Order, { table, columns }: TableScope): (row: ResultRow) => Buffer {
  const ordered = orderBy.flatMap(({ column: name }) => {
    const type = columns.get(name)?.type;
    const isDescending = table.clusteringKey.some((one) => one.name === name && one.order === "DESC");
    return type ? [{ name, type, isDescending }] : [];
  });
  return (row) =>
    Buffer.concat(
      ordered.flatMap(({ name, type, isDescending }) => {
        const bytes = row.bytes(name);
        return bytes ? [encodeValueOrder(type, bytes as Buffer, isDescending)] : [];
      }),
    );
}
