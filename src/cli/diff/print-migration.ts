/**
 * Prints the CQL that takes a keyspace from one state to another, as far as the database can: what it cannot do is a comment
 * that says what to do instead.
 *
 * Pure. Renames and settings come first, then what is new, then what is dropped, so that the statements can be run in
 * their order.
 */
import { breakageRules, findChanges, indexNames } from "../../model/index.ts";
import type { Change, ChangePlace, DroppedColumn, Index, Keyspace, Table, ToldKeyspace } from "../../model/index.ts";
import {
  printCreateIndex,
  printDropColumn,
  printDropIndex,
  printDropTable,
  printDropUserType,
} from "../../model/print-cql.ts";
import { printRemedy } from "../../model/print-remedy.ts";
import { planPush } from "../database/plan-push.ts";
import { printStep } from "../database/step.ts";
import { plainLine } from "../terminal/printable.ts";
import { printPlace } from "./keyspace-diff.ts";

/** Changes that are no change for the database, or none that a statement makes. */
const silent: ReadonlySet<string> = new Set(["index-renamed"]);

/** What is dropped, in an order that the database accepts: nothing that is dropped may be in use. */
const dropOrder: readonly string[] = [
  "index-dropped",
  "index-changed",
  "column-dropped",
  "table-dropped",
  "user-type-dropped",
];

/** @returns lines: statements with a semicolon, and comments */
export function printMigration(
  before: ToldKeyspace,
  after: ToldKeyspace,
  dropped: readonly DroppedColumn[] = [],
): readonly string[] {
  const { name } = after.keyspace;
  const { steps } = planPush(after.keyspace, before, dropped);
  const altered: string[] = [];
  const impossible: string[] = [];
  const changes = findChanges(before, after, dropped);
  for (const change of changes) {
    if (isCreated(change) || dropOrder.includes(change.kind) || silent.has(change.kind)) continue;
    const remedy = printRemedy(name, change);
    if (change.kind === "description" && remedy === undefined) continue;
    if (remedy === undefined) impossible.push(comment(name, change));
    else altered.push(`${remedy};`);
  }
  const drops = dropOrder.flatMap((kind) => changes.filter((change) => change.kind === kind).flatMap(printDrops));
  return [...impossible, ...altered, ...steps.map((step) => `${printStep(step, 1)};`), ...drops];

  function printDrops(change: Change): string[] {
    return dropsOf(before.keyspace, after.keyspace, change).map((statement) => `${statement};`);
  }
}

/** What `push` creates. */
function isCreated({ kind }: Change): boolean {
  return kind.endsWith("-added");
}

/** The statements of a change that drops something. */
function dropsOf(before: Keyspace, after: Keyspace, { kind, place, before: was }: Change): string[] {
  const { name, member = "" } = place;
  switch (kind) {
    case "table-dropped":
      return [printDropTable(before.name, name)];
    case "column-dropped":
      return [printDropColumn(before.name, name, member)];
    case "user-type-dropped":
      return [printDropUserType(before.name, name)];
    case "index-dropped":
      return [printDropIndex(before.name, findIndex(before, place, was).name)];
    case "index-changed": {
      const { table, index } = findIndex(after, place, was);
      const { name: old } = findIndex(before, place, was);
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
  const [kind] = printed.split(",");
  const place = table.indexes.findIndex((index) => index.column === member && index.kind === kind);
  return { table, index: table.indexes[place] as Index, name: indexNames(table)[place] as string };
}

/** `-- shop.products.price (column-type): the database never changes a type: …` */
function comment(keyspace: string, change: Change): string {
  const { way, means } = breakageRules[change.kind];
  return `-- ${plainLine(printPlace(keyspace, change))} (${change.kind}): ${way ?? means}`;
}
