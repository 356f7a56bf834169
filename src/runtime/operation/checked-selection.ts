/**
 * Checks a selection: its tests, the columns to return, and whether its order is reversed.
 *
 * Shared by all sessions, so that they reject the same queries with the same messages. Sends nothing.
 */
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { bindTable, unknownMember } from "../table/bound-table.ts";
import type { BoundTable, Member, OperationAbout } from "../table/bound-table.ts";
import { encodeRecord, refusal, requireCount } from "../table/record.ts";
import type { Profile } from "../profile/profile.ts";
import { encodeIndexed, encodeWhere, testsOfKey } from "./where.ts";
import type { Test } from "./where.ts";
import type { Selection } from "./operation.ts";
import type { ReadConsistency } from "./read-options.ts";

export interface CheckedSelection {
  readonly table: BoundTable;
  readonly about: OperationAbout;
  /** Undefined for all rows of the table. */
  readonly tests: readonly Test[] | undefined;
  /** The returned columns. */
  readonly selected: readonly Member[];
  /** Whether all clustering columns are read against their declared order. */
  readonly reversed: boolean;
  /**
   * A clustering column that detects partitions with only static values: the service returns a row with null there,
   * which is not a row. Undefined if there are no such rows, or they are wanted.
   */
  readonly marker: Member | undefined;
  readonly kind: Selection["kind"];
  readonly consistency: ReadConsistency | undefined;
  readonly pageSize: number | undefined;
  readonly pageState: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** @throws {ValidationError} for queries that the database does not support */
export function checkSelection(selection: Selection, profile?: Profile): CheckedSelection {
  const { kind, options, pageSize, pageState, signal } = selection;
  const table = bindTable(selection.table, profile);
  const about = table.about[kind];
  const tests = testsOf(table, selection, about);
  requireCount("pageSize", pageSize, about);
  return {
    table,
    about,
    tests,
    selected: selectedMembers(table, options.select, about),
    reversed: isReversed(table, options.order, tests, about),
    marker: table.hasStatics && kind !== "static" ? table.clusteringKey[0] : undefined,
    kind,
    consistency: options.consistency,
    pageSize,
    pageState,
    signal,
  };
}

function testsOf(table: BoundTable, { kind, where }: Selection, about: About): readonly Test[] | undefined {
  if (kind === "scan") return undefined;
  // It may be anything in untyped code.
  const given = where as object;
  if (kind === "find") return encodeWhere(table, given, about);
  if (kind === "indexed") return encodeIndexed(table, given, about);
  const key = kind === "static" ? table.partitionKey : table.primaryKey;
  return testsOfKey(key, encodeRecord(table, given, "key", key, key, about));
}

/** The database reads rows in their declared order or exactly reversed, as the first clustering column requires. */
function isReversed(
  { clusteringKey, partitionKey }: BoundTable,
  order: "asc" | "desc" | undefined,
  tests: readonly Test[] | undefined,
  about: About,
): boolean {
  const [first] = clusteringKey;
  if (order === undefined || !first) return false;
  if (order !== "asc" && order !== "desc") {
    throw refusal("order", 'is "asc" or "desc", of the first clustering column', about);
  }
  if ((order === "desc") === first.descending) return false;
  const several = tests?.find(({ member, operator }) => operator === "in" && partitionKey.includes(member));
  if (!several) return true;
  const why = `reads backwards, which the database cannot do with \`in\` on ${several.member.name}`;
  throw refusal("order", `"${order}" ${why}: read one partition after the other`, about);
}

function selectedMembers(
  table: BoundTable,
  select: readonly PropertyKey[] | undefined,
  about: About,
): readonly Member[] {
  if (select === undefined) return table.members;
  if (select.length === 0) throw refusal("select", "names no column", about);
  return select.map((name) => {
    const member = table.byName.get(String(name));
    if (member) return member;
    throw new ValidationError("in", ["select"], unknownMember(table, String(name)), about);
  });
}
