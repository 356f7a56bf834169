import { breakageRules, byCodeUnits, findChanges } from "../../model/index.ts";
import type { Breakage, Change, DroppedColumn, Keyspace, RenameKind, ToldKeyspace } from "../../model/index.ts";
import { printRemedy } from "../../model/print-remedy.ts";
import type { PlanSettings } from "../../plan/index.ts";
import { planBindings } from "./bindings.ts";
import { breaksSource } from "./breaks-source.ts";
import { findRenames } from "./find-renames.ts";
import type { Rename } from "./find-renames.ts";

/** A change, and what it breaks. */
export interface ClassedChange extends Omit<Change, "kind"> {
  readonly kind: Change["kind"] | RenameKind;
  /** In the order of `breakages`. */
  readonly breaks: readonly Breakage[];
  /** The statement that makes the change in the database, without a semicolon; absent where none does. */
  readonly cql?: string;
}

export interface Compared {
  /** What runs now. */
  readonly before: ToldKeyspace;
  /** What shall be. */
  readonly after: ToldKeyspace;
  /** What the bindings are generated with: of each output of the keyspace. @default one with the defaults */
  readonly settings?: readonly PlanSettings[];
  readonly dropped?: readonly DroppedColumn[];
}

/** Finds what changes in a keyspace, with what each change breaks; tables come before user types. */
export function classifyChanges({ before, after, settings = [{}], dropped = [] }: Compared): readonly ClassedChange[] {
  const [was, is] = comparable(before, after);
  const outputs = settings.map((each) => planBindings(was, is, each));
  const changes = findChanges(before, after, dropped).map((change): ClassedChange => {
    const cql = printRemedy(is.name, change);
    return { ...change, breaks: breaksOf(change, breaksSource(change, outputs)), ...(cql !== undefined && { cql }) };
  });
  const renames = findRenames(before.keyspace, after.keyspace, outputs).map((rename): ClassedChange => {
    return { ...rename, breaks: breaksOf(rename, breakageRules[rename.kind].source === "always") };
  });
  return [...changes, ...renames]
    .map((change, at) => ({ change, at }))
    .sort((one, other) => compareRecords(one.change, other.change) || one.at - other.at)
    .map(({ change }) => change);
}

/** Without finders where one side cannot tell them: that only one has some means nothing. */
function comparable(before: ToldKeyspace, after: ToldKeyspace): readonly [Keyspace, Keyspace] {
  const isTold = ![before, after].some(({ unknown = [] }) => unknown.includes("indexes"));
  const told = ({ keyspace }: ToldKeyspace): Keyspace =>
    isTold ? keyspace : { ...keyspace, tables: keyspace.tables.map((table) => ({ ...table, indexes: [] })) };
  return [told(before), told(after)];
}

function breaksOf(change: Change | Rename, source: boolean): readonly Breakage[] {
  const { breaks, isHarmless } = breakageRules[change.kind];
  return [...(source ? (["source"] as const) : []), ...(isHarmless?.(change) ? [] : breaks)];
}

function compareRecords({ place: one }: ClassedChange, { place: other }: ClassedChange): number {
  return byCodeUnits(one.of, other.of) || byCodeUnits(one.name, other.name);
}
