/** What a database answers to the cases, in a form that is the same for every driver and can be kept in a file. */
import { groups, tables } from "./write-cases.ts";
import type { Case } from "./write-cases.ts";
import type { Bindable } from "../run-cql.ts";

/** Of a statement: nothing, rows with a line for the columns, or a code and a message. */
export type Recorded = "done" | { readonly columns: readonly string[]; readonly rows: readonly unknown[][] } | string;

export type Answers = Readonly<Record<string, readonly Recorded[]>>;

export type Run = (statement: string, values: readonly Bindable[]) => Promise<Recorded>;

export async function answersOf(run: Run): Promise<Answers> {
  const answers: Record<string, readonly Recorded[]> = {};
  for (const [name, cases] of Object.entries(groups)) {
    await Promise.all(tables.map((table) => run(`TRUNCATE ${table}`, [])));
    const found: Recorded[] = [];
    for (const one of cases) found.push(await run(...partsOf(one)));
    answers[name] = found;
  }
  return answers;
}

function partsOf(one: Case): [string, readonly Bindable[]] {
  if (typeof one === "string") return [one, []];
  const [statement, ...values] = one;
  return [statement, values];
}

/** A value as JSON, whatever objects it was read to. */
export function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plain);
  if ("elements" in value && Array.isArray(value.elements)) return value.elements.map(plain);
  if (value instanceof Map) return Object.fromEntries(Array.from(value, ([key, one]) => [String(key), plain(one)]));
  if (Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  }
  return String(value);
}
