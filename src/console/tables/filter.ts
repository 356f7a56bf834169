/** What was typed into the form that finds rows: as a query, or as the CQL that it means. */
import type { Value } from "@colonnade/runtime/protocol";
import { printName } from "../../model/index.ts";
import { printCqlLiteral } from "./cql-literal.ts";
import { emptyDraft, readDrafts } from "./draft.ts";
import type { Drafts } from "./draft.ts";
import type { Asked, Comparison, Given, LookUp, Query } from "./query.ts";
import { parseText } from "./value-text.ts";

/** Field → its comparison; `=` for the others. */
export type Comparisons = Readonly<Record<string, Comparison>>;

interface Typed {
  readonly drafts: Drafts;
  readonly comparisons: Comparisons;
}

/** @returns the query, or the drafts with their problems */
export function readFilter(
  lookUp: LookUp,
  { drafts, comparisons }: Typed,
): { readonly query: Query; readonly refused?: undefined } | { readonly refused: Drafts } {
  const given = givenFields(lookUp, drafts);
  // A clustering column needs those before it: they are refused while they are empty.
  const last = lookUp.asked.findLastIndex((field) => given.includes(field));
  const { values, refused } = readDrafts(drafts, lookUp.asked.slice(0, last + 1));
  if (refused) return { refused };
  const range = given.findIndex(({ name }) => (comparisons[name] ?? "=") !== "=");
  const late = range === -1 ? undefined : given[range + 1];
  if (late) {
    const problem = `Must be empty, since ${given[range]?.name} has a range`;
    return { refused: { ...drafts, [late.name]: { ...(drafts[late.name] ?? emptyDraft), problem } } };
  }
  const entries = given.map(({ name }): readonly [string, Given] => [
    name,
    { comparison: comparisons[name] ?? "=", value: values.get(name) as Value },
  ]);
  return { query: lookUp.toQuery(new Map(entries)) };
}

/** `SELECT * FROM shop.users WHERE email = ?`: a `?` for each value that is missing or wrong. */
export function printFilter(lookUp: LookUp, typed: Typed, keyspace: string, table: string): string {
  const texts = givenFields(lookUp, typed.drafts).map(({ name, type }) => {
    const parsed = parseText(type, typed.drafts[name]?.text ?? "");
    const literal = "value" in parsed && typed.drafts[name] ? printCqlLiteral(type, parsed.value) : "?";
    return [name, [typed.comparisons[name] ?? "=", literal]] as const;
  });
  const where = lookUp.toCql(new Map(texts)).join(" AND ");
  const from = `SELECT * FROM ${printName(keyspace)}.${printName(table)}`;
  return where === "" ? from : `${from} WHERE ${where}`;
}

function givenFields({ asked }: LookUp, drafts: Drafts): readonly Asked[] {
  return asked.filter(({ name, isRequired }) => isRequired || (drafts[name]?.text ?? "") !== "");
}
