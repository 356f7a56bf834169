/**
 * Writes: insert, update, remove, increment. Called by the generated functions.
 *
 * In comes a table with a record; out goes whether it was applied and, for a write under a condition, what stood in its
 * way. A record that the database would refuse is refused here, before anything is sent. Nothing is sent twice.
 */
import { encodeConditions } from "./condition.ts";
import { ValidationError } from "./errors.ts";
import { isKey, layoutOf } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { Wire } from "./protocol/codec.ts";
import { mutate } from "./mutation.ts";
import { memberOf } from "./protocol/member-of.ts";
import { decodeRow, encodeKey, encodeRecord, requireRecord } from "./record.ts";
import type { Session } from "./session.ts";
import type { Changeable, Table, TableTypes } from "./table.ts";
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
  const layout = layoutOf(table);
  const title = `insert ${layout.title}`;
  const wire = encodeRecord(layout, value, { required: layout.primaryKey, allowed: layout.members }, title);
  const conditional = options.ifNotExists === true;
  const result = await mutate(session, layout, `insert${layout.type}`, title, options, {
    args: { value: wire, ifNotExists: conditional ? true : undefined },
    selected: conditional ? layout.members : [],
  });
  if (result === undefined) return { applied: true };
  const current = decodeRow(layout.members, result, title);
  return { applied: false, current } satisfies NotApplied<object> as Inserted<T, If>;
}

/** Writes the columns that are given; a row that is not there yet comes to be. */
export async function update<T extends TableTypes, If extends Changeable<T> = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: T["update"],
  options: UpdateOptions<T, If, Exists> = {},
): Promise<Updated<T, If, Exists>> {
  const layout = layoutOf(table);
  const title = `update ${layout.title}`;
  const key = requiredKey(layout, value, title);
  const wire = encodeRecord(layout, value, { required: key, allowed: layout.members }, title);
  const changes = layout.members.filter((member) => member.apiName in wire && !isKey(member));
  if (changes.length === 0)
    throw new ValidationError("in", [], "there is nothing to change: give a column outside the key", {
      operation: title,
    });
  return change(session, layout, `update${layout.type}`, title, wire, options);
}

/** Deletes the row of this key; one that is not there is no error. */
export async function remove<T extends TableTypes, If extends Changeable<T> = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options: RemoveOptions<T, If, Exists> = {},
): Promise<Updated<T, If, Exists>> {
  const layout = layoutOf(table);
  const title = `delete ${layout.title}`;
  return change(session, layout, `delete${layout.type}`, title, encodeKey(layout, key, title), options);
}

/** Adds to counters: `{ views: 1n }` counts one up. Never sent twice, since it would count twice. */
export async function increment<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  by: T["update"],
  options: IncrementOptions = {},
): Promise<Applied> {
  const layout = layoutOf(table);
  const title = `increment ${layout.title}`;
  const keyWire = encodeKey(layout, key, title);
  const counters = layout.members.filter((member) => !isKey(member));
  const amounts = encodeRecord(layout, by, { required: [], allowed: counters }, title);
  if (Object.keys(amounts).length === 0)
    throw new ValidationError("in", [], "there is no counter to add to", { operation: title });
  await mutate(session, layout, `update${layout.type}`, title, options, {
    args: { value: { ...keyWire, ...amounts } },
    selected: [],
  });
  return { applied: true };
}

/**
 * The key that an update needs: the whole of it, or the partition key alone for one that has static columns only.
 * @see service-facts 5.2
 */
function requiredKey(layout: Layout, value: object, operation: string): readonly Member[] {
  requireRecord(value, "value", operation);
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
  field: string,
  title: string,
  value: Readonly<Record<string, Wire>>,
  options: RemoveOptions<T, If, Exists>,
): Promise<Updated<T, If, Exists>> {
  const { ifExists, if: tests, ...rest } = options as AnyUpdateOptions;
  if (ifExists && tests)
    throw new ValidationError("in", ["ifExists"], "ifExists and if exclude each other", { operation: title });
  const [conditions, selected] = tests ? encodeConditions(layout, tests, title) : [undefined, []];
  const result = await mutate(session, layout, field, title, rest, {
    args: { value, ifExists: ifExists ? true : undefined, ifCondition: conditions },
    selected,
  });
  if (result === undefined) return { applied: true } as Updated<T, If, Exists>;
  const current = tests ? decodeRow(selected, result, title) : null;
  return { applied: false, current } as Updated<T, If, Exists>;
}
