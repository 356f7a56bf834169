/**
 * Proves that generated validators, interfaces and the runtime agree, for `asserts.ts` in the output folder.
 *
 * Consists of types that fail to compile, and of checks of real values: the runtime accepts what a validator accepts,
 * and what both accept survives encoding and decoding. Does not load zod; the validators do.
 */
import { bindTable } from "./table/bound-table.ts";
import type { Member } from "./table/bound-table.ts";
import type { Codec } from "./protocol/codec.ts";
import { keyOf } from "./protocol/codec.ts";
import type { Table, TableTypes } from "./table/table.ts";

/** Compiles only if it is true. */
export type Assert<Proven extends true> = Proven;

/** Whether two types are the same, not merely assignable to one another. */
export type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** The output type of a validator. */
export type Output<Validator extends { readonly _zod: { readonly output: unknown } }> = Validator["_zod"]["output"];

/** The input type of a validator. */
export type Input<Validator extends { readonly _zod: { readonly input: unknown } }> = Validator["_zod"]["input"];

interface Validator {
  readonly safeParse: (value: unknown) => { readonly success: boolean };
}

/** Validators of a table, by purpose. */
export interface TableValidators {
  readonly row: ObjectValidator;
  readonly writes: readonly ObjectValidator[];
  /** The CQL types of columns with a codec of the app, which may be for a different type. */
  readonly types?: Readonly<Record<string, string>>;
}

interface ObjectValidator {
  readonly shape: Readonly<Record<string, Validator>>;
}

/**
 * Tries values of every kind on each column of a table, with each of its validators and with its codec.
 *
 * @throws {Error} with every column where the two disagree, or where a value changes by encoding and decoding
 */
export function assertTable<T extends TableTypes>(table: Table<T>, { row, writes, types = {} }: TableValidators): void {
  const bound = bindTable(table);
  const problems = bound.members.flatMap((member) => {
    const where = `${bound.title}.${member.name}`;
    const nullable = !member.isKey && !member.codec.empty;
    const found = row.shape[member.name];
    if (!found) return [`${where}: the validator of rows does not know it`];
    const type = Object.hasOwn(types, member.name) ? types[member.name] : undefined;
    const { cql } = member.codec;
    return [
      ...(type === undefined || type === cql ? [] : [`${where}: the column is a ${type}, and its codec one of ${cql}`]),
      ...disagreements(member, found, { nullable, optional: false }).map((what) => `${where}: rows ${what}`),
      ...writes.flatMap(({ shape }) => {
        const validator = shape[member.name];
        // An update of only static columns has no clustering columns: its validator rejects all of them.
        if (!validator || isRefusal(validator)) return [];
        const free = !member.isKey && member.codec.cql !== "counter";
        return disagreements(member, validator, { nullable: free, optional: free }).map(
          (what) => `${where}: writes ${what}`,
        );
      }),
      ...lossesOf(member.codec).map((what) => `${where}: ${what}`),
    ];
  });
  if (problems.length > 0) throw new Error(`the bindings of ${bound.title} disagree:\n${problems.join("\n")}`);
}

function isRefusal(validator: Validator): boolean {
  return samples.every((value) => !validator.safeParse(value).success);
}

function disagreements(
  { name, codec }: Member,
  validator: Validator,
  { nullable, optional }: { readonly nullable: boolean; readonly optional: boolean },
): string[] {
  const problems: string[] = [];
  // A table's only counter is required, so its validator may do either.
  const isCounter = codec.cql === "counter";
  if (!isCounter && validator.safeParse(undefined).success !== optional) {
    problems.push(optional ? "cannot leave it out, which the runtime allows" : "can leave it out");
  }
  for (const value of [...samples, null]) {
    // Every object inherits a function under a name such as toString, which does not count as a value.
    if (typeof value === "function" && name in Object.prototype) continue;
    const accepted = validator.safeParse(value).success;
    const expected = value === null ? nullable : codec.check(value);
    if (accepted !== expected) problems.push(`${accepted ? "accept" : "refuse"} ${show(value)}, unlike the runtime`);
  }
  return problems;
}

/** The wire is JSON, so a value has to survive that too. */
function lossesOf(codec: Codec<unknown>): string[] {
  return samples.flatMap((value) => {
    if (!codec.check(value)) return [];
    try {
      const sent = codec.encode(value);
      const wire = JSON.stringify(sent);
      const again = codec.decode(JSON.parse(wire));
      if (!codec.check(again))
        return [`${show(value)} travels as ${wire} and comes back as a value that its codec rejects`];
      const back = codec.encode(again);
      // A decimal is sent as written, and may come back as a different text of the same number.
      const isSame = JSON.stringify(keyOf(codec, back)) === JSON.stringify(keyOf(codec, sent));
      return isSame ? [] : [`${show(value)} travels as ${wire} and comes back as ${JSON.stringify(back)}`];
    } catch (error) {
      return [
        `${show(value)} is accepted, and its codec fails: ${error instanceof Error ? error.message : "no reason"}`,
      ];
    }
  });
}

const uuid = "6b8a2c0e-41f7-4f8e-9d53-2f1c7a9b0e44";
const timeuuid = "6b8a2c0e-41f7-11ee-9d53-2f1c7a9b0e44";
const texts = [
  ...["", "a", "ASCII only", "größe", "\ud83d\ude00", "\ud800", "\0", uuid, timeuuid, "127.0.0.1", "::1", "1.2.3"],
  ...["2020-07-31", "2020-02-30", "5881580-07-11", "18:25:43.511", "24:00:00", "1y2mo3d4h5m6s", "P1D", "12", "-0.10"],
  ...["1e400", "1234567890123456789012345678901234567890", "NaN", "true", "null", "{}", "[]"],
];
const numbers = [0, -0, 1, -1, 1.5, 127, 128, -129, 32768, 2 ** 31, 2 ** 53, 3.5e38, 1e308, NaN, Infinity, -Infinity];
const bigints = [0n, -1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n, 10n ** 40n];
const scalars: readonly unknown[] = [...texts, ...numbers, ...bigints, true, false];
const objects: readonly unknown[] = [new Date(0), new Date(NaN), new Uint8Array([1, 255]), new Uint8Array()];
const single = [...scalars, ...objects];

/** Values of every kind that a column can hold, and near misses of each. */
const samples: readonly unknown[] = [
  ...single,
  ...[[], {}, new Map(), Object.create(null), Symbol("a"), () => 1],
  ...single.flatMap((value) => [[value], [value, value], [value, null], [value, value, value], { value }]),
  ...single.flatMap((value) => [new Map([[value, value]]), new Map([["a", value]]), new Map([[value, 1]])]),
];

function show(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (value instanceof Map)
    return `Map {${[...value].map(([key, held]) => `${show(key)} => ${show(held)}`).join(", ")}}`;
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (value instanceof Date) return `Date(${value.getTime()})`;
  return typeof value === "string" ? JSON.stringify(value) : String(Object(value) === value ? typeof value : value);
}
