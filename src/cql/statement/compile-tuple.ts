import type { Column } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { printRelation } from "../grammar/index.ts";
import type { Relation } from "../grammar/tree.ts";
import type { TableScope } from "../values/index.ts";
import { isOrdering } from "./compiled-relation.ts";
import type { CompiledRelation, RelationPlace } from "./compiled-relation.ts";
import { compileTuples } from "./tuple-operand.ts";

/** `(a, b) > (1, 2)` */
export function compileTuple({ relation, columns, operator, scope, variables }: RelationPlace): CompiledRelation {
  checkTupleColumns(relation, columns, scope);
  if (!isOrdering(operator) && operator !== "in") {
    throw invalid(`${relation.operator} cannot be used for multi-column relations`);
  }
  const value = compileTuples(relation.value, operator, columns, scope, variables);
  const names = columns.map(({ name }) => name);
  return {
    kind: "tuple",
    columns,
    operator,
    addTo: ({ tuples }, bound, nowMs) => tuples.push({ columns: names, operator, value: value(bound, nowMs) }),
  };
}

function checkTupleColumns(relation: Relation, columns: readonly Column[], { table }: TableScope): void {
  const shown = printRelation(relation);
  let previous = -1;
  const seen = new Set<string>();
  for (const { name, kind } of columns) {
    if (kind !== "clustering") {
      throw invalid(`Multi-column relations can only be applied to clustering columns but was applied to: ${name}`);
    }
    if (seen.has(name)) throw invalid(`Column "${name}" appeared twice in a relation: ${shown}`);
    seen.add(name);
    const place = table.clusteringKey.findIndex((one) => one.name === name);
    if (previous !== -1 && place !== previous + 1) {
      throw invalid(`Clustering columns must appear in the PRIMARY KEY order in multi-column relations: ${shown}`);
    }
    previous = place;
  }
}
