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
  const effective = found.filter(({ kind }) => !silent.has(kind));
  const changes = replaceIndexes(replaceViews(effective, before.keyspace, after.keyspace), before.keyspace);
  const steps = planSteps(after.keyspace, before.keyspace, changes);
  const drops = sortDrops(changes, before.keyspace);
  const inTheWay = drops.filter((change) => isInTheWay(change, changes, before.keyspace, steps));
  const isNewView = (step: Step): boolean => step.kind === "table" && step.table.viewOf !== undefined;
  const printDrops = (change: ClassifiedChange): string[] => dropsOf(before.keyspace, after.keyspace, change);
  const print = (step: Step): string => printStep(step);
  const altering = changes.filter(({ kind }) => !kind.endsWith("-added") && !dropOrder.includes(kind));
  // The description of a column is only in the bindings.
  const impossible = altering.filter(({ kind, cql }) => cql === undefined && kind !== "description");
  const statements = [
    ...inTheWay.flatMap(printDrops),
    ...altering.flatMap(({ cql = [] }) => cql),
    ...steps.filter((step) => !isNewView(step)).map(print),
    ...drops.filter((change) => !inTheWay.includes(change)).flatMap(printDrops),
    ...steps.filter(isNewView).map(print),
  ];
  return [
    ...impossible.map((change) => comment(after.keyspace.name, change)),
    ...statements.map((statement) => `${statement};`),
  ];
}

/**
 * Replaces the changes of a view by its drop and creation, since the database alters only its comment. It also does so for a view
 * of a table that loses a column: the database drops none while there is a view.
 */
function replaceViews(
  changes: readonly ClassifiedChange[],
  before: Keyspace,
  after: Keyspace,
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
    ...[...names].flatMap((name): ClassifiedChange[] => {
      const place = { of: "table", name } as const;
      return [
        { kind: "table-dropped", place, breaks: [] },
        { kind: "table-added", place, breaks: [] },
      ];
    }),
  ];
}

function isView({ tables }: Keyspace, name: string): boolean {
  return tables.some((table) => table.name === name && table.viewOf !== undefined);
}

/** Replaces the changes of indexes on a renamed column by their drop and creation: the database does not rename such a column. */
function replaceIndexes(changes: readonly ClassifiedChange[], { tables }: Keyspace): readonly ClassifiedChange[] {
  const renames = changes.filter(({ kind }) => kind === "column-renamed");
  return [
    ...changes.filter(
      ({ kind, place: { name, member } }) =>
        !kind.startsWith("index-") || !renames.some(({ place, after }) => place.name === name && after === member),
    ),
    ...renames.flatMap(({ place, after = "" }): ClassifiedChange[] => [
      ...(tables.find(({ name }) => name === place.name)?.indexes ?? [])
        .filter(({ column }) => column === place.member)
        .map(({ kind }): ClassifiedChange => ({ kind: "index-dropped", place, before: kind, breaks: [] })),
      // All indexes of the column in the definitions, if there are any.
      { kind: "index-added", place: { ...place, member: after }, breaks: [] },
    ]),
  ];
}

/**
 * Whether a drop has to go first: it frees a name for something new, it is that of an index on a column to rename, or of a view,
 * of whose table the database drops no column.
 */
function isInTheWay(
  { kind, place, before: printed }: ClassifiedChange,
  changes: readonly ClassifiedChange[],
  before: Keyspace,
  steps: readonly Step[],
): boolean {
  if (kind === "table-dropped") {
    return isView(before, place.name) || steps.some((step) => step.kind === "table" && step.table.name === place.name);
  }
  if (kind !== "index-dropped") return false;
  const { name } = findIndex(before, place, printed);
  // The drop of an index on a renamed column has the place of the rename.
  return (
    changes.some((change) => change.kind === "column-renamed" && change.place === place) ||
    steps.some((step) => step.kind === "index" && step.index.name === name)
  );
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
  const place = table.indexes.findIndex((index) => index.column === member && index.kind === printed.split(",")[0]);
  return { table, index: table.indexes[place] as Index, name: indexNames(table)[place] as string };
}

/** `-- shop.products.price (column-type): the database never changes a type: …` A line end in a name would end the comment. */
function comment(keyspace: string, change: ClassifiedChange): string {
  const { way, means } = breakageRules[change.kind];
  return `-- ${plainLine(printChangePlace(keyspace, change))} (${change.kind}): ${way ?? means}`;
}
