/**
 * Writes: insert, update, remove, increment. Called by the generated functions.
 *
 * In comes a table with a record; out goes whether it was applied and, for a write under a condition, what stood in its
 * way. A record that the database would refuse is refused here, before anything is sent. What is sent once more, and when,
 * follows from what kind of write it is.
 */
import { encodeConditions } from "../table/condition.ts";
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { isKey, layoutOf } from "../table/layout.ts";
import type { Layout, Member } from "../table/layout.ts";
import { mutate } from "./mutation.ts";
import type { Mutation } from "./mutation.ts";
import { profileOf } from "../profile/profile-of.ts";
import { memberOf } from "../protocol/member-of.ts";
import { decodeRow, encodeKey, encodeRecord, requireRecord } from "../table/record.ts";
import type { Session } from "../session/session-options.ts";
import type { Changeable, Table, TableTypes } from "../table/table.ts";
import type {
  Applied,
  Flag,
  IncrementOptions,
  InsertOptions,
  Inserted,
  NotApplied,
  RemoveOptions,
  Test,
  UpdateOptions,
  Updated,
  WriteOptions,
} from "./write-options.ts";

/** Writes the columns that are given and makes the row exist; without `ifNotExists` it overwrites them. */
export async function insert<T extends TableTypes, If extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: T["insert"],
  options: InsertOptions<If> = {},
): Promise<Inserted<T, If>> {
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("insert");
  const wire = encodeRecord(layout, value, { required: layout.primaryKey, allowed: layout.members }, about);
  const conditional = options.ifNotExists === true;
  const mutation: Mutation = {
    ...{ about, action: "insert", kind: conditional ? "conditional" : "absolute" },
    args: { value: wire, ifNotExists: conditional ? true : undefined },
    selected: conditional ? layout.members : [],
  };
  const result = await mutate(session, layout, mutation, options);
  if (result === undefined) return { applied: true };
  const current = decodeRow(layout.members, result, about);
  return { applied: false, current } satisfies NotApplied<object> as Inserted<T, If>;
}

/** Writes the columns that are given; a row that is not there yet comes to be. */
export async function update<T extends TableTypes, If extends Changeable<T> = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: T["update"],
  options: UpdateOptions<T, If, Exists> = {},
): Promise<Updated<T, If, Exists>> {
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("update");
  const key = requiredKey(layout, value, about);
  const wire = encodeRecord(layout, value, { required: key, allowed: layout.members }, about);
  const changes = layout.members.filter((member) => member.apiName in wire && !isKey(member));
  if (changes.length === 0)
    throw new ValidationError("in", [], "there is nothing to change: give a column outside the key", about);
  return change(session, layout, { about, action: "update", value: wire }, options);
}

/** Deletes the row of this key; one that is not there is no error. */
export async function remove<T extends TableTypes, If extends Changeable<T> = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options: RemoveOptions<T, If, Exists> = {},
): Promise<Updated<T, If, Exists>> {
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("delete");
  return change(session, layout, { about, action: "delete", value: encodeKey(layout, key, about) }, options);
}

/** Adds to counters: `{ views: 1n }` counts one up. Never sent twice, since it would count twice. */
export async function increment<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  by: T["update"],
  options: IncrementOptions = {},
): Promise<Applied> {
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("increment");
  const keyWire = encodeKey(layout, key, about);
  const counters = layout.members.filter((member) => !isKey(member));
  const amounts = encodeRecord(layout, by, { required: [], allowed: counters }, about);
  if (Object.keys(amounts).length === 0) throw new ValidationError("in", [], "there is no counter to add to", about);
  const args = { value: { ...keyWire, ...amounts } };
  await mutate(session, layout, { about, action: "update", kind: "relative", args, selected: [] }, options);
  return { applied: true };
}

/**
 * The key that an update needs: the whole of it, or the partition key alone for one that has static columns only.
 * @see service-facts 5.2
 */
function requiredKey(layout: Layout, value: object, about: About): readonly Member[] {
  requireRecord(value, "value", about);
  const given = layout.members.filter((member) => memberOf(value, member.name) !== undefined);
  const changes = given.filter((member) => member.kind !== "partition");
  const staticOnly = changes.length > 0 && changes.every((member) => member.kind === "static");
  return staticOnly ? layout.partitionKey : layout.primaryKey;
}

interface AnyUpdateOptions extends WriteOptions {
  ifExists?: Flag;
  if?: Readonly<Record<string, Test<unknown>>> | undefined;
}

async function change<T extends TableTypes, If extends Changeable<T>, Exists extends Flag>(
  session: Session,
  layout: Layout,
  { about, action, value }: Pick<Mutation, "about" | "action"> & Pick<Mutation["args"], "value">,
  options: RemoveOptions<T, If, Exists>,
): Promise<Updated<T, If, Exists>> {
  const { ifExists, if: tests, ...rest } = options as AnyUpdateOptions;
  if (ifExists && tests) throw new ValidationError("in", ["ifExists"], "ifExists and if exclude each other", about);
  const [conditions, selected] = tests ? encodeConditions(layout, tests, about) : [undefined, []];
  const mutation: Mutation = {
    ...{ about, action, selected, kind: ifExists || tests ? "conditional" : "absolute" },
    args: { value, ifExists: ifExists ? true : undefined, ifCondition: conditions },
  };
  const result = await mutate(session, layout, mutation, rest);
  if (result === undefined) return { applied: true } as Updated<T, If, Exists>;
  const current = tests ? decodeRow(selected, result, about) : null;
  return { applied: false, current } as Updated<T, If, Exists>;
}
