import { ValidationError } from "./errors.ts";
import { isKey, unknownMember } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { Wire } from "./protocol/codec.ts";
import { memberOf, wireOf } from "./protocol/member-of.ts";

/** One value on its way out. @throws {ValidationError} when it is not what the column holds; says what it must be */
export function encodeValue(member: Member, value: unknown, operation: string): Wire {
  if (!member.codec.check(value)) {
    throw new ValidationError("in", [member.name], `${member.name} is not ${member.codec.expected}`, { operation });
  }
  try {
    return member.codec.encode(value);
  } catch (cause) {
    // Ours never fail for what they accept; a codec of the user's may.
    const reason = `the codec of ${member.name} cannot encode a value that it accepts`;
    throw new ValidationError("in", [member.name], reason, { operation, cause });
  }
}

/** Refuses what is no record at all, for callers without types: a query without its key would read the whole table. */
export function requireRecord(record: unknown, what: "key" | "value" | "where", operation: string): void {
  if (typeof record === "object" && record !== null && !Array.isArray(record)) return;
  const found = record === undefined || record === null ? "is missing" : "is no object";
  throw new ValidationError("in", [], `the ${what} ${found}`, { operation });
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
  operation: string,
): Record<string, Wire> {
  requireRecord(record, "value", operation);
  const wire: Record<string, Wire> = {};
  for (const member of required) {
    const value = memberOf(record, member.name);
    if (value === undefined || value === null) {
      throw new ValidationError("in", [member.name], `${member.name} is missing: it is in the primary key`, {
        operation,
      });
    }
  }
  for (const name in record) {
    const member = layout.byName.get(name);
    if (!member || !allowed.includes(member)) {
      const reason = member ? `${name} does not belong here: ${ruleOf(allowed)}` : unknownMember(layout, name);
      throw new ValidationError("in", [name], reason, { operation });
    }
  }
  for (const member of allowed) {
    const value = memberOf(record, member.name);
    if (value === undefined) continue;
    wire[member.apiName] = value === null ? null : encodeValue(member, value, operation);
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
  operation: string,
  members: readonly Member[] = layout.primaryKey,
): Record<string, Wire> {
  requireRecord(key, "key", operation);
  return encodeRecord(layout, key, { required: members, allowed: members }, operation);
}

/** The filter that selects by a key: its values are values, whatever they look like. @throws as `encodeKey` does */
export function encodeKeyFilter(
  layout: Layout,
  key: object,
  operation: string,
  members?: readonly Member[],
): Record<string, Wire> {
  const wire = Object.entries(encodeKey(layout, key, operation, members));
  return Object.fromEntries(wire.map(([name, value]) => [name, { eq: value }]));
}

/**
 * A row as the service sent it, by member names; columns that it did not send are null, or empty collections.
 * @throws {ValidationError} with direction `out` when a value is not what its column holds
 */
export function decodeRow(
  members: readonly Member[],
  wire: Readonly<Record<string, unknown>>,
  operation: string,
): object {
  // Not by assignment: a column may be called __proto__.
  return Object.fromEntries(
    members.map((member) => {
      const cell = wireOf(wire, member.apiName);
      const missing = cell === null || cell === undefined;
      const value = missing ? (member.codec.empty?.() ?? null) : decodeValue(member, cell as Wire, operation);
      return [member.name, value];
    }),
  );
}

function decodeValue(member: Member, wire: Wire, operation: string): unknown {
  try {
    return member.codec.decode(wire);
  } catch {
    const reason = `the answer's ${member.name} is not ${member.codec.expected}`;
    throw new ValidationError("out", [member.name], reason, { operation });
  }
}
