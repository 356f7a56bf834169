/**
 * Checks a selection: its tests, the columns to return, and whether its order is reversed. A check for each kind of
 * selection, which its operation brings: all sessions reject the same queries with the same messages. Sends nothing.
 */
import type { About } from "../errors/errors.ts";
import type { Codec, Wire } from "../protocol/codec.ts";
import type { BoundTable, Member, Dialect, OperationAbout } from "../table/bound-table.ts";
import { aboutOf, badValue, bindTable, encodeRecord } from "../table/bound-table.ts";
import { requireColumn, requireConsistency, requireCount } from "../table/bound-table.ts";
import { mostParts } from "../protocol/tokens-of-part.ts";
import { encodeIndexed, encodeWhere, testsOfKey } from "./where.ts";
import type { Test } from "./where.ts";
import type { SelectionInput, Direction, Part, ReadConsistency } from "./read-options.ts";

export interface CheckedSelection {
  readonly table: BoundTable;
  readonly about: OperationAbout;
  /** Undefined for all rows of the table. */
  readonly tests: readonly Test[] | undefined;
  /** Whether an empty list of values rules out every row, so that the result is known without a request. */
  readonly findsNothing: boolean;
  /** The returned columns. */
  readonly selected: readonly Member[];
  /** Whether all clustering columns are read against their declared order. */
  readonly reversed: boolean;
  /**
   * A clustering column that detects partitions with only static values: the service returns a row with null there,
   * which is not a row. Undefined if there are no such rows, or they are wanted.
   */
  readonly marker: Member | undefined;
  readonly kind: SelectionInput["kind"];
  readonly consistency: ReadConsistency | undefined;
  readonly pageSize: number | undefined;
  readonly pageState: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly waited: SelectionInput["waited"];
  /**
   * Columns whose times of writing the rows have as `$writeTimes`. Their API names are their places in the list of times,
   * and their codecs are those of times.
   */
  readonly timed?: readonly Member[] | undefined;
  /** More options, as the service has them. */
  readonly more: MoreOptions;
  /** Counts the rows: the page has one row, `{ count: 12 }`. */
  readonly countsOnly?: true;
  /** The rows whose vectors are nearest, in one page of `more.limit` rows; each has its `similarity`. */
  readonly nearest?: { readonly member: Member; readonly to: readonly number[] };
}

/** Options that few selections have. */
export interface MoreOptions {
  /** The most rows of one partition. */
  readonly perPartitionLimit?: number | undefined;
  /** API names of `timed`. */
  readonly writeTimes?: readonly string[] | undefined;
  /** The part of the table to scan. */
  readonly part?: Readonly<Pick<Part, keyof Part>> | undefined;
  /** Each partition once, without its rows. */
  readonly distinct?: true;
  readonly limit?: number;
}

type TestsOf = (table: BoundTable, where: object, about: About) => readonly Test[] | undefined;

/** @throws {ValidationError} for queries that the database does not support */
type Check = (selection: SelectionInput, dialect?: Dialect) => CheckedSelection;

export const checkGet: Check = (selection, dialect) =>
  check(selection, dialect, (table, key, about) => testsOfRecord(table, table.primaryKey, key, about));
export const checkStatic: Check = (selection, dialect) =>
  check(selection, dialect, (table, key, about) => testsOfRecord(table, table.partitionKey, key, about));
export const checkFind: Check = (selection, dialect) => check(selection, dialect, encodeWhere);
export const checkIndexed: Check = (selection, dialect) => check(selection, dialect, encodeIndexed);
export const checkScan: Check = (selection, dialect) => {
  const { part } = selection.options;
  const checked = check(selection, dialect, () => undefined);
  if (part === undefined) return checked;
  const isWhole = Number.isInteger(part.number) && Number.isInteger(part.of);
  if (isWhole && part.number >= 1 && part.number <= part.of && part.of <= mostParts) {
    return { ...checked, more: { ...checked.more, part: { number: part.number, of: part.of } } };
  }
  throw badValue("part", `is { number, of }: from 1 to \`of\`, which is at most ${mostParts}`, checked.about);
};

function testsOfRecord(table: BoundTable, key: readonly Member[], where: object, about: About): readonly Test[] {
  return testsOfKey(key, encodeRecord(table, where, "key", key, key, about));
}

/** @param testsOf the tests of its where */
export function check(selection: SelectionInput, dialect: Dialect | undefined, testsOf: TestsOf): CheckedSelection {
  const { kind, options, pageSize, pageState, signal, waited } = selection;
  const { select, consistency, perPartition, writeTimes } = options;
  const table = bindTable(selection.table, dialect);
  const about = aboutOf(table, kind);
  dialect?.refuse?.(options, about);
  // It may be anything in untyped code.
  const tests = testsOf(table, selection.where as object, about);
  requireCount("perPartition", perPartition, about);
  requireConsistency(consistency, about);
  const timed = writeTimes && namedMembers(table, "writeTimes", writeTimes, about);
  return {
    table,
    about,
    tests,
    findsNothing:
      tests?.some(({ operator, wire }) => operator === "in" && (wire as readonly Wire[]).length === 0) ?? false,
    selected: select ? namedMembers(table, "select", select, about) : table.members,
    reversed: isReversed(table, options.order, tests, about),
    marker: table.hasStatics && kind !== "static" ? table.clusteringKey[0] : undefined,
    kind,
    consistency,
    pageSize,
    pageState,
    signal,
    waited,
    timed: timed?.map((member, place) => ({ ...member, apiName: `${place}`, codec: time })),
    more: { perPartitionLimit: perPartition, writeTimes: timed?.map(({ apiName }) => apiName) },
  };
}

/** Microseconds since 1970. */
const time = { expected: "a time", decode: BigInt } as unknown as Codec<unknown>;

/** The database reads rows in their declared order or exactly reversed, as the first clustering column requires. */
function isReversed(
  { clusteringKey, partitionKey }: BoundTable,
  order: Direction | undefined,
  tests: readonly Test[] | undefined,
  about: About,
): boolean {
  const [first] = clusteringKey;
  if (order === undefined || !first) return false;
  if (order !== "asc" && order !== "desc") {
    throw badValue("order", 'is "asc" or "desc", of the first clustering column', about);
  }
  if ((order === "desc") === first.descending) return false;
  const several = tests?.find(({ member, operator }) => operator === "in" && partitionKey.includes(member));
  if (!several) return true;
  const reason = `"${order}" reads backwards, which excludes \`in\` on ${several.member.name}: read each partition alone`;
  throw badValue("order", reason, about);
}

/** The members that an option names. */
function namedMembers(
  table: BoundTable,
  option: "select" | "writeTimes",
  names: readonly PropertyKey[],
  about: About,
): readonly Member[] {
  if (names.length === 0) throw badValue(option, "names no column", about);
  return names.map((name) => requireColumn(table, String(name), about));
}
