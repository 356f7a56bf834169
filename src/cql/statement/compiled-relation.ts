/** A relation of WHERE once it is compiled, and what it is compiled from. */
import type { CompileContext, Inputs } from "../values/index.ts";
import type { Column } from "../../model/index.ts";
import type { Filter, Operator, TupleFilter } from "../../store/index.ts";
import type { Relation } from "../grammar/tree.ts";

/** The filters of the relations of a statement, for one set of values. */
export interface Located {
  readonly filters: Filter[];
  readonly tuples: TupleFilter[];
  readonly tokens: TokenBound[];
  /** Clustering columns that are compared by order with null, which stands before every value. */
  readonly beyondNull: { readonly column: string; readonly operator: Operator }[];
}

export interface TokenBound {
  readonly operator: "eq" | "gt" | "gte" | "lt" | "lte";
  readonly token: bigint;
}

/** The statement that selects the rows. */
export type Purpose = "select" | "update" | "delete";

export interface CompiledRelation {
  readonly kind: Relation["kind"];
  readonly columns: readonly Column[];
  readonly operator: Operator;
  /** The last marker that is a whole value of the column. */
  readonly marker?: number | undefined;
  /** @param isTested rows are tested by it, because key and indexes do not find them */
  addTo(located: Located, inputs: Inputs, isTested: boolean): void;
}

/** A relation with the columns that it names. */
export interface RelationPlace {
  readonly relation: Relation;
  readonly columns: readonly Column[];
  readonly operator: Operator;
  readonly context: CompileContext;
  readonly purpose: Purpose;
}

/** Whether an operator compares by order or equality: all that tuples and tokens have. */
export function isOrdering(operator: Operator): operator is "eq" | "gt" | "gte" | "lt" | "lte" {
  return operator === "eq" || operator === "gt" || operator === "gte" || operator === "lt" || operator === "lte";
}
