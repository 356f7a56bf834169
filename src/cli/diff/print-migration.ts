/**
 * Prints the CQL that migrates a keyspace from one state to another. A change that the database does not support is a comment
 * that says what to do instead.
 *
 * Pure. Renames and settings come first, then what is new, then what is dropped, so that the statements can be run in
 * their order. Only an index that is in the way of these is dropped before them.
 */
import { breakageRules, indexNames } from "../../model/index.ts";
import type { ChangePlace, Index, Keyspace, Table, ComparedKeyspace } from "../../model/index.ts";
import { orderUserTypes } from "../../model/cql-type.ts";
import {
  printCreateIndex,
  printDropColumn,
  printDropIndex,
  printDropTable,
  printDropUserType,
} from "../../model/print-cql.ts";
import { renamedColumns } from "../../model/renames.ts";
import { planSteps } from "../database/plan-push.ts";
import { printStep } from "../database/step.ts";
import { plainLine } from "../terminal/talk.ts";
import { printChangePlace } from "./keyspace-diff.ts";
import type { ClassifiedChange } from "./keyspace-diff.ts";

/** Changes that are no change for the database, or none that a statement makes. */
const silent: ReadonlySet<string> = new Set(["index-renamed", "member-renamed", "api-name"]);

/** The kinds of what is dropped, in an order that the database accepts: nothing that is dropped may be in use. */
const dropOrder: readonly string[] = [
  "index-dropped",
  "index-changed",
  "column-dropped",
  "table-dropped",
  "user-type-dropped",
];

/**
 * @param found the changes from one to the other
 * @returns lines: statements with a semicolon, and comments
 */
export function printMigration(
  before: ComparedKeyspace,
  after: ComparedKeyspace,
  found: readonly ClassifiedChange[],
): readonly string[] {
  const steps = planSteps(after.keyspace, before.keyspace, found);
  const altered: string[] = [];
  const impossible: string[] = [];
  const onRenamedColumns = findIndexesOnRenamedColumns(before.keyspace, after.keyspace);
  const isOnRenamedColumn = (change: ClassifiedChange): boolean => onRenamedColumns.some(({ isOf }) => isOf(change));
  const changes = found.filter((change) => !isOnRenamedColumn(change));
  for (const change of changes) {
    if (isCreated(change) || dropOrder.includes(change.kind) || silent.has(change.kind)) continue;
    if (change.cql !== undefined) altered.push(change.cql);
    else if (change.kind !== "description") impossible.push(comment(after.keyspace.name, change));
  }
  const printDrops = (change: ClassifiedChange): string[] => dropsOf(before.keyspace, after.keyspace, change);
  const created = steps.map((step) => printStep(step));
  const names = new Set(steps.flatMap((step) => (step.kind === "index" ? (step.index.name ?? []) : [])));
  // A new index has the name of a dropped one, which therefore has to go first.
  const isReused = (change: ClassifiedChange): boolean =>
    change.kind === "index-dropped" && names.has(findIndex(before.keyspace, change.place, change.before).name);
  const first = [...onRenamedColumns.map(({ drop }) => drop), ...changes.filter(isReused).flatMap(printDrops)];
  const last = sortDrops(changes, before.keyspace).filter((change) => !isReused(change));
  const statements = [...first, ...altered, ...onRenamedColumns.flatMap(({ create }) => create), ...created];
  return [...impossible, ...[...statements, ...last.flatMap(printDrops)].map((statement) => `${statement};`)];
}

/** Drops objects in an order that the database accepts: a user type after the types that use it. */
function sortDrops(changes: readonly ClassifiedChange[], { userTypes }: Keyspace): readonly ClassifiedChange[] {
  const order = orderUserTypes(userTypes).map(({ name }) => name);
  const placeOf = ({ kind, place }: ClassifiedChange): number =>
    kind === "user-type-dropped" ? order.indexOf(place.name) : 0;
  return changes
    .filter(({ kind }) => dropOrder.includes(kind))
    .sort((one, other) => dropOrder.indexOf(one.kind) - dropOrder.indexOf(other.kind) || placeOf(other) - placeOf(one));
}

/** Whether `push` would create the object. */
function isCreated({ kind }: ClassifiedChange): boolean {
  return kind.endsWith("-added");
}

/** The statements of a change that drops something. */
function dropsOf(before: Keyspace, after: Keyspace, { kind, place, before: oldText }: ClassifiedChange): string[] {
  const { name, member = "" } = place;
  switch (kind) {
    case "table-dropped":
      return [printDropTable(before.name, name)];
    case "column-dropped":
      return [printDropColumn(before.name, name, member)];
    case "user-type-dropped":
      return [printDropUserType(before.name, name)];
    case "index-dropped":
      return [printDropIndex(before.name, findIndex(before, place, oldText).name)];
    case "index-changed": {
      const { table, index } = findIndex(after, place, oldText);
      const { name: old } = findIndex(before, place, oldText);
      return [printDropIndex(before.name, old), printCreateIndex(before.name, table, index)];
    }
    default:
      return [];
  }
}

/**
 * An index and its name, which the database may have chosen.
 *
 * @param printed its kind first: `values`, `full, sai`
 */
function findIndex({ tables }: Keyspace, { name, member }: ChangePlace, printed = "") {
  const table = tables.find((one) => one.name === name) as Table;
  const place = table.indexes.findIndex((index) => index.column === member && index.kind === kindOfIndex(printed));
  return { table, index: table.indexes[place] as Index, name: indexNames(table)[place] as string };
}

/** `-- shop.products.price (column-type): the database never changes a type: …` */
function comment(keyspace: string, change: ClassifiedChange): string {
  const { way, means } = breakageRules[change.kind];
  return `-- ${plainLine(printChangePlace(keyspace, change))} (${change.kind}): ${way ?? means}`;
}

/** An index on a renamed column: the database refuses the rename while the index exists. */
interface IndexOnRenamedColumn {
  readonly drop: string;
  /** Empty if the index is dropped for good. */
  readonly create: readonly string[];
  /** Whether a change is a change of this index. */
  readonly isOf: (change: ClassifiedChange) => boolean;
}

function findIndexesOnRenamedColumns(before: Keyspace, after: Keyspace): readonly IndexOnRenamedColumn[] {
  return before.tables.flatMap((oldTable) => {
    const newTable = after.tables.find(({ name }) => name === oldTable.name);
    if (!newTable) return [];
    const newNames = renamedColumns(oldTable, newTable);
    const names = indexNames(oldTable);
    return oldTable.indexes.flatMap(({ column: old, kind }, place): IndexOnRenamedColumn[] => {
      const column = newNames.get(old);
      if (column === undefined) return [];
      const recreated = newTable.indexes.filter((index) => index.column === column && index.kind === kind);
      return [
        {
          drop: printDropIndex(before.name, names[place] as string),
          create: recreated.map((index) => printCreateIndex(after.name, newTable, index)),
          isOf: ({ kind: change, place: { name, member }, before: printed }) =>
            (change === "index-dropped" || change === "index-changed") &&
            name === oldTable.name &&
            member === column &&
            kindOfIndex(printed) === kind,
        },
      ];
    });
  });
}

/** The kind of a printed index: `full` of `full, sai`. */
function kindOfIndex(printed = ""): string | undefined {
  return printed.split(",")[0];
}
