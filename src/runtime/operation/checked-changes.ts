/**
 * Checks an update whose record may have changes of parts beside whole values: of collections and user types that are not
 * frozen. A table has, for each kind of change, the columns that it applies to and its form on the wire.
 */
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import type { Codec, Part, Wire } from "../protocol/codec.ts";
import { isObject, memberOf } from "../protocol/objects.ts";
import type { Member, Dialect } from "../table/bound-table.ts";
import { badValue, requireColumn } from "../table/bound-table.ts";
import { checkChanged } from "./checked-write.ts";
import type { ChangeKind, CheckedChange, CheckedWrite } from "./checked-write.ts";
import type { WriteInput } from "./write-options.ts";
import { PartChange } from "./part-change.ts";

type Kind = "set" | "list" | "map" | "user type";
type Encode = (given: unknown, parts: NonNullable<Codec<unknown>["parts"]>, refuse: Refuse) => Wire;
type Refuse = (reason: string) => ValidationError;

const items: Encode = (given, { value }, refuse) => listOf(value, given, refuse);

/**
 * The columns of each kind of change, and its encoding; those of a list at an index may be repeated. In the order in which
 * those of a column take place, the same as in the service: an index means the list as it was.
 */
const changes: Readonly<Record<ChangeKind, readonly [kinds: readonly Kind[], encode: Encode]>> = {
  add: [["set"], items],
  setAt: [
    ["list"],
    (given, { value }, refuse) => {
      const { index, value: item } = given as { index: unknown; value: unknown };
      return [{ index: indexOf(index, refuse), value: one(value, item, refuse) }];
    },
  ],
  removeAt: [["list"], (given, _, refuse) => [indexOf(given, refuse)]],
  remove: [["set", "list"], items],
  append: [["list"], items],
  prepend: [["list"], items],
  put: [
    ["map"],
    (given, { entry }, refuse) => {
      if (!isObject(given)) throw refuse("puts a Map or an object of entries");
      return listOf(
        entry,
        given instanceof Map ? [...(given as Map<unknown, unknown>)] : Object.entries(given),
        refuse,
      );
    },
  ],
  removeKeys: [["map"], (given, { key }, refuse) => listOf(key, given, refuse)],
  setFields: [["user type"], fieldsOf],
};

/** Changes that do something else when they are repeated. */
const relative: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["append", "prepend", "setAt", "removeAt"]);

/** @throws {ValidationError} for a record, a change, a condition or an option that the database would reject */
export function checkUpdateParts(write: WriteInput, dialect?: Dialect): CheckedWrite {
  let changes: readonly CheckedChange[] = [];
  const checked = checkChanged(write, dialect, (record, table, about) => {
    changes = Object.entries(record).flatMap(([name, value]) => {
      const parts = [value].flat();
      return parts[0] instanceof PartChange ? encodeChanges(requireColumn(table, name, about), parts, about) : [];
    });
    if (changes.length === 0) return record;
    dialect?.refuse?.({ changes }, about);
    const changed = new Set(changes.map(({ member }) => member));
    const whole = table.members.filter((member) => !changed.has(member));
    // Names that no column has stay, to be refused.
    const rest = Object.entries(record).filter(([name]) => !changed.has(table.byName.get(name)!));
    return {
      ...Object.fromEntries(whole.map(({ name }) => [name, memberOf(record, name)])),
      ...Object.fromEntries(rest),
    };
  });
  if (changes.length === 0) return checked;
  const isRelative = changes.some(({ kind }) => relative.has(kind));
  return {
    ...checked,
    changes,
    effect: isRelative && checked.effect === "absolute" ? "relative" : checked.effect,
    holds: (row) => (isRelative ? undefined : holdsChanges(changes, row)),
  };
}

/** @throws {ValidationError} unless they are changes of the column */
export function encodeChanges(member: Member, parts: readonly unknown[], about: About): readonly CheckedChange[] {
  const { name, codec } = member;
  const refuse: Refuse = (reason) => badValue(name, reason, about);
  const kind = kindOf(codec);
  if (!kind) throw refuse("cannot be changed in part: it is frozen, or has no parts");
  const byKind = new Map<ChangeKind, Wire>();
  for (const part of parts) {
    if (!(part instanceof PartChange)) throw refuse("takes changes or a value, not both");
    const [kinds, encode] = changes[part.kind];
    if (!kinds.includes(kind)) throw refuse(`is a ${kind}, which has no ${part.kind}`);
    const wire = encode(part.given, codec.parts ?? {}, refuse);
    const before = byKind.get(part.kind);
    // The order of several changes would be unclear to the caller.
    if (before && !part.kind.endsWith("At")) throw refuse(`has ${part.kind} twice: give it all at once`);
    byKind.set(part.kind, before ? [...(before as readonly Wire[]), ...(wire as readonly Wire[])] : wire);
  }
  const inOrder = (Object.keys(changes) as ChangeKind[]).filter((kind) => byKind.has(kind));
  return inOrder.map((kind) => ({ member, kind, wire: byKind.get(kind)! }));
}

/** Undefined for what is written as a whole: a frozen value, or one without parts. */
export function kindOf({ cql, parts }: Codec<unknown>): Kind | undefined {
  const [, collection] = /^(set|list|map)</.exec(cql) ?? [];
  return (collection as Kind | undefined) ?? (parts?.fields && !cql.startsWith("frozen<") ? "user type" : undefined);
}

function listOf(part: Part | undefined, given: unknown, refuse: Refuse): readonly Wire[] {
  if (!Array.isArray(given)) throw refuse("takes an array there");
  return given.map((item) => one(part, item, refuse));
}

export function one(part: Part | undefined, value: unknown, refuse: Refuse): Wire {
  if (part?.check(value)) return part.encode(value as never);
  throw refuse(`takes only what is ${part?.expected} there`);
}

export function indexOf(index: unknown, refuse: Refuse): number {
  if (Number.isInteger(index) && (index as number) >= 0 && (index as number) < 2 ** 31) return index as number;
  throw refuse("needs an index there, from 0 on");
}

function fieldsOf(given: unknown, { fields }: NonNullable<Codec<unknown>["parts"]>, refuse: Refuse): Wire {
  if (!isObject(given)) throw refuse("takes an object of fields");
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  if (entries.length === 0) throw refuse("needs a field to set");
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const [apiName, codec] = fields?.get(name) ?? [];
      if (apiName === undefined) throw refuse(`has no field ${name}`);
      return [apiName, value === null ? null : one(codec, value, refuse)];
    }),
  );
}

/**
 * Whether a row shows what absolute changes of its collections and user types did.
 *
 * @param row as it is read, by member names; undefined if there is none
 */
function holdsChanges(changes: readonly CheckedChange[], row: Readonly<Record<string, unknown>> | undefined): boolean {
  return changes.every(({ member: { name, codec }, kind, wire }) => {
    const value = row?.[name] ?? null;
    const found = value === null ? null : codec.encode(value);
    // In the one form of a value: the caller may have used another spelling.
    const wanted = kind === "removeKeys" ? wire : codec.encode(codec.decode(wire));
    if (kind === "setFields") {
      return Object.keys(wire as object).every(
        (field) => textOf(fieldOf(found, field)) === textOf(fieldOf(wanted, field)),
      );
    }
    const isOfKeys = kind === "removeKeys";
    const has = new Set(
      (found as readonly Wire[] | null)?.map((item) =>
        textOf(isOfKeys ? (item as Readonly<Record<"key", Wire>>).key : item),
      ),
    );
    const isIn = (item: Wire): boolean => has.has(textOf(item));
    const all = wanted as readonly Wire[];
    return kind === "remove" || isOfKeys ? !all.some(isIn) : all.every(isIn);
  });
}

function fieldOf(value: Wire, field: string): Wire {
  return (value as Readonly<Record<string, Wire>> | null)?.[field] ?? null;
}

function textOf(wire: Wire): string {
  return JSON.stringify(wire);
}
