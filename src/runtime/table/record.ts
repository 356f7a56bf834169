/**
 * Checks records by a bound table and converts them to the form they travel in, and rows back.
 *
 * A record becomes its cells: one for each column, at the place of its member. Throws before anything is sent.
 */
import { ProtocolError, ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import type { Wire } from "../protocol/codec.ts";
import { isObject, wireOf } from "../protocol/json.ts";
import { memberOf } from "../protocol/member-of.ts";
import { unknownMember } from "./bound-table.ts";
import type { BoundTable, Member } from "./bound-table.ts";

/** The wire form of each column, at the place of its member: undefined where the record has none, null to delete the cell. */
export type Cells = readonly (Wire | undefined)[];

/** Whether a record has a cell for a column. */
export function isGiven(cells: Cells): (member: Member) => boolean {
  return ({ index }) => cells[index] !== undefined;
}

/** Why a value cannot be sent: `price is not a decimal number`. @param name of the member, or of the option */
export function refusal(name: string, reason: string, about: About & { readonly cause?: unknown }): ValidationError {
  return new ValidationError("in", [name], `${name} ${reason}`, about);
}

/** @throws {ValidationError} unless it is a whole number from 1, or undefined */
export function requireCount(name: string, value: number | undefined, about: About): void {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return;
  throw refusal(name, "is a whole number from 1 on", about);
}

/** The member of this name. @throws {ValidationError} when the table has none */
export function requireColumn(table: BoundTable, name: string, about: About): Member {
  const member = table.byName.get(name);
  if (member) return member;
  throw new ValidationError("in", [name], unknownMember(table, name), about);
}

/** Checks and encodes a value. @throws {ValidationError} that says what the value must be */
export function encodeValue({ name, codec }: Pick<Member, "name" | "codec">, value: unknown, about: About): Wire {
  if (!codec.check(value)) throw refusal(name, `is not ${codec.expected}`, about);
  try {
    return codec.encode(value);
  } catch (cause) {
    // Ours never fail for a value they accept; a codec of the user's may.
    throw refusal(name, "has a codec that cannot encode a value that it accepts", { ...about, cause });
  }
}

/** Refuses what is not a record at all, for callers without types: a query without its key would read the whole table. */
export function requireRecord(record: unknown, what: "key" | "value" | "where", about: About): void {
  if (isObject(record)) return;
  const found = record === undefined || record === null ? "is missing" : "is not an object";
  throw new ValidationError("in", [], `the ${what} ${found}`, about);
}

/**
 * The cells of a record. Absent and undefined members have none; null deletes the cell.
 *
 * @param required members that must have a value
 * @param allowed all members that may occur
 * @throws {ValidationError} for a missing key, an unknown member or a wrong value
 */
export function encodeRecord(
  table: BoundTable,
  record: object,
  what: "key" | "value",
  required: readonly Member[],
  allowed: readonly Member[],
  about: About,
): Cells {
  requireRecord(record, what, about);
  for (const { name } of required) {
    if ((memberOf(record, name) ?? null) === null) throw refusal(name, "is missing: it is in the primary key", about);
  }
  for (const name in record) {
    const member = requireColumn(table, name, about);
    if (allowed === table.members || allowed.includes(member)) continue;
    const rule = what === "key" ? "a key has only the columns of the primary key" : "only counters can be incremented";
    throw refusal(name, `is not allowed here: ${rule}`, about);
  }
  const cells: (Wire | undefined)[] = [];
  for (const member of allowed) {
    const value = memberOf(record, member.name);
    cells[member.index] = value === undefined || value === null ? value : encodeValue(member, value, about);
  }
  return cells;
}

/** A row as the service sent it. */
export type WireRow = Readonly<Record<string, unknown>>;

/** The rows of a response. @throws {ProtocolError} when it has none */
export function rowsOf(rows: unknown, about: About): readonly WireRow[] {
  if (Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null)) return rows as WireRow[];
  throw new ProtocolError("the response holds no rows", about);
}

/** The problem of a row in a response; undefined if it has these columns and none of the key is null. */
export function problemOfRow(members: readonly Member[], row: WireRow): string | undefined {
  for (const { apiName, name, isKey } of members) {
    const cell = wireOf(row, apiName);
    if (cell === undefined || (cell === null && isKey)) return `the response's row has no ${name}`;
  }
  return undefined;
}

/**
 * A row as the service sent it, by member names; columns that it did not send are null, or empty collections.
 * @throws {ValidationError} with direction `out` when a value is not what its column holds
 */
export function decodeRow(members: readonly Member[], wire: WireRow, about: About): object {
  const row: Record<string, unknown> = {};
  for (const { name, apiName, codec } of members) {
    const cell = wireOf(wire, apiName);
    let value: unknown;
    try {
      value = cell === null || cell === undefined ? (codec.empty?.() ?? null) : codec.decode(cell as Wire);
    } catch {
      throw new ValidationError("out", [name], `the response's ${name} is not ${codec.expected}`, about);
    }
    setCell(row, name, value);
  }
  return row;
}

/** Gives a row a member, whatever its name is. */
export function setCell(row: Record<string, unknown>, name: string, value: unknown): void {
  // Assigned, it would become the row's prototype.
  if (name === "__proto__")
    Object.defineProperty(row, name, { value, enumerable: true, writable: true, configurable: true });
  else row[name] = value;
}
