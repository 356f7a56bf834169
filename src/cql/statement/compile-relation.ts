/**
 * Compiles one relation of WHERE: checks what the database checks when it prepares a statement, and adds filters to a
 * `Located` for the values of each execution.
 */
import { isMultiCell, printCqlType } from "../../model/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { Filter, Operator, TupleFilter } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { printRelation } from "../grammar/index.ts";
import type { Relation, RelationOperator, Term } from "../grammar/tree.ts";
import { compileTerm } from "../values/index.ts";
import type { Bound, TableScope, Variables } from "../values/index.ts";
import { columnIn } from "./scope.ts";
import { noTestedValue, noValueOf } from "./no-value.ts";
import type { NoValue } from "./no-value.ts";
import { compileOperand, compileOperandList, isTerms } from "./operand.ts";

import { tokenName } from "./token-range.ts";
import type { TokenBound } from "./token-range.ts";
import { compileTuples } from "./tuple-operand.ts";

/** What the relations of a statement say for one set of values. */
export interface Located {
  readonly filters: Filter[];
  readonly tuples: TupleFilter[];
  readonly tokens: TokenBound[];
}

/** What the rows are wanted for. */
export type Purpose = "select" | "update" | "delete";

export interface CompiledRelation {
  readonly kind: Relation["kind"];
  readonly columns: readonly Column[];
  readonly operator: Operator;
  /** The last marker that is a whole value of the column. */
  readonly marker?: number | undefined;
  addTo(located: Located, bound: Bound, nowMs: number): void;
}

type Comparing = Exclude<RelationOperator, "LIKE" | "IS NOT NULL" | "!=">;

const operators: Readonly<Record<Comparing, Operator>> = {
  "=": "eq",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
  IN: "in",
  CONTAINS: "contains",
  "CONTAINS KEY": "containsKey",
};

/**
 * @param purpose of the statement
 * @throws {CqlError} `invalid`
 */
export function compileRelation(
  relation: Relation,
  purpose: Purpose,
  scope: TableScope,
  variables: Variables,
): CompiledRelation {
  const columns = relation.columns.map((name) => columnIn(scope, name));
  const operator = operators[comparingOperator(relation)];
  if (purpose !== "select" && (operator === "contains" || operator === "containsKey")) {
    throw invalid(`Cannot use ${purpose.toUpperCase()} with ${relation.operator}`);
  }
  const place = asEquality({ relation, columns, operator, scope, variables });
  switch (relation.kind) {
    case "token":
      return compileTokens(place);
    case "tuple":
      return compileTuple(place);
    case "column":
      return relation.part ? compileEntry(place, relation.part) : compileColumn(place);
  }
}

interface Place {
  readonly relation: Relation;
  readonly columns: readonly Column[];
  readonly operator: Operator;
  readonly scope: TableScope;
  readonly variables: Variables;
}

/** To the database a list of one term is that term. */
function asEquality(place: Place): Place {
  const { value } = place.relation;
  if (place.operator !== "in" || !isTerms(value) || value.length !== 1) return place;
  return { ...place, operator: "eq", relation: { ...place.relation, value: value[0] } };
}

/** @throws {CqlError} `invalid` for operators that WHERE does not have */
function comparingOperator(relation: Relation): Comparing {
  const { operator } = relation;
  if (operator === "IS NOT NULL") throw invalid(`Unsupported restriction: ${printRelation(relation)}`);
  if (operator === "!=") throw invalid(`Unsupported "!=" relation: ${printRelation(relation)}`);
  if (operator !== "LIKE") return operator;
  throw invalid(
    `LIKE restriction is only supported on properly indexed columns. ${printRelation(relation)} is not valid.`,
  );
}

function compileColumn({ relation, columns, operator, scope, variables }: Place): CompiledRelation {
  const [column] = columns as readonly [Column];
  const { name } = column;
  const type = operandType(column, relation.operator, operator);
  const receiver = { name: operandName(name, operator), type };
  const evaluate =
    operator === "in"
      ? compileOperandList(relation.value, column, scope, variables)
      : compileOperand(relation.value as Term, receiver, noValueOf(column, operator !== "eq"), scope, variables);
  return {
    kind: "column",
    columns,
    operator,
    marker: operator === "in" && !isTerms(relation.value) ? undefined : lastMarker(relation),
    addTo: ({ filters }, bound, nowMs) => filters.push({ column: name, operator, value: evaluate(bound, nowMs) }),
  };
}

function lastMarker({ value }: Relation): number | undefined {
  const terms = isTerms(value) ? value : [value as Term];
  return terms.flatMap((term) => (term.kind === "marker" ? term.index : [])).at(-1);
}

function operandName(column: string, operator: Operator): string {
  if (operator === "contains") return `value(${column})`;
  return operator === "containsKey" ? `key(${column})` : column;
}

/** What a value must be that a column is compared with. @throws {CqlError} `invalid` if the column has no such operator */
function operandType({ name, type }: Column, sign: RelationOperator, operator: Operator): CqlType {
  if (operator === "containsKey") {
    if (type.kind !== "map") throw invalid(`Cannot use CONTAINS KEY on non-map column ${name}`);
    return type.key;
  }
  if (operator === "contains") {
    if (type.kind === "map") return type.value;
    if (type.kind === "list" || type.kind === "set") return type.item;
    throw invalid(`Cannot use CONTAINS on non-collection column ${name}`);
  }
  if (!isMultiCell(type)) return type;
  if (type.kind === "user") {
    throw invalid(`Non-frozen UDT column '${name}' (${printCqlType(type)}) cannot be restricted by any relation`);
  }
  throw invalid(`Collection column '${name}' (${printCqlType(type)}) cannot be restricted by a '${sign}' relation`);
}

/** `m['key'] = value` */
function compileEntry(place: Place, part: NonNullable<Relation["part"]>): CompiledRelation {
  const { relation, columns, scope, variables } = place;
  const [{ name, type }] = columns as readonly [Column];
  if (!("at" in part)) throw invalid(`Unsupported restriction: ${printRelation(relation)}`);
  if (type.kind === "list") {
    throw invalid(`Indexes on list entries (${name}[index] = value) are not currently supported.`);
  }
  if (type.kind !== "map") throw invalid(`Column ${name} cannot be used as a map`);
  if (type.frozen) throw invalid(`Map-entry equality predicates on frozen map column ${name} are not supported`);
  if (relation.operator !== "=") throw invalid("Only EQ relations are supported on map entries");
  const receivers = {
    key: { name: `key(${name})`, type: type.key },
    value: { name: `value(${name})`, type: type.value },
  };
  const of = (part: string): NoValue => noTestedValue(`map ${part} for column ${name}`);
  const at = compileOperand(part.at, receivers.key, of("key"), scope, variables);
  const evaluate = compileOperand(relation.value as Term, receivers.value, of("value"), scope, variables);
  return {
    kind: "column",
    columns,
    operator: "containsEntry",
    addTo: ({ filters }, bound, nowMs) => {
      const entry = { key: at(bound, nowMs), value: evaluate(bound, nowMs) };
      // The store's filter of an entry is an object of two operands, which the type of one operand cannot say.
      filters.push({ column: name, operator: "containsEntry", value: entry as unknown as Encoded });
    },
  };
}

/** `token(a, b) > 1` */
function compileTokens({ relation, columns, operator, scope, variables }: Place): CompiledRelation {
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

/** `(a, b) > (1, 2)` */
function compileTuple({ relation, columns, operator, scope, variables }: Place): CompiledRelation {
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

function isOrdering(operator: Operator): operator is "eq" | "gt" | "gte" | "lt" | "lte" {
  return operator === "eq" || operator === "gt" || operator === "gte" || operator === "lt" || operator === "lte";
}
