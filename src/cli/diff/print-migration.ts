/**
 * Prints the CQL that migrates a keyspace from one state to another. A change that the database does not support is a comment
 * that says what to do instead.
 *
 * Pure. The statements can be run in their order: renames and settings come first, then what is new, then what is dropped.
 * Dropped before them is only what is in their way, and a view is created after them.
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
  printDropView,
} from "../../model/print-cql.ts";
import { renamedColumns } from "../../model/renames.ts";
import { planSteps } from "../database/plan-push.ts";
import { printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import { plainLine } from "../terminal/talk.ts";
import { printChangePlace } from "./keyspace-diff.ts";
import type { ClassifiedChange } from "./keyspace-diff.ts";

/** Changes that need no statement: those of names outside the database, and of an index's name, which CQL cannot change. */
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
  const onRenamedColumns = findIndexesOnRenamedColumns(before.keyspace, after.keyspace);
  const isOnRenamedColumn = (change: ClassifiedChange): boolean => onRenamedColumns.some(({ isOf }) => isOf(change));
  const changes = replaceViews(
    found.filter((change) => !silent.has(change.kind) && !isOnRenamedColumn(change)),
    [before.keyspace, after.keyspace],
  );
  const altered: string[] = [];
  const impossible: string[] = [];
  for (const change of changes) {
    if (isCreated(change) || dropOrder.includes(change.kind)) continue;
    if (change.cql !== undefined) altered.push(change.cql);
    else if (change.kind !== "description") impossible.push(comment(after.keyspace.name, change));
  }
  const steps = planSteps(after.keyspace, before.keyspace, changes);
  const isNewView = (step: Step): boolean => step.kind === "table" && step.table.viewOf !== undefined;
  const print = (step: Step): string => printStep(step);
  const inTheWay = findInTheWay(changes, before.keyspace, steps);
  const printDrops = (change: ClassifiedChange): string[] => dropsOf(before.keyspace, after.keyspace, change);
  const drops = sortDrops(changes, before.keyspace);
  const statements = [
    ...onRenamedColumns.map(({ drop }) => drop),
    ...drops.filter((change) => inTheWay.has(change)).flatMap(printDrops),
    ...altered,
    ...onRenamedColumns.flatMap(({ create }) => create),
    ...steps.filter((step) => !isNewView(step)).map(print),
    ...drops.filter((change) => !inTheWay.has(change)).flatMap(printDrops),
    ...steps.filter(isNewView).map(print),
  ];
  return [...impossible, ...statements.map((statement) => `${statement};`)];
}

/**
 * Replaces the changes of a view by its drop and creation, since the database alters only its comment. It also does so for a view
 * of a table that loses a column: the database drops none while there is a view.
 */
function replaceViews(
  changes: readonly ClassifiedChange[],
  [before, after]: readonly [Keyspace, Keyspace],
): readonly ClassifiedChange[] {
  const replaced = after.tables.filter(({ name, viewOf }) => {
    if (viewOf === undefined || !isView(before, name)) return false;
    return changes.some(
      ({ kind, place }) =>
        place.of === "table" &&
        (place.name === name ? kind !== "description" : place.name === viewOf && kind === "column-dropped"),
    );
  });
  const names = new Set(replaced.map(({ name }) => name));
  return [
    ...changes.filter(({ place }) => place.of !== "table" || !names.has(place.name)),
    ...[...names].flatMap((name) =>
      (["table-dropped", "table-added"] as const).map((kind): ClassifiedChange => {
        return { kind, place: { of: "table", name }, breaks: [] };
      }),
    ),
  ];
}

function isView({ tables }: Keyspace, name: string): boolean {
  return tables.some((table) => table.name === name && table.viewOf !== undefined);
}

/** The drops of what has the name of something new, and of views: while there is one, the database drops no column of its table. */
function findInTheWay(
  changes: readonly ClassifiedChange[],
  before: Keyspace,
  steps: readonly Step[],
): ReadonlySet<ClassifiedChange> {
  const tables = new Set(steps.flatMap((step) => (step.kind === "table" ? step.table.name : [])));
  const indexes = new Set(steps.flatMap((step) => (step.kind === "index" ? (step.index.name ?? []) : [])));
  const isInTheWay = (change: ClassifiedChange): boolean => {
    const { kind, place } = change;
    if (kind === "index-dropped") return indexes.has(findIndex(before, place, change.before).name);
    return kind === "table-dropped" && (tables.has(place.name) || isView(before, place.name));
  };
  return new Set(changes.filter(isInTheWay));
}

/** The drops in an order that the database accepts: a view before its table, a user type after the types that use it. */
function sortDrops(changes: readonly ClassifiedChange[], before: Keyspace): readonly ClassifiedChange[] {
  const order = orderUserTypes(before.userTypes).map(({ name }) => name);
  // From last to first.
  const placeOf = ({ kind, place: { name } }: ClassifiedChange): number =>
    kind === "user-type-dropped" ? order.indexOf(name) : +isView(before, name);
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
      return [isView(before, name) ? printDropView(before.name, name) : printDropTable(before.name, name)];
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
 * An index and its name, which the database may have chosen. A change of it names a table and an index that exist.
 *
 * @param printed as changes print it, its kind first: `values`, `full, sai`
 */
function findIndex({ tables }: Keyspace, { name, member }: ChangePlace, printed = "") {
  const table = tables.find((one) => one.name === name) as Table;
  const place = table.indexes.findIndex((index) => index.column === member && index.kind === kindOfIndex(printed));
  return { table, index: table.indexes[place] as Index, name: indexNames(table)[place] as string };
}

/** `-- shop.products.price (column-type): the database never changes a type: …` A line end in a name would end the comment. */
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
