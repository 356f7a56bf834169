/**
 * Random programs of CQL over a few odd tables: small values that meet often, and statements of which some are wrong, so that
 * what is refused is compared too.
 */
import fc from "fast-check";
import { unset } from "../../src/cql/protocol/message.ts";
import type { Bindable } from "./run-cql.ts";

export interface ProgramStatement {
  readonly text: string;
  readonly values: readonly Bindable[];
  /** @default all rows at once */
  readonly pageSize?: number | undefined;
}

export const programKeyspace = "programs";

export const programDefinitions: readonly string[] = [
  `CREATE KEYSPACE ${programKeyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`,
  `CREATE TYPE ${programKeyspace}.address (street text, zip int)`,
  `CREATE TABLE ${programKeyspace}.wide (p int, c int, d text, s text static, sl list<int> static, v int, w text,
    PRIMARY KEY (p, c, d))`,
  `CREATE TABLE ${programKeyspace}.parts (p int, c int, l list<int>, st set<int>, m map<text, int>, u address,
    fl frozen<list<int>>, fm frozen<map<text, int>>, fu frozen<address>, tu tuple<int, text>, PRIMARY KEY (p, c))
    WITH CLUSTERING ORDER BY (c DESC)`,
  `CREATE TABLE ${programKeyspace}.pair (p int, q text, v bigint, b boolean, PRIMARY KEY ((p, q)))`,
  `CREATE TABLE ${programKeyspace}.counts (p int, c int, a counter, b counter, PRIMARY KEY (p, c))`,
];

/** A piece of text with the values of its markers. */
interface Piece {
  readonly text: string;
  readonly values: readonly Bindable[];
}

type Pieces = fc.Arbitrary<Piece>;

const int = fc.integer({ min: -1, max: 3 });
const text = fc.constantFrom("a", "b", "", "ä'c");

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function present<Value extends Bindable>(values: fc.Arbitrary<Value>, print: (value: Value) => string): Pieces {
  return fc.oneof(
    values.map((value) => ({ text: print(value), values: [] })),
    // The driver binds null for an empty collection.
    values.map((value) =>
      Array.isArray(value) && value.length === 0 ? { text: print(value), values: [] } : { text: "?", values: [value] },
    ),
  );
}

/** A value as it is written, or bound; now and then null or left out. */
function valued<Value extends Bindable>(values: fc.Arbitrary<Value>, print: (value: Value) => string): Pieces {
  return fc.oneof(
    { weight: 11, arbitrary: present(values, print) },
    { weight: 1, arbitrary: fc.constantFrom<Piece>({ text: "null", values: [] }, { text: "?", values: [null] }) },
    { weight: 1, arbitrary: fc.constant<Piece>({ text: "?", values: [unset] }) },
  );
}

const written = (texts: fc.Arbitrary<string>): Pieces =>
  fc.oneof(
    { weight: 9, arbitrary: texts.map((one) => ({ text: one, values: [] })) },
    { weight: 1, arbitrary: fc.constant<Piece>({ text: "null", values: [] }) },
  );

const ints = fc.array(int, { maxLength: 3 });
const sortedInts = fc.uniqueArray(int, { maxLength: 3 }).map((all) => all.sort((one, other) => one - other));
const entries = fc.uniqueArray(fc.tuple(text, int), { maxLength: 3, selector: ([key]) => key });
const printMap = (all: readonly (readonly [string, number])[]): string =>
  `{${all.map(([key, value]) => `${quoted(key)}: ${value}`).join(", ")}}`;
const address = fc
  .record({ street: fc.option(text), zip: fc.option(int) })
  .map(
    ({ street, zip }) =>
      `{${[street === null ? [] : [`street: ${quoted(street)}`], zip === null ? [] : [`zip: ${zip}`]].flat().join(", ")}}`,
  );

const intValue = valued(int, String);
function isPresent({ text: shown, values }: Piece): boolean {
  return shown !== "null" && !values.includes(unset) && !values.includes(null);
}

const indexValue = valued(fc.nat({ max: 3 }), String);
const textValue = valued(text, quoted);

/** The store refuses to compare by order with null, even where another condition keeps the database from looking. */
const presentOf: Readonly<Record<string, Pieces>> = {
  int: present(int, String),
  text: present(text, quoted),
  bigint: present(int.map(BigInt), String),
  boolean: present(fc.boolean(), String),
};

const valuesOf: Readonly<Record<string, Pieces>> = {
  int: intValue,
  text: textValue,
  bigint: valued(int.map(BigInt), String),
  boolean: valued(fc.boolean(), String),
  "list<int>": valued(ints, (all) => `[${all.join(", ")}]`),
  "set<int>": valued(sortedInts, (all) => `{${all.join(", ")}}`),
  "map<text, int>": written(entries.map(printMap)),
  address: written(address.filter((one) => one !== "{}")),
  "tuple<int, text>": written(fc.tuple(int, text).map(([one, other]) => `(${one}, ${quoted(other)})`)),
};

interface ColumnOf {
  readonly name: string;
  readonly type: string;
  readonly kind: "partition" | "clustering" | "static" | "regular";
  readonly isFrozen?: boolean;
}

interface TableOf {
  readonly name: string;
  readonly columns: readonly ColumnOf[];
}

function table(name: string, columns: Readonly<Record<string, string>>): TableOf {
  return {
    name,
    columns: Object.entries(columns).map(([column, said]) => {
      const [kind, type] = said.split(/ (.*)/) as [ColumnOf["kind"], string];
      return { name: column, kind, type: type.replace("frozen ", ""), isFrozen: type.startsWith("frozen ") };
    }),
  };
}

const wide = table("wide", {
  p: "partition int",
  c: "clustering int",
  d: "clustering text",
  s: "static text",
  sl: "static list<int>",
  v: "regular int",
  w: "regular text",
});
const parts = table("parts", {
  p: "partition int",
  c: "clustering int",
  l: "regular list<int>",
  st: "regular set<int>",
  m: "regular map<text, int>",
  u: "regular address",
  fl: "regular frozen list<int>",
  fm: "regular frozen map<text, int>",
  fu: "regular frozen address",
  tu: "regular tuple<int, text>",
});
const pair = table("pair", { p: "partition int", q: "partition text", v: "regular bigint", b: "regular boolean" });
const rowTables = [wide, parts, pair];

const join = (pieces: readonly Piece[], between: string): Piece => ({
  text: pieces.map((piece) => piece.text).join(between),
  values: pieces.flatMap((piece) => piece.values),
});

const template = (strings: TemplateStringsArray, ...pieces: readonly (Piece | string)[]): Piece =>
  strings.slice(1).reduce<Piece>(
    (before, after, place) => {
      const piece = pieces[place] as Piece | string;
      const { text: own, values } = typeof piece === "string" ? { text: piece, values: [] } : piece;
      return { text: before.text + own + after, values: [...before.values, ...values] };
    },
    { text: strings[0] ?? "", values: [] },
  );

/** Mostly the key as it should be; sometimes a relation more, less or another one. */
function where({ columns }: TableOf, mayRange: boolean): Pieces {
  const key = columns.filter(({ kind }) => kind === "partition" || kind === "clustering");
  const relation = ({ name, type, kind }: ColumnOf): Pieces => {
    const value = valuesOf[type] as Pieces;
    return fc.oneof(
      { weight: 16, arbitrary: value.map((one) => template`${name} = ${one}`) },
      {
        weight: 2,
        arbitrary: fc
          .array(value, { minLength: 1, maxLength: 3 })
          .map((all) => template`${name} IN (${join(all, ", ")})`),
      },
      {
        weight: kind === "clustering" && mayRange ? 4 : 1,
        arbitrary: fc
          .tuple(fc.constantFrom(">", ">=", "<", "<="), value)
          .map(([sign, one]) => template`${name} ${sign} ${one}`),
      },
    );
  };
  const all = (chosen: readonly ColumnOf[]): Pieces =>
    fc.tuple(...chosen.map(relation)).map((relations) => join(relations, " AND "));
  return fc.oneof(
    { weight: 12, arbitrary: all(key) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: key.length }).chain((count) => all(key.slice(0, count))) },
    { weight: 1, arbitrary: fc.subarray([...columns], { minLength: 1, maxLength: 3 }).chain(all) },
  );
}

const using: Pieces = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Piece>({ text: "", values: [] }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 9 }).map((time) => ({ text: ` USING TIMESTAMP ${time}`, values: [] })),
  },
);

function condition({ columns }: TableOf): Pieces {
  return fc.constantFrom(...columns).chain(({ name, type, kind }) => {
    // Where one condition does not hold, the database does not look at values that another one lacks.
    const value = (valuesOf[type] as Pieces).filter(({ values }) => !values.includes(unset));
    const isKey = kind === "partition" || kind === "clustering";
    const ordered = presentOf[type];
    const whole = fc.oneof(
      fc.tuple(fc.constantFrom("=", "!="), value).map(([sign, one]) => template`${name} ${sign} ${one}`),
      ...(ordered
        ? [fc.tuple(fc.constantFrom(">", "<="), ordered).map(([sign, one]) => template`${name} ${sign} ${one}`)]
        : []),
      fc.array(value, { maxLength: 2 }).map((all) => template`${name} IN (${join(all, ", ")})`),
    );
    if (isKey || !/^(list|map|address)/.test(type)) return whole;
    const at = type.startsWith("list") ? indexValue : textValue;
    const part = type === "address" ? fc.constant(template`${name}.zip`) : at.map((one) => template`${name}[${one}]`);
    return fc.oneof(
      whole,
      fc
        .tuple(part, fc.constantFrom("=", "!=", ">"), presentOf["int"] as Pieces)
        .map(([of, sign, one]) => template`${of} ${sign} ${one}`),
    );
  });
}

function guard(of: TableOf): Pieces {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant<Piece>({ text: "", values: [] }) },
    { weight: 1, arbitrary: fc.constant<Piece>({ text: " IF EXISTS", values: [] }) },
    {
      weight: 3,
      arbitrary: fc
        .array(condition(of), { minLength: 1, maxLength: 2 })
        .map((all) => template` IF ${join(all, " AND ")}`),
    },
  );
}

function insert({ name, columns }: TableOf): Pieces {
  const key = columns.filter(({ kind }) => kind === "partition" || kind === "clustering");
  const others = columns.filter((column) => !key.includes(column));
  const chosen = fc.oneof(
    { weight: 12, arbitrary: fc.subarray(others).map((some) => [...key, ...some]) },
    { weight: 1, arbitrary: fc.subarray([...columns], { minLength: 1 }) },
  );
  const absent = fc.constantFrom("", "", "", " IF NOT EXISTS");
  return chosen.chain((some) =>
    fc
      .tuple(fc.tuple(...some.map(({ type }) => valuesOf[type] as Pieces)), absent, using)
      .map(
        ([values, ifNotExists, time]) =>
          template`INSERT INTO ${name} (${some.map((one) => one.name).join(", ")}) VALUES (${join(values, ", ")})${ifNotExists}${time}`,
      ),
  );
}

function assignment({ columns }: TableOf): Pieces {
  const others = columns.filter(({ kind }) => kind === "static" || kind === "regular");
  return fc.constantFrom(...others).chain(({ name, type }) => {
    const value = valuesOf[type] as Pieces;
    const set = value.map((one) => template`${name} = ${one}`);
    const add = value.map((one) => template`${name} = ${name} + ${one}`);
    const subtract = (
      type.startsWith("map")
        ? fc
            .uniqueArray(text, { minLength: 1, maxLength: 2 })
            .map((keys) => ({ text: `{${keys.map(quoted).join(", ")}}`, values: [] }))
        : value
    ).map((one) => template`${name} = ${name} - ${one}`);
    const prepend = value.map((one) => template`${name} = ${one} + ${name}`);
    // Where a condition does not hold, the database does not look at what is to be set.
    const at = (type.startsWith("list") ? intValue : textValue).filter(isPresent);
    const element = fc.tuple(at, intValue).map(([key, one]) => template`${name}[${key}] = ${one}`);
    const field = intValue.map((one) => template`${name}.zip = ${one}`);
    if (type.startsWith("list")) return fc.oneof(set, add, subtract, prepend, element);
    if (type.startsWith("set")) return fc.oneof(set, add, subtract);
    if (type.startsWith("map")) return fc.oneof(set, add, subtract, element);
    if (type === "address") return fc.oneof(set, field);
    return set;
  });
}

function update(of: TableOf): Pieces {
  return fc
    .tuple(using, fc.array(assignment(of), { minLength: 1, maxLength: 3 }), where(of, false), guard(of))
    .map(
      ([time, all, key, condition]) =>
        template`UPDATE ${of.name}${time} SET ${join(all, ", ")} WHERE ${key}${condition}`,
    );
}

function remove(of: TableOf): Pieces {
  const target = fc
    .constantFrom(...of.columns.filter(({ kind }) => kind === "static" || kind === "regular"))
    .chain(({ name, type, isFrozen }) => {
      const whole = fc.constant(template`${name}`);
      if (isFrozen || !/^(list|set|map|address)/.test(type)) return whole;
      if (type === "address") return fc.oneof(whole, fc.constant(template`${name}.zip`));
      return fc.oneof(
        whole,
        (type.startsWith("map") ? textValue : intValue).filter(isPresent).map((at) => template`${name}[${at}]`),
      );
    });
  const targets = fc.oneof(
    fc.constant<Piece>({ text: "", values: [] }),
    fc.array(target, { minLength: 1, maxLength: 2 }).map((all) => template` ${join(all, ", ")}`),
  );
  return fc
    .tuple(targets, using, where(of, true), guard(of))
    .map(([what, time, key, condition]) => template`DELETE${what} FROM ${of.name}${time} WHERE ${key}${condition}`);
}

const count: Pieces = fc
  .tuple(fc.constantFrom("a", "b"), fc.constantFrom("+", "-"), fc.oneof(valuesOf["bigint"] as Pieces), int, int)
  .map(
    ([name, sign, amount, p, c]) =>
      template`UPDATE counts SET ${name} = ${name} ${sign} ${amount} WHERE p = ${String(p)} AND c = ${String(c)}`,
  );

const write: Pieces = fc.oneof(
  ...rowTables.map((one) =>
    fc.oneof(
      { weight: 3, arbitrary: insert(one) },
      { weight: 3, arbitrary: update(one) },
      { weight: 2, arbitrary: remove(one) },
    ),
  ),
);

const batch: Pieces = fc
  .tuple(
    fc.constantFrom("", "", "UNLOGGED ", "COUNTER "),
    fc.oneof({ weight: 6, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constant(" USING TIMESTAMP 5") }),
    fc.oneof(
      { weight: 4, arbitrary: fc.array(write, { minLength: 1, maxLength: 3 }) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom(...rowTables)
          .chain((one) => fc.array(fc.oneof(insert(one), update(one)), { minLength: 1, maxLength: 3 })),
      },
      { weight: 1, arbitrary: fc.array(fc.oneof(count, count, write), { minLength: 1, maxLength: 3 }) },
    ),
  )
  .map(([type, time, all]) => template`BEGIN ${type}BATCH${time} ${join(all, "; ")}; APPLY BATCH`);

/** Written with or without a bound, of the columns that order the rows of `wide`. */
const tupleRelation: Pieces = fc.oneof(
  fc
    .tuple(fc.constantFrom("=", ">", ">=", "<", "<="), present(int, String), present(text, quoted))
    .map(([sign, c, d]) => template`(c, d) ${sign} (${c}, ${d})`),
  fc
    .tuple(fc.constantFrom(">", ">=", "<", "<="), present(int, String))
    .map(([sign, c]) => template`(c) ${sign} (${c})`),
  fc
    .tuple(present(int, String), present(text, quoted), present(int, String))
    .map(([c, d, e]) => template`(c, d) IN ((${c}, ${d}), (${e}, ''))`),
  fc
    .tuple(present(int, String), present(int, String), present(text, quoted))
    .map(([from, to, d]) => template`(c) > (${from}) AND (c, d) <= (${to}, ${d})`),
);

const token: Pieces = fc
  .tuple(fc.constantFrom(">", ">=", "<", "<="), present(int, String))
  .map(([sign, p]) => template`token(p) ${sign} token(${p})`);

const rest: Pieces = fc
  .tuple(
    fc.constantFrom("", "", "", "", " ORDER BY c DESC", " ORDER BY c ASC", " GROUP BY p", " GROUP BY p, c"),
    fc.constantFrom("", "", "", "", " PER PARTITION LIMIT 1", " PER PARTITION LIMIT 2"),
    fc.constantFrom("", "", "", "", " LIMIT 1", " LIMIT 2", " LIMIT 3"),
    fc.constantFrom("", "", " ALLOW FILTERING"),
  )
  .map(([order, perPartition, limit, filtering]) => ({ text: order + perPartition + limit + filtering, values: [] }));

const chosen: Readonly<Record<string, fc.Arbitrary<string>>> = {
  wide: fc.constantFrom(
    "*",
    "*",
    "*",
    "DISTINCT p",
    "DISTINCT p, s",
    "count(*)",
    "p, max(v), min(c)",
    "JSON p, c, s, v",
    "v, w, s",
  ),
  parts: fc.constantFrom("*", "*", "*", "p, l[0], u.zip", "p, m['a'], m['a'..'b']", "JSON *", "count(l), sum(c)"),
  pair: fc.constantFrom("*", "*", "*", "count(*)", "q, v, CAST(v AS text)"),
};

function select(of: TableOf): Pieces {
  const nothing = fc.constant<Piece>({ text: "", values: [] });
  const own = fc.constantFrom("p = 1 AND ", "p IN (0, 1, 2) AND ", "");
  const restrictions: Pieces = fc.oneof(
    { weight: 6, arbitrary: where(of, true) },
    {
      weight: of === wide ? 4 : 0,
      arbitrary: fc.tuple(own, tupleRelation).map(([key, relation]) => template`${key}${relation}`),
    },
    { weight: of === pair ? 0 : 1, arbitrary: token },
  );
  return fc
    .tuple(
      chosen[of.name] as fc.Arbitrary<string>,
      fc.oneof({ weight: 5, arbitrary: restrictions.map((one) => template` WHERE ${one}`) }, nothing),
      rest,
    )
    .map(([what, restricted, others]) => template`SELECT ${what} FROM ${of.name}${restricted}${others}`);
}

const read: fc.Arbitrary<ProgramStatement> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: select(wide) }, { weight: 2, arbitrary: select(parts) }, select(pair)),
    fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  )
  .map(([piece, pageSize]) => ({ ...piece, pageSize }));

const statement: fc.Arbitrary<ProgramStatement> = fc.oneof(
  { weight: 10, arbitrary: write },
  { weight: 2, arbitrary: batch },
  { weight: 2, arbitrary: count },
  { weight: 8, arbitrary: read },
);

const fewTimes = fc.constantFrom("", " USING TIMESTAMP 5", " USING TIMESTAMP 5");

/** A row among few, so that others find it, sort it and write it again at the same time. */
const row: Pieces = fc
  .record({ p: fc.constantFrom(1, 1, 2), c: fc.nat({ max: 1 }), d: text, v: int, w: text, time: fewTimes })
  .map(
    ({ p, c, d, v, w, time }) =>
      template`INSERT INTO wide (p, c, d, v, w) VALUES (${`${p}, ${c}, ${quoted(d)}, ${v}, ${quoted(w)}`})${time}`,
  );

/** Rows to begin with, statements, and after them everything that is left. */
export const program: fc.Arbitrary<readonly ProgramStatement[]> = fc
  .tuple(
    fc.array(row, { minLength: 4, maxLength: 8 }),
    fc.array(fc.oneof({ weight: 9, arbitrary: statement }, { weight: 1, arbitrary: row }), {
      minLength: 10,
      maxLength: 25,
    }),
  )
  .map(([rows, all]) => [
    ...rows,
    ...all,
    ...programTables.map((name) => ({ text: `SELECT * FROM ${name}`, values: [] })),
  ]);

export const programTables: readonly string[] = ["wide", "parts", "pair", "counts"];
