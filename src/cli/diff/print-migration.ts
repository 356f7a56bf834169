/**
 * Prints the CQL that migrates a keyspace from one state to another. A change that the database does not support is a comment
 * that says what to do instead, and nothing else is printed for its place.
 *
 * Pure. The statements can be run in their order: renames and settings come first, then what is new, then what is dropped.
 * Dropped before them is only what is in their way, and a view is created after them.
 */
import { indexNames, isOfIndex } from "../../model/index.ts";
import type { ChangePlace, Keyspace, Table } from "../../model/index.ts";
import { orderUserTypes } from "../../model/cql-type.ts";
import {
  printDropColumn,
  printDropIndex,
  printDropTable,
  printDropUserType,
  printDropView,
} from "../../model/print-cql.ts";
import { printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import { choosePossible } from "./choose-possible.ts";
import type { ClassifiedChange } from "./keyspace-diff.ts";
import { isView, replaceIndexes, replaceViews } from "./replace-changes.ts";

/** The kinds of what is dropped, in an order that the database accepts: nothing that is dropped may be in use. */
const dropOrder: readonly string[] = ["index-dropped", "column-dropped", "table-dropped", "user-type-dropped"];

/**
 * @param found the changes from one to the other
 * @returns lines: statements with a semicolon, and comments
 */
export function printMigration(
  before: Keyspace,
  after: Keyspace,
  found: readonly ClassifiedChange[],
): readonly string[] {
  const { changes, steps, comments } = choosePossible(
    before,
    after,
    replaceIndexes(replaceViews(found, before, after), before, after),
  );
  const drops = sortDrops(changes, before);
  const inTheWay = drops.filter((change) => isInTheWay(change, changes, before, steps));
  const isNewView = (step: Step): boolean => step.kind === "table" && step.table.viewOf !== undefined;
  const printDrop = (change: ClassifiedChange): string => dropOf(before, change);
  // `map` would pass an index to `printStep`, as the replication.
  const print = (step: Step): string => printStep(step);
  // A keyspace without tables may not exist.
  const isEmpty = before.tables.length + before.userTypes.length === 0;
  const statements = [
    ...(isEmpty && steps.length > 0 ? [print({ kind: "keyspace", keyspace: after.name })] : []),
    ...inTheWay.map(printDrop),
    ...changes.flatMap(({ cql = [] }) => cql),
    ...steps.filter((step) => !isNewView(step)).map(print),
    ...drops.filter((change) => !inTheWay.includes(change)).map(printDrop),
    ...steps.filter(isNewView).map(print),
  ];
  return [...comments.map((comment) => `-- ${comment}`), ...statements.map((statement) => `${statement};`)];
}

/**
 * Whether a drop has to go first: it frees a name for something new, it is that of an index on a column to rename or of an index
 * to create again, or of a view, of whose table the database drops no column.
 */
function isInTheWay(
  { kind, place, before: printed }: ClassifiedChange,
  changes: readonly ClassifiedChange[],
  before: Keyspace,
  steps: readonly Step[],
): boolean {
  if (kind === "table-dropped") {
    const table = before.tables.find(({ name }) => name === place.name);
    const names = table ? indexNames(table) : [];
    return (
      isView(before, place.name) ||
      steps.some((step) =>
        step.kind === "index"
          ? names.includes(step.index.name ?? "")
          : step.kind === "table" && step.table.name === place.name,
      )
    );
  }
  if (kind !== "index-dropped") return false;
  const name = nameOfIndex(before, place, printed);
  return (
    // The drop of an index on a renamed column has the place of the rename, as the same object.
    changes.some((change) => change.kind === "column-renamed" && change.place === place) ||
    steps.some(
      (step) =>
        step.kind === "index" &&
        (step.index.name === name || (step.table.name === place.name && step.index.column === place.member)),
    )
  );
}

/** The drops in an order that the database accepts: a view before its table, a user type after the types that use it. */
function sortDrops(changes: readonly ClassifiedChange[], before: Keyspace): readonly ClassifiedChange[] {
  const order = orderUserTypes(before.userTypes).map(({ name }) => name);
  // Dropped from the highest rank to the lowest: views (1) before tables (0), user types before those that they use.
  const rankOf = ({ kind, place: { name } }: ClassifiedChange): number =>
    kind === "user-type-dropped" ? order.indexOf(name) : +isView(before, name);
  return changes
    .filter(({ kind }) => dropOrder.includes(kind))
    .sort((one, other) => dropOrder.indexOf(one.kind) - dropOrder.indexOf(other.kind) || rankOf(other) - rankOf(one));
}

/** The statement of a change that drops something. */
function dropOf(before: Keyspace, { kind, place, before: printed }: ClassifiedChange): string {
  const { name, member = "" } = place;
  switch (kind) {
    case "table-dropped":
      return isView(before, name) ? printDropView(before.name, name) : printDropTable(before.name, name);
    case "column-dropped":
      return printDropColumn(before.name, name, member);
    case "user-type-dropped":
      return printDropUserType(before.name, name);
    default:
      return printDropIndex(before.name, nameOfIndex(before, place, printed));
  }
}

/** The name of a current index, which the database may have chosen. @param printed as changes print it: `values`, `full, sai` */
function nameOfIndex({ tables }: Keyspace, place: ChangePlace, printed: string | undefined): string {
  const table = tables.find(({ name }) => name === place.name) as Table;
  const position = table.indexes.findIndex((index) => isOfIndex(place, printed, table, index));
  return indexNames(table)[position] as string;
}
