import { CqlError } from "../../../src/cql/cql-error.ts";
import { parseStatement } from "../../../src/cql/grammar/index.ts";
import type { Select, Term } from "../../../src/cql/grammar/index.ts";
import { parseCqlType } from "../../../src/model/index.ts";
import type { Column, CqlType, Table, UserType } from "../../../src/model/index.ts";
import { bindValues, compileSelector, compileTerm, Variables } from "../../../src/cql/values/index.ts";
import type { ResultRow, TableScope } from "../../../src/cql/values/index.ts";
import type { BoundValue, BoundValues } from "../../../src/cql/protocol/message.ts";

/** The user types of the keyspace `ks` in these tests. */
export const userTypes: ReadonlyMap<string, UserType> = new Map([
  [
    "address",
    {
      name: "address",
      fields: [
        { name: "street", type: { kind: "native", name: "text" } },
        { name: "number", type: { kind: "native", name: "int" } },
        { name: "Tags", type: { kind: "set", item: { kind: "native", name: "text" }, frozen: true } },
      ],
    },
  ],
]);

export function typeOf(text: string): CqlType {
  const parsed = parseCqlType(text, { userTypes });
  if (!("type" in parsed)) throw new Error(parsed.message);
  return parsed.type;
}

/** A table `ks.t` with a column of each type, `id int` as its key. */
export function scopeOf(columns: Readonly<Record<string, string>>): TableScope {
  const all: readonly Column[] = [
    { name: "id", type: typeOf("int"), kind: "partition" },
    ...Object.entries(columns).map(([name, type]): Column => ({ name, type: typeOf(type), kind: "regular" })),
  ];
  const table: Table = {
    name: "t",
    columns: all,
    partitionKey: ["id"],
    clusteringKey: [],
    defaultTimeToLive: 0,
    indexes: [],
  };
  return { keyspace: "ks", table, columns: new Map(all.map((column) => [column.name, column])), userTypes };
}

/** A term of a write: `parseTerm("[1, 2]")`. */
export function parseTerm(text: string): Term {
  const statement = parseStatement(`INSERT INTO t (c) VALUES (${text})`);
  if (statement.kind !== "insert" || "json" in statement.values) throw new Error("not a term");
  return statement.values.terms[0] as Term;
}

export const nowMs = Date.UTC(2020, 6, 31, 18, 25, 43, 500);

/** The bytes of a term for a column `c` of a type. */
export function evaluateTerm(type: string, text: string, values: BoundValues = []): BoundValue {
  const scope = scopeOf({ c: type });
  const variables = new Variables(scope);
  const term = compileTerm(parseTerm(text), { name: "c", type: typeOf(type) }, { scope, variables });
  return term.evaluate({ bound: bindValues(variables, values), nowMs });
}

/** What a selector gives of a row that has the bytes of some columns. */
export function select(
  columns: Readonly<Record<string, string>>,
  text: string,
  row: Readonly<Record<string, Buffer | null>> | ResultRow = {},
  values: BoundValues = [],
): { readonly name: string; readonly type: CqlType; readonly value: Buffer | null } {
  const scope = scopeOf(columns);
  const variables = new Variables(scope);
  const { selectors } = parseStatement(`SELECT ${text} FROM t`) as Select;
  const [selector] = selectors ?? [];
  if (!selector) throw new Error("no selector");
  const compiled = compileSelector(selector, { scope, variables });
  const given: ResultRow =
    "bytes" in row && typeof row.bytes === "function"
      ? (row as ResultRow)
      : { bytes: (name) => (row as Readonly<Record<string, Buffer | null>>)[name] ?? null, cells: () => [] };
  const value = compiled.evaluate(given, { bound: bindValues(variables, values), nowMs });
  return { name: compiled.name, type: compiled.type, value };
}

/** Of what is to fail: `invalid: Unknown function 'x'`. */
export function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CqlError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
}
