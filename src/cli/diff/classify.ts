import { breakageRules, byCodeUnits, findChanges } from "../../model/index.ts";
import type { Breakage, Change, DroppedColumn, Keyspace, RenameKind, ToldKeyspace } from "../../model/index.ts";
import { printRemedy } from "../../model/print-remedy.ts";
import type { OutputSettings } from "../../plan/index.ts";
import { planBindings } from "./bindings.ts";
import { breaksCode } from "./breaks-code.ts";
import { findRenames } from "./find-renames.ts";
import type { Rename } from "./find-renames.ts";
import { findKeptName } from "./kept-names.ts";
import type { KeptName } from "./kept-names.ts";

/** A change, and what it breaks. */
export interface ClassedChange extends Omit<Change, "kind"> {
  readonly kind: Change["kind"] | RenameKind;
  /** In the order of `breakages`. */
  readonly breaks: readonly Breakage[];
  /** The statement that makes the change in the database, without a semicolon; absent if there is none. */
  readonly cql?: string;
  /** The rule of the config that keeps the old name in the bindings; absent if no name changes. */
  readonly keptName?: KeptName;
}

export interface Compared {
  /** What runs now. */
  readonly before: ToldKeyspace;
  /** What is wanted. */
  readonly after: ToldKeyspace;
  /** The settings of each output of the keyspace. @default one output with the defaults */
  readonly settings?: readonly OutputSettings[];
  readonly dropped?: readonly DroppedColumn[];
}

/** Finds the changes of a keyspace and what each one breaks; tables come before user types. */
export function classifyChanges({ before, after, settings = [{}], dropped = [] }: Compared): readonly ClassedChange[] {
  const [was, is] = comparable(before, after);
  const outputs = settings.map((each) => planBindings(was, is, each));
  const changes = findChanges(before, after, dropped).map((change): ClassedChange => {
    const cql = printRemedy(is.name, change);
    const keptName = findKeptName(change, outputs);
    const breaks = breaksOf(change, breaksCode(change, outputs));
    return { ...change, breaks, ...(cql !== undefined && { cql }), ...(keptName && { keptName }) };
  });
  const renames = findRenames(before.keyspace, after.keyspace, outputs).map((rename): ClassedChange => {
    return { ...rename, breaks: breaksOf(rename, breakageRules[rename.kind].breaksCode === "always") };
  });
  return [...changes, ...renames]
    .map((change, at) => ({ change, at }))
    .sort((one, other) => compareRecords(one.change, other.change) || one.at - other.at)
    .map(({ change }) => change);
}

/** Ignores indexes if one side does not report them: that only the other has some means nothing. */
function comparable(before: ToldKeyspace, after: ToldKeyspace): readonly [Keyspace, Keyspace] {
  const isTold = ![before, after].some(({ unknown = [] }) => unknown.includes("indexes"));
  const told = ({ keyspace }: ToldKeyspace): Keyspace =>
    isTold ? keyspace : { ...keyspace, tables: keyspace.tables.map((table) => ({ ...table, indexes: [] })) };
  return [told(before), told(after)];
}

function breaksOf(change: Change | Rename, code: boolean): readonly Breakage[] {
  const { breaks, isHarmless } = breakageRules[change.kind];
  return [...(code ? (["code"] as const) : []), ...(isHarmless?.(change) ? [] : breaks)];
}

function compareRecords({ place: one }: ClassedChange, { place: other }: ClassedChange): number {
  return byCodeUnits(one.of, other.of) || byCodeUnits(one.name, other.name);
}
