import { ProtocolError, ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { isKey, unknownMember } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { Wire } from "../protocol/codec.ts";
import { memberOf, wireOf } from "../protocol/member-of.ts";

/** One value on its way out. @throws {ValidationError} when it is not what the column holds; says what it must be */
export function encodeValue(member: Member, value: unknown, about: About): Wire {
  if (!member.codec.check(value)) {
    throw new ValidationError("in", [member.name], `${member.name} is not ${member.codec.expected}`, about);
  }
  try {
    return member.codec.encode(value);
  } catch (cause) {
    // Ours never fail for what they accept; a codec of the user's may.
    const reason = `the codec of ${member.name} cannot encode a value that it accepts`;
    throw new ValidationError("in", [member.name], reason, { ...about, cause });
  }
}

/** Refuses what is no record at all, for callers without types: a query without its key would read the whole table. */
export function requireRecord(record: unknown, what: "key" | "value" | "where", about: About): void {
  if (typeof record === "object" && record !== null && !Array.isArray(record)) return;
  const found = record === undefined || record === null ? "is missing" : "is no object";
  throw new ValidationError("in", [], `the ${what} ${found}`, about);
}

/**
 * A record to write as it travels, by API names: absent and undefined members are left out, null deletes the cell.
 *
 * `required` are the members that must have a value, `allowed` all that may be there.
 * @throws {ValidationError} for a missing key, an unknown member or a wrong value, before anything is sent
 */
export function encodeRecord(
  layout: Layout,
  record: object,
  { required, allowed }: { required: readonly Member[]; allowed: readonly Member[] },
  about: About,
): Record<string, Wire> {
  requireRecord(record, "value", about);
  const wire: Record<string, Wire> = {};
  for (const member of required) {
    const value = memberOf(record, member.name);
    if (value === undefined || value === null) {
      throw new ValidationError("in", [member.name], `${member.name} is missing: it is in the primary key`, about);
    }
  }
  for (const name in record) {
    const member = layout.byName.get(name);
    if (!member || !allowed.includes(member)) {
      const reason = member ? `${name} does not belong here: ${ruleOf(allowed)}` : unknownMember(layout, name);
      throw new ValidationError("in", [name], reason, about);
    }
  }
  for (const member of allowed) {
    const value = memberOf(record, member.name);
    if (value === undefined) continue;
    wire[member.apiName] = value === null ? null : encodeValue(member, value, about);
  }
  return wire;
}

function ruleOf(allowed: readonly Member[]): string {
  return allowed.every(isKey) ? "a key has the columns of the primary key alone" : "only counters are added to";
}

/** The whole primary key of a row as it travels, and nothing else. @throws {ValidationError} as `encodeRecord` does */
export function encodeKey(
  layout: Layout,
  key: object,
  about: About,
  members: readonly Member[] = layout.primaryKey,
): Record<string, Wire> {
  requireRecord(key, "key", about);
  return encodeRecord(layout, key, { required: members, allowed: members }, about);
}

/** The filter that selects by a key: its values are values, whatever they look like. @throws as `encodeKey` does */
export function encodeKeyFilter(
  layout: Layout,
  key: object,
  about: About,
  members?: readonly Member[],
): Record<string, Wire> {
  const wire = Object.entries(encodeKey(layout, key, about, members));
  return Object.fromEntries(wire.map(([name, value]) => [name, { eq: value }]));
}

/** A row as the service sent it. */
export type WireRow = Readonly<Record<string, unknown>>;

/** The rows of an answer. @throws {ProtocolError} when it holds none */
export function rowsOf(rows: unknown, about: About): readonly WireRow[] {
  if (Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null)) return rows as WireRow[];
  throw new ProtocolError("the answer holds no rows", about);
}

/** @throws {ProtocolError} that names a column of the key when the row lacks it, or has null for it */
export function requireKey(key: readonly Member[], row: WireRow, about: About): void {
  const problem = problemOfRow(key, row);
  if (problem !== undefined) throw new ProtocolError(problem, about);
}

/** What is wrong with a row of an answer, or undefined when it has these columns and none of the key is null. */
export function problemOfRow(asked: readonly Member[], row: WireRow): string | undefined {
  const missing = asked.find((member) => {
    const cell = wireOf(row, member.apiName);
    return cell === undefined || (cell === null && isKey(member));
  });
  return missing && `the answer's row has no ${missing.name}`;
}

/**
 * A row as the service sent it, by member names; columns that it did not send are null, or empty collections.
 * @throws {ValidationError} with direction `out` when a value is not what its column holds
 */
export function decodeRow(members: readonly Member[], wire: WireRow, about: About): object {
  // Not by assignment: a column may be called __proto__.
  return Object.fromEntries(
    members.map((member) => {
      const cell = wireOf(wire, member.apiName);
      const missing = cell === null || cell === undefined;
      const value = missing ? (member.codec.empty?.() ?? null) : decodeValue(member, cell as Wire, about);
      return [member.name, value];
    }),
  );
}

function decodeValue(member: Member, wire: Wire, about: About): unknown {
  try {
    return member.codec.decode(wire);
  } catch {
    const reason = `the answer's ${member.name} is not ${member.codec.expected}`;
    throw new ValidationError("out", [member.name], reason, about);
  }
}
