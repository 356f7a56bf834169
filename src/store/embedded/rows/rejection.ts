import type { CqlType } from "../../../model/index.ts";
import { StoreError } from "../../store-error.ts";
import type { Operator } from "../../store.ts";

/** What the database would refuse, in its words. */
export function rejection(message: string): StoreError {
  return new StoreError("invalid", message);
}

/** The database's answer to everything that it could find by reading all rows only. */
export const needsFiltering =
  "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. " +
  "If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING";

export function nullInCondition(column: string): StoreError {
  return rejection(`Invalid null value in condition for column ${column}`);
}

/** Operators as CQL writes them. */
export const operatorSigns: Readonly<Record<Operator, string>> = {
  eq: "=",
  notEq: "!=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  in: "IN",
  contains: "CONTAINS",
  containsKey: "CONTAINS KEY",
  containsEntry: "=",
};

/** A type that has no order because it is or contains a duration, in the database's words. */
export function durationsOf({ kind }: CqlType): string {
  if (kind === "native") return "durations";
  return `${kind === "tuple" ? "tuples" : kind === "user" ? "UDTs" : "collections"} containing durations`;
}
