import type { Column } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { Term } from "../grammar/tree.ts";
import { compileTerm } from "../values/index.ts";
import { isOrdering } from "./compiled-relation.ts";
import type { CompiledRelation, RelationPlace } from "./compiled-relation.ts";
import { tokenName } from "./token-range.ts";

/** `token(a, b) > 1` */
export function compileTokens({ relation, columns, operator, scope, variables }: RelationPlace): CompiledRelation {
  checkTokenColumns(columns, scope.table.partitionKey);
  if (!isOrdering(operator)) throw invalid(`${relation.operator} cannot be used with the token function`);
  const value = compileTerm(relation.value as Term, tokenName, scope, variables);
  return {
    kind: "token",
    columns,
    operator,
    addTo: ({ tokens }, bound, nowMs) => {
      const bytes = value.evaluate(bound, nowMs);
      if (bytes === null) throw invalid("Invalid null token value");
      if (typeof bytes === "symbol") throw invalid(`Invalid unset value for column ${tokenName.name}`);
      tokens.push({ operator, token: bytes.readBigInt64BE() });
    },
  };
}

function checkTokenColumns(columns: readonly Column[], key: readonly string[]): void {
  const names = columns.map(({ name }) => name);
  if (names.length === key.length && names.every((name, place) => name === key[place])) return;
  if (!key.every((name) => names.includes(name))) {
    throw invalid("The token() function must be applied to all partition key components or none of them");
  }
  if (new Set(names).size < names.length) {
    throw invalid("The token() function contains duplicate partition key components");
  }
  if (names.length > key.length) throw invalid("The token() function must contains only partition key components");
  throw invalid(`The token function arguments must be in the partition key order: ${key.join(", ")}`);
}
