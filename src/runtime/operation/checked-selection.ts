/**
 * Checks a selection: its tests, the columns to return, and whether its order is reversed. A check for each kind of
 * selection, which its operation brings: all sessions reject the same queries with the same messages. Sends nothing.
 */
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import type { Wire } from "../protocol/codec.ts";
import { bindTable, unknownMember } from "../table/bound-table.ts";
import type { BoundTable, Member, Naming, OperationAbout } from "../table/bound-table.ts";
import { encodeRecord, refusal, requireCount } from "../table/record.ts";
import { encodeIndexed, encodeWhere, testsOfKey } from "./where.ts";
import type { Test } from "./where.ts";
import type { SelectionInput } from "./operation-input.ts";
import type { Direction, ReadConsistency } from "./read-options.ts";

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
}

type TestsOf = (table: BoundTable, where: object, about: About) => readonly Test[] | undefined;

/** @throws {ValidationError} for queries that the database does not support */
type Check = (selection: SelectionInput, naming?: Naming) => CheckedSelection;

export const checkGet: Check = (selection, naming) =>
  check(selection, naming, (table, key, about) => testsOfRecord(table, table.primaryKey, key, about));
export const checkStatic: Check = (selection, naming) =>
  check(selection, naming, (table, key, about) => testsOfRecord(table, table.partitionKey, key, about));
export const checkFind: Check = (selection, naming) => check(selection, naming, encodeWhere);
export const checkIndexed: Check = (selection, naming) => check(selection, naming, encodeIndexed);
export const checkScan: Check = (selection, naming) => check(selection, naming, () => undefined);

function testsOfRecord(table: BoundTable, key: readonly Member[], where: object, about: About): readonly Test[] {
  return testsOfKey(key, encodeRecord(table, where, "key", key, key, about));
}

function check(selection: SelectionInput, naming: Naming | undefined, testsOf: TestsOf): CheckedSelection {
  const { kind, options, pageSize, pageState, signal, waited } = selection;
  const table = bindTable(selection.table, naming);
  const about = table.about[kind];
  // It may be anything in untyped code.
  const tests = testsOf(table, selection.where as object, about);
  requireCount("pageSize", pageSize, about);
  return {
    table,
    about,
    tests,
    findsNothing:
      tests?.some(({ operator, wire }) => operator === "in" && (wire as readonly Wire[]).length === 0) ?? false,
    selected: selectedMembers(table, options.select, about),
    reversed: isReversed(table, options.order, tests, about),
    marker: table.hasStatics && kind !== "static" ? table.clusteringKey[0] : undefined,
    kind,
    consistency: options.consistency,
    pageSize,
    pageState,
    signal,
    waited,
  };
}

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
