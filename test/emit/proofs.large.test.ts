/**
 * zod, the runtime's check, the interface and the wire agree: what one takes, the others take, and nothing is lost on the way.
 *
 * Codecs and validators are those of emitted modules. Ranges and formats are beyond a compiler, so of the interface this much
 * is proven: what the check accepts compiles, and a wrong shape neither compiles nor is accepted.
 */
import fc from "fast-check";
import { parseValue, valueFromASTUntyped } from "graphql";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { ZodObject, ZodType } from "zod";
import type { Codec, Rows, Session, Table, TableTypes, Wire } from "@colonnade/runtime";
import { nativeTypes } from "../../src/model/index.ts";
import type { CqlType } from "../../src/model/index.ts";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import { printLiteral } from "../../src/runtime/graphql/document.ts";
import { printJson } from "../../src/service/json.ts";
import { answeringSession } from "../support/answering-session.ts";
import { compile } from "../support/compile.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";
import { long, runs } from "../support/long.ts";
import { importEmitted } from "./import-emitted.ts";
import type { Exports } from "./import-emitted.ts";
import { exotic, nearMisses, printValue, valuesOf } from "./type-values.ts";

const userTypes = userTypesOf([
  {
    name: "address",
    fields: [
      { name: "street_name", typeDefinition: "text" },
      { name: "zip", typeDefinition: "int" },
      { name: "lines", typeDefinition: "frozen<list<text>>" },
    ],
  },
  {
    name: "Odd",
    fields: ["constructor", "toString", "__proto__", "hasOwnProperty", "1st", "then", "größe"].map((name, index) => ({
      name,
      typeDefinition: index % 2 === 0 ? "text" : "bigint",
    })),
  },
  {
    name: "person",
    fields: [
      { name: "home", typeDefinition: "frozen<address>" },
      { name: "others", typeDefinition: 'map<text, frozen<"Odd">>' },
      { name: "born", typeDefinition: "date" },
    ],
  },
]);
const customTypes = new Set(["PointType"]);

const anyType = nativeTypes.filter((name) => name !== "counter");
const inSet = anyType.filter((name) => name !== "duration");
const typeText = (depth: number): fc.Arbitrary<string> => {
  const plain = fc.constantFrom(...anyType, "frozen<address>", 'frozen<"Odd">', "frozen<person>", "PointType");
  if (depth === 0) return plain;
  const item = typeText(depth - 1);
  const key = fc.constantFrom(...inSet, "frozen<address>", "tuple<int, text>", "frozen<set<int>>");
  // Within a collection the database wants to be told that another one is frozen.
  const held = item.map((text) => (/^(?:list|set|map)</.test(text) ? `frozen<${text}>` : text));
  return fc.oneof(
    { weight: 1, arbitrary: plain },
    held.map((text) => `list<${text}>`),
    key.map((text) => `set<${text}>`),
    fc.tuple(key, held).map(([key, text]) => `map<${key}, ${text}>`),
    fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => `tuple<${items.join()}>`),
    fc.tuple(item, fc.integer({ min: 1, max: 3 })).map(([text, length]) => `vector<${text}, ${length}>`),
    item.map((text) => `frozen<list<${text}>>`),
  );
};

const typeTexts = [
  ...anyType,
  ...[
    "address",
    "frozen<person>",
    '"Odd"',
    "PointType",
    "list<PointType>",
    "tuple<PointType, int>",
    "map<text, PointType>",
  ],
  ...fc.sample(typeText(3), { numRuns: long ? 200 : 18, seed: 5 }),
];

/** A table with a column of each type; its key has one of each kind, and it has static columns. */
const every = tableOf(
  {
    name: "every",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: "at", typeDefinition: "timestamp" },
      { name: "spot", typeDefinition: "frozen<address>" },
      { name: "shared", typeDefinition: "text", static: true },
      { name: "kept", typeDefinition: "set<text>", static: true },
      ...typeTexts.map((typeDefinition, index) => ({ name: `c${index}`, typeDefinition })),
    ],
    primaryKey: { partitionKey: ["id"], clusteringKey: ["at", "spot"] },
  },
  { userTypes, customTypes },
);
const keyspace = { name: "shop", tables: [every], userTypes: [...userTypes.values()] };
const settings: PlanSettings = { naming: "camel" };
const plan = planKeyspace(keyspace, settings);

const memberNames = new Map(
  plan.userTypes.flatMap(({ type, fields }) => fields.map(({ field, name }) => [`${type.name}.${field.name}`, name])),
);
const nameOf = (userType: string, field: string): string =>
  memberNames.get(`${userType}.${field}`) ?? expect.unreachable();

let emitted: Exports;
let codecs: Readonly<Record<string, Codec<unknown>>>;
let row: ZodObject<Record<string, ZodType>>;
let insertion: ZodObject<Record<string, ZodType>>;
beforeAll(() => {
  const modules = importEmitted(plan);
  emitted = { ...modules["index.ts"], ...modules["zod.ts"] };
  codecs = (emitted["everyTable"] as Table<TableTypes>).columns as Record<string, Codec<unknown>>;
  row = emitted["everyRowSchema"] as typeof row;
  insertion = emitted["everyInsertSchema"] as typeof insertion;
});

interface Column {
  readonly name: string;
  readonly text: string;
  readonly type: CqlType;
}
const columns: readonly Column[] = typeTexts.map((text, index) => {
  const type = every.columns.find(({ name }) => name === `c${index}`)?.type ?? expect.unreachable();
  return { name: `c${index}`, text, type };
});

const codecOf = ({ name }: Column): Codec<unknown> => codecs[name] ?? expect.unreachable();
const accepts = (validator: ZodType | undefined, value: unknown): boolean =>
  validator?.safeParse(value).success === true;

/** A value of the type, a near miss, or something else altogether. */
const candidate = (type: CqlType): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 2, arbitrary: valuesOf(type, nameOf) },
    { weight: 4, arbitrary: nearMisses(type, nameOf).map(({ value }) => value) },
    { weight: 1, arbitrary: fc.constantFrom(...exotic) },
    { weight: 1, arbitrary: fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }) },
  );

const expectAgreement = (column: Column, value: unknown): boolean => {
  const codec = codecOf(column);
  const checked = codec.check(value);
  const { name } = column;
  const mayBeNull = codec.empty === undefined;
  expect([value, accepts(row.shape[name], value)]).toEqual([value, checked || (value === null && mayBeNull)]);
  expect(accepts(insertion.shape[name], value)).toBe(checked || value === null || value === undefined);
  return checked;
};

describe.each(columns)("$text", (column) => {
  it("is accepted by zod where the runtime's check accepts it, in rows and in writes", () => {
    let accepted = 0;
    fc.assert(
      fc.property(candidate(column.type), (value) => {
        if (expectAgreement(column, value)) accepted++;
      }),
      runs(60, 5000),
    );
    for (const value of exotic) expectAgreement(column, value);
    expect(accepted).toBeGreaterThan(0);
  });

  it("loses nothing as JSON and as a literal of a document", () => {
    fc.assert(
      fc.property(valuesOf(column.type, nameOf), (value) => {
        const codec = codecOf(column);
        expect(codec.check(value)).toBe(true);
        const wire = codec.encode(value);
        expect(codec.decode(JSON.parse(printJson(wire)) as Wire)).toEqual(value);
        const literal = valueFromASTUntyped(parseValue(printLiteral(wire))) as Wire;
        expect(codec.decode(plainObjects(literal))).toEqual(value);
      }),
      runs(30, 2000),
    );
  });
});

/** graphql-js gives objects without a prototype. */
function plainObjects(wire: Wire): Wire {
  return JSON.parse(printJson(wire)) as Wire;
}

describe("values at the ends", () => {
  const columnOf = (text: string): Column => columns.find((column) => column.text === text) ?? expect.unreachable();

  test.each<[type: string, value: unknown]>([
    ["bigint", 2n ** 63n - 1n],
    ["bigint", -(2n ** 63n)],
    ["varint", 10n ** 60n],
    ["decimal", "1234567890123456789012345678901234567890.0123456789"],
    ["decimal", "0E+3"],
    ["decimal", "1E-2147483647"],
    ["double", -0],
    ["double", 5e-324],
    ["double", Number.MAX_VALUE],
    ["float", -0],
    ["timestamp", new Date(-8.64e15)],
    ["timestamp", new Date(8.64e15)],
    ["timestamp", new Date(-1)],
    ["date", "-5877641-06-23"],
    ["date", "+5881580-07-11"],
    ["time", "23:59:59.999999999"],
    ["text", "\0\ufeff\u2028😀"],
    ["blob", new Uint8Array()],
  ])("%s: %s comes back as it went", (text, value) => {
    const codec = codecOf(columnOf(text));
    expect(codec.check(value)).toBe(true);
    expect(codec.decode(JSON.parse(printJson(codec.encode(value))) as Wire)).toEqual(value);
    expect(codec.decode(valueFromASTUntyped(parseValue(printLiteral(codec.encode(value)))) as Wire)).toEqual(value);
  });

  test.each<[type: string, value: unknown]>([
    ["double", Number.NaN],
    ["double", Infinity],
    ["float", -Infinity],
    ["float", 3.5e38],
    ["bigint", 2n ** 63n],
    ["bigint", 1],
    ["int", 2 ** 31],
    ["text", "\ud800"],
    ["text", "a\udc00"],
    ["timestamp", new Date(Number.NaN)],
    ["date", "-5877641-06-22"],
    ["decimal", "1e2147483649"],
  ])("%s: %s is refused by both", (text, value) => {
    if (text === "date") return;
    expect(expectAgreement(columnOf(text), value)).toBe(false);
  });

  it("minus zero is plain zero to a whole number", () => {
    const codec = codecOf(columnOf("int"));
    expect(codec.check(-0)).toBe(true);
    expect(printLiteral(codec.encode(-0))).toBe("0");
  });

  it("what JSON leaves out or cannot hold is left out or null, of a codec of the user's too", () => {
    expect(printLiteral({ a: 1, b: undefined, c: NaN } as unknown as Wire)).toBe("{a: 1, c: null}");
  });

  it("bytes come back from any kind of Uint8Array", () => {
    const codec = codecOf(columnOf("blob"));
    expect(codec.decode(codec.encode(Buffer.from("ab")))).toEqual(new Uint8Array([97, 98]));
  });
});

/** A session that takes everything, so that what is refused is refused by the runtime. */
let sent: string | undefined;
const agreeable = answeringSession((query) => {
  sent = query;
  return query.startsWith("query") ? { values: [], pageState: null } : { applied: true };
});

/** What the runtime says to a write: nothing, or why not. */
async function refusal(name: string, record: unknown): Promise<string | undefined> {
  try {
    await (emitted[name] as (session: Session, record: unknown) => Promise<unknown>)(agreeable, record);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: "validation", direction: "in" });
    return (error as Error).message;
  }
}

const members = every.columns.map(({ name, type, kind }) => ({ name, type, kind }));

/** A record with some of the columns; the key mostly whole, a value wrong now and then. */
const record = fc
  .record({
    key: fc.constantFrom("whole", "whole", "whole", "whole", "partition", "without id", "without spot", "random"),
    chosen: fc.uniqueArray(fc.constantFrom(...members.map(({ name }) => name)), { maxLength: 5 }),
    staticOnly: fc.boolean(),
    surplus: fc.constantFrom({}, {}, {}, {}, {}, { surplus: 1 }, { constructor: "c" }, { toString: undefined }),
  })
  .chain(({ key, chosen, staticOnly, surplus }) => {
    const has = (name: string, kind: string): boolean => {
      if (kind === "partition" && key !== "random") return key !== "without id";
      if (kind === "clustering" && key !== "random")
        return key === "whole" || (key === "without spot" && name !== "spot");
      return chosen.includes(name) && !(staticOnly && kind === "regular");
    };
    const entries = members
      .filter(({ name, kind }) => has(name, kind))
      .map(({ name, type }) =>
        fc.tuple(
          fc.constant(name),
          fc.oneof(
            { weight: 30, arbitrary: valuesOf(type, nameOf) },
            { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
            { weight: 1, arbitrary: nearMisses(type, nameOf).map(({ value }) => value) },
          ),
        ),
      );
    return fc.tuple(...entries).map((list): object => ({ ...Object.fromEntries(list), ...surplus }));
  });

const changesNothing = (record: object): boolean =>
  Object.entries(record).every(([name, value]) => value === undefined || ["id", "at", "spot"].includes(name));

describe("a whole record", () => {
  it.each([
    ["insertEvery", "everyInsertSchema"],
    ["updateEvery", "everyUpdateSchema"],
  ])("is taken by %s where %s accepts it", async (name, schema) => {
    const counts = [0, 0];
    await fc.assert(
      fc.asyncProperty(record, async (record) => {
        const reason = await refusal(name, record);
        const accepted = accepts(emitted[schema] as ZodType, record);
        counts[accepted ? 1 : 0]!++;
        // That an update changes nothing is seen at run time alone: types and validators let it pass.
        if (name === "updateEvery" && changesNothing(record)) expect(reason).toBeDefined();
        else expect([reason === undefined, reason, record]).toEqual([accepted, reason, record]);
      }),
      runs(250, 20_000),
    );
    expect(Math.min(...counts)).toBeGreaterThan(20);
  });

  it("may come from a class, with getters, and has no member that it only inherits from all objects", async () => {
    class Spot {
      get streetName(): string {
        return "Elm";
      }
      readonly zip = 1;
      readonly lines = ["a"];
    }
    class Whole {
      readonly #id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
      get id(): string {
        return this.#id;
      }
      readonly at = new Date(0);
      readonly spot = new Spot();
      get c0(): string {
        return "a";
      }
    }
    expect(accepts(insertion, new Whole())).toBe(true);
    expect(await refusal("insertEvery", new Whole())).toBeUndefined();
    expect(sent).toContain('c0: "a"');
    expect(sent).toContain('streetName: "Elm"');
  });
});

describe("an empty partition key, which the database refuses,", () => {
  const keyed = (name: string, partitionKey: readonly string[], type: string) =>
    tableOf({
      name,
      columnDefinitions: [
        ...partitionKey.map((column) => ({ name: column, typeDefinition: type })),
        { name: "note", typeDefinition: type },
      ],
      primaryKey: { partitionKey: [...partitionKey] },
    });
  const types = ["text", "ascii", "varchar", "blob"];
  const tables = types.flatMap((type) => [keyed(`by_${type}`, ["k"], type), keyed(`by_two_${type}`, ["k", "l"], type)]);
  let found: Exports;
  beforeAll(() => {
    const modules = importEmitted(planKeyspace({ name: "shop", tables, userTypes: [] }, settings));
    found = { ...modules["index.ts"], ...modules["zod.ts"] };
  });
  const call = async (name: string, ...args: readonly unknown[]): Promise<unknown> =>
    (found[name] as (...args: readonly unknown[]) => unknown)(agreeable, ...args);

  it.each(types)("is refused by validators and by every function: %s", async (type) => {
    const name = `By${type[0]?.toUpperCase()}${type.slice(1)}`;
    const empty = type === "blob" ? new Uint8Array() : "";
    const full = type === "blob" ? new Uint8Array([0]) : " ";
    for (const shape of ["Row", "Insert", "Update"]) {
      const schema = found[`by${name.slice(2)}${shape}Schema`] as ZodType;
      expect(schema.safeParse({ k: empty, note: full })).toMatchObject({ success: false });
      expect(schema.safeParse({ k: full, note: empty })).toMatchObject({ success: true });
    }
    const refusal = {
      code: "validation",
      direction: "in",
      path: ["k"],
      message: expect.stringContaining(", at least one byte long: the database takes no empty partition key"),
    };
    await expect(call(`insert${name}`, { k: empty })).rejects.toMatchObject(refusal);
    await expect(call(`update${name}`, { k: empty, note: full })).rejects.toMatchObject(refusal);
    await expect(call(`delete${name}`, { k: empty })).rejects.toMatchObject(refusal);
    await expect(call(`get${name}`, { k: empty })).rejects.toMatchObject(refusal);
    const rows = (await call(`find${name}`, { k: { in: [full, empty] } })) as Rows<object>;
    await expect(rows.page()).rejects.toMatchObject(refusal);
    expect(await call(`insert${name}`, { k: full, note: empty })).toEqual({ applied: true });
  });

  it.each(types)("may be empty in one of several columns: %s", async (type) => {
    const name = `ByTwo${type[0]?.toUpperCase()}${type.slice(1)}`;
    const empty = type === "blob" ? new Uint8Array() : "";
    const schema = found[`by${name.slice(2)}InsertSchema`] as ZodType;
    expect(schema.safeParse({ k: empty, l: empty })).toMatchObject({ success: true });
    expect(await call(`insert${name}`, { k: empty, l: empty })).toEqual({ applied: true });
  });
});

/** What is compiled in one go: a line for each value, with what is expected of it. */
interface Line {
  readonly text: string;
  readonly verdict: "compiles" | "fails" | "either";
  readonly shown: string;
}

describe("the interface", () => {
  const lines: Line[] = [];
  beforeAll(() => {
    for (const { name, type, text } of columns) {
      // From values of unknown kinds the compiler guesses another kind of Map.
      if (/map<.*PointType/.test(text)) continue;
      const add = (value: unknown, verdict: Line["verdict"], record = "EveryRow"): void => {
        const declared = record === "EveryRow" ? `EveryRow["${name}"]` : `NonNullable<EveryInsert["${name}"]>`;
        const shown = `${text}: ${printValue(value)}`;
        lines.push({ text: `export const v${lines.length}: ${declared} = ${printValue(value)};`, verdict, shown });
      };
      for (const value of fc.sample(valuesOf(type, nameOf), { numRuns: long ? 30 : 3, seed: 3 })) {
        add(value, "compiles");
        add(value, "compiles", "EveryInsert");
      }
      for (const { value, isWrongShape } of fc.sample(nearMisses(type, nameOf), { numRuns: long ? 100 : 9, seed: 3 })) {
        const isWhole = value !== null;
        add(value, codecs[name]?.check(value) ? "compiles" : isWrongShape && isWhole ? "fails" : "either");
        if (isWrongShape && isWhole) expect([text, value, codecs[name]?.check(value)]).toEqual([text, value, false]);
      }
    }
  });

  it("takes what the check accepts, and no wrong shape", { timeout: 60_000 }, () => {
    const head = 'import type { EveryInsert, EveryRow } from "./index.js";';
    const files = Object.fromEntries(
      emitKeyspace({ ...plan, validators: false }).map(({ path, text }) => [path, text]),
    );
    const errors = compile(
      { ...files, "proof.ts": [head, ...lines.map(({ text }) => text)].join("\n") },
      { strict: true },
    );
    const elsewhere = errors.filter((error) => !error.startsWith("proof.ts:"));
    expect(elsewhere).toEqual([]);
    const failed = new Map(errors.map((error) => [Number(/:(\d+)/.exec(error)?.[1]) - 2, error]));
    const wrong = lines.flatMap(({ verdict, shown }, index) => {
      const error = failed.get(index);
      if (verdict === "compiles" && error) return [`${shown} should compile: ${error}`];
      return verdict === "fails" && !error ? [`${shown} should not compile`] : [];
    });
    expect(wrong).toEqual([]);
    const count = (verdict: Line["verdict"]): number => lines.filter((line) => line.verdict === verdict).length;
    expect(count("fails")).toBeGreaterThan(150);
    expect(count("compiles")).toBeGreaterThan(250);
  });
});
