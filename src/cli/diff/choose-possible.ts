/**
 * Chooses from the changes of a keyspace those that the database can make, and says what to do about the others.
 *
 * Pure. Chooses nothing else at the place of an impossible change, since a statement there may need it.
 */
import { isCounterTable, isMultiCell, isOfIndex, ruleOf } from "../../model/index.ts";
import type { ChangePlace, CqlType, Index, Keyspace, Table } from "../../model/index.ts";
import { userTypesIn } from "../../model/cql-type.ts";
import { objectionsTo, planSteps, takenNames } from "../database/plan-push.ts";
import type { Step } from "../database/step.ts";
import { plainLine } from "../terminal/talk.ts";
import { printChangePlace } from "./keyspace-diff.ts";
import type { ClassifiedChange } from "./keyspace-diff.ts";

/** Something that the database does not do, and its place. */
interface Refusal {
  readonly place: ChangePlace;
  /** Present if only this index and the changes of others at its place are left out. */
  readonly index?: Index;
  /** For a comment: it has no line end, even if a name has one. */
  readonly text: string;
}

/** Removes changes that the database does not make, until it makes all others. Each removed one may be in the way of others. */
export function choosePossible(before: Keyspace, after: Keyspace, all: readonly ClassifiedChange[]) {
  const comments: string[] = [];
  const skipped = new Set<Index>();
  const views = [...before.tables, ...after.tables].filter(({ viewOf }) => viewOf !== undefined);
  // Ends, because each refusal removes a change or skips an index.
  for (let changes = all; ;) {
    const steps = planSteps(after, changes).filter((step) => step.kind !== "index" || !skipped.has(step.index));
    const refusals = findRefusals(before, after, changes, steps);
    if (refusals.length === 0) return { changes, steps, comments };
    for (const { text, index } of refusals) {
      comments.push(plainLine(text));
      if (index) skipped.add(index);
    }
    changes = changes.filter((change) => !refusals.some((refusal) => isAt(change, refusal, views)));
  }
}

/** Whether a change is at a refused place. A table with views is one place: they depend on its columns. */
function isAt({ kind, place }: ClassifiedChange, { place: refused, index }: Refusal, views: readonly Table[]): boolean {
  const tableOf = ({ name }: ChangePlace): string => views.find((view) => view.name === name)?.viewOf ?? name;
  if (place.of !== refused.of || (index && !kind.startsWith("index-"))) return false;
  if (place.of === "user type" ? place.name !== refused.name : tableOf(place) !== tableOf(refused)) return false;
  const coversAll = refused.member === undefined || (!index && views.some(({ viewOf }) => viewOf === tableOf(refused)));
  return coversAll || place.member === refused.member;
}

/** The kinds of changes that are impossible, or else what the database refuses of the others. */
function findRefusals(
  before: Keyspace,
  after: Keyspace,
  changes: readonly ClassifiedChange[],
  steps: readonly Step[],
): readonly Refusal[] {
  const refuse = (change: ClassifiedChange, reason: string): Refusal => ({
    place: change.place,
    text: `${printChangePlace(after.name, change)} (${change.kind}): ${reason}`,
  });
  const impossible = changes.filter((change) => ruleOf(change).made === "never");
  if (impossible.length > 0) {
    return impossible.map((change) => refuse(change, ruleOf(change).way ?? ruleOf(change).means));
  }
  const rest = withoutDropped(before, changes);
  const taken = takenNames(after, rest, steps);
  return [
    ...changes.flatMap((change) => {
      const reason = reasonAgainst(change, before, rest);
      return reason === undefined ? [] : [refuse(change, reason)];
    }),
    ...steps.flatMap((step) =>
      [...objectionsTo(step, before), ...(taken.get(step) ?? [])].map(({ message, next = "" }): Refusal => {
        const text = `${message}: ${next}`;
        if (step.kind === "index") {
          return { place: { of: "table", name: step.table.name, member: step.index.column }, index: step.index, text };
        }
        if (step.kind === "field")
          return { place: { of: "user type", name: step.type.name, member: step.field.name }, text };
        // A new column has an objection if its table would have both counters and other columns.
        return { place: { of: "table", name: "table" in step ? step.table.name : "" }, text };
      }),
    ),
  ];
}

/** Why the database does not make a change of which others of its kind are possible. @param rest what is not dropped */
function reasonAgainst({ kind, place }: ClassifiedChange, before: Keyspace, rest: Keyspace): string | undefined {
  const table = place.of === "table" ? before.tables.find(({ name }) => name === place.name) : undefined;
  if (kind === "time-to-live" && table && isCounterTable(table)) return "counters do not expire";
  if (kind === "column-dropped") {
    const type = table?.columns.find(({ name }) => name === place.member)?.type;
    if (type?.kind === "user" && isMultiCell(type))
      return "the database drops no column of a user type that is not frozen";
  }
  if (kind !== "user-type-dropped") return undefined;
  const isUsed = (type: CqlType): boolean => userTypesIn(type).some(({ name }) => name === place.name);
  const users = [
    ...rest.tables.flatMap(({ name, columns }) =>
      columns.filter(({ type }) => isUsed(type)).map((column) => `${name}.${column.name}`),
    ),
    ...rest.userTypes.flatMap(({ name, fields }) =>
      fields.filter(({ type }) => isUsed(type)).map((field) => `${name}.${field.name}`),
    ),
  ];
  return users.length === 0 ? undefined : `it remains the type of ${users.join(", ")}`;
}

/** The current state without what the changes drop. */
function withoutDropped(before: Keyspace, changes: readonly ClassifiedChange[]): Keyspace {
  const isDropped = (kind: string, name: string, member?: string): boolean =>
    changes.some((change) => change.kind === kind && change.place.name === name && change.place.member === member);
  const tables = before.tables.filter(({ name, viewOf }) => viewOf === undefined && !isDropped("table-dropped", name));
  return {
    ...before,
    tables: tables.map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !isDropped("column-dropped", table.name, name)),
      indexes: table.indexes.filter(
        (index) =>
          !changes.some(
            ({ kind, place, before: printed }) => kind === "index-dropped" && isOfIndex(place, printed, table, index),
          ),
      ),
    })),
    userTypes: before.userTypes.filter(({ name }) => !isDropped("user-type-dropped", name)),
  };
}
