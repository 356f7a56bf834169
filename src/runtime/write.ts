/**
 * Writes: insert, update, remove, increment. Called by the generated functions.
 *
 * In comes a table with a record; out goes whether it was applied and, for a write under a condition, what stood in its
 * way. A record that the database would refuse is refused here, before anything is sent. Nothing is sent twice.
 */
import { EnumValue, execute } from "./document.ts";
import type { Literal } from "./document.ts";
import { ProtocolError, ValidationError } from "./errors.ts";
import { layoutOf } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { Wire } from "./protocol/codec.ts";
import { decodeRow, encodeRecord, encodeValue } from "./record.ts";
import type { Session } from "./session.ts";
import type { Changeable, Table, TableTypes } from "./table.ts";

export interface Applied {
  applied: true;
}
export interface NotApplied<Current> {
  applied: false;
  current: Current;
}
export type Flag = boolean | undefined;
export type WriteConsistency = "LOCAL_ONE" | "LOCAL_QUORUM" | "ALL";

/** Counters have no time to live, so this is all. */
export interface IncrementOptions {
  /** How many replicas must take it. @default the service's, LOCAL_QUORUM */
  consistency?: WriteConsistency | undefined;
  signal?: AbortSignal | undefined;
}

export interface WriteOptions extends IncrementOptions {
  /** Seconds after which the values vanish, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

export interface InsertOptions<If extends Flag = Flag> extends WriteOptions {
  /** Only when there is no such row. */
  ifNotExists?: If;
}
export type Inserted<T extends TableTypes, If extends Flag> = If extends true
  ? Applied | NotApplied<T["row"]>
  : Applied;

/** What a condition asks of one column; all must hold. */
export interface Test<T> {
  eq?: T;
  notEq?: T;
  gt?: NonNullable<T>;
  gte?: NonNullable<T>;
  lt?: NonNullable<T>;
  lte?: NonNullable<T>;
  in?: readonly T[];
}
export type Conditions<Row, Column extends keyof Row> = { [Name in Column]?: Test<Row[Name]> };

export interface RemoveOptions<
  T extends TableTypes,
  If extends Changeable<T> = Changeable<T>,
  Exists extends Flag = Flag,
> extends IncrementOptions {
  /** Only when there is such a row. */
  ifExists?: Exists;
  /** Only when the row's columns compare so. */
  // The first half infers the columns, the second one offers them to the editor.
  if?: (Conditions<T["row"], If> & Conditions<T["row"], Changeable<T>>) | undefined;
}

export interface UpdateOptions<
  T extends TableTypes,
  If extends Changeable<T> = Changeable<T>,
  Exists extends Flag = Flag,
> extends RemoveOptions<T, If, Exists> {
  /** Seconds after which the values vanish, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

export type Updated<T extends TableTypes, If extends Changeable<T>, Exists extends Flag> = [If] extends [never]
  ? Exists extends true
    ? Applied | NotApplied<null>
    : Applied
  : Applied | NotApplied<Partial<Pick<T["row"], If>>>;

/** Twenty years of 365 days. @see service-facts 5.3 */
const maximumTtl = 630_720_000;

/** Writes the columns that are given and makes the row exist; without `ifNotExists` it overwrites them. */
export async function insert<T extends TableTypes, If extends Flag = undefined>(
  session: Session,
  table: Table<T>,
  value: T["insert"],
  options: InsertOptions<If> = {},
): Promise<Inserted<T, If>> {
  const layout = layoutOf(table);
  const title = `insert ${layout.title}`;
  const wire = encodeRecord(layout, value, { required: requiredKey(layout, value), allowed: layout.members }, title);
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
export async function update<T extends TableTypes, If extends Changeable<T> = never, Exists extends Flag = undefined>(
  session: Session,
  table: Table<T>,
  value: T["update"],
  options: UpdateOptions<T, If, Exists> = {},
): Promise<Updated<T, If, Exists>> {
  const layout = layoutOf(table);
  const title = `update ${layout.title}`;
  const key = requiredKey(layout, value);
  const wire = encodeRecord(layout, value, { required: key, allowed: layout.members }, title);
  const changes = layout.members.filter((member) => member.apiName in wire && !isKey(member));
  if (changes.length === 0)
    throw new ValidationError("in", [], "there is nothing to change: give a column outside the key", {
      operation: title,
    });
  return change(session, layout, `update${layout.type}`, title, wire, options);
}

/** Deletes the row of this key; one that is not there is no error. */
export async function remove<T extends TableTypes, If extends Changeable<T> = never, Exists extends Flag = undefined>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options: RemoveOptions<T, If, Exists> = {},
): Promise<Updated<T, If, Exists>> {
  const layout = layoutOf(table);
  const title = `delete ${layout.title}`;
  const required = [...layout.partitionKey, ...layout.clusteringKey];
  const wire = encodeRecord(layout, key, { required, allowed: required }, title);
  return change(session, layout, `delete${layout.type}`, title, wire, options);
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
  const keyMembers = [...layout.partitionKey, ...layout.clusteringKey];
  const counters = layout.members.filter((member) => !isKey(member));
  const keyWire = encodeRecord(layout, key, { required: keyMembers, allowed: keyMembers }, title);
  const amounts = encodeRecord(layout, by, { required: [], allowed: counters }, title);
  if (Object.keys(amounts).length === 0)
    throw new ValidationError("in", [], "there is no counter to add to", { operation: title });
  await mutate(session, layout, `update${layout.type}`, title, options, {
    args: { value: { ...keyWire, ...amounts } },
    selected: [],
  });
  return { applied: true };
}

function isKey(member: Member): boolean {
  return member.kind === "partition" || member.kind === "clustering";
}

/**
 * The key that a write needs: the whole of it, or the partition key alone for one that has static columns only.
 * @see service-facts 5.2
 */
function requiredKey(layout: Layout, value: object): readonly Member[] {
  const given = layout.members.filter((member) => (value as Record<string, unknown>)[member.name] !== undefined);
  const changes = given.filter((member) => member.kind !== "partition");
  const staticOnly = changes.length > 0 && changes.every((member) => member.kind === "static");
  return staticOnly ? layout.partitionKey : [...layout.partitionKey, ...layout.clusteringKey];
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

function encodeConditions(
  layout: Layout,
  tests: Readonly<Record<string, Test<unknown>>>,
  operation: string,
): [Record<string, Literal>, Member[]] {
  const conditions: Record<string, Literal> = {};
  const selected: Member[] = [];
  for (const [name, test] of Object.entries(tests)) {
    const member = layout.byName.get(name);
    if (!member || isKey(member)) {
      throw new ValidationError(
        "in",
        ["if", name],
        `${name} cannot have a condition: it is no column outside the key`,
        { operation },
      );
    }
    const one = (value: unknown): Wire => (value === null ? null : encodeValue(member, value, operation));
    const operators = Object.entries(test).map(([operator, value]): [string, Wire] => [
      operator,
      operator === "in" ? (value as readonly unknown[]).map(one) : one(value),
    ]);
    if (operators.length === 0)
      throw new ValidationError("in", ["if", name], `the condition on ${name} is empty`, { operation });
    conditions[member.apiName] = Object.fromEntries(operators);
    selected.push(member);
  }
  if (selected.length === 0) throw new ValidationError("in", ["if"], "the condition names no column", { operation });
  return [conditions, selected];
}

/** Sends a mutation. @returns what stood in its way, or undefined when it was applied */
async function mutate(
  session: Session,
  layout: Layout,
  field: string,
  title: string,
  options: WriteOptions,
  { args, selected }: { args: Readonly<Record<string, Literal | undefined>>; selected: readonly Member[] },
): Promise<Record<string, unknown> | undefined> {
  const { consistency, ttl, signal } = options;
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= 0 && ttl <= maximumTtl)) {
    throw new ValidationError("in", ["ttl"], `ttl is a whole number of seconds from 0 to ${maximumTtl}`, {
      operation: title,
    });
  }
  const settings = { consistency: consistency && new EnumValue(consistency), ttl };
  const result = await execute(session, layout, {
    kind: "mutation",
    title,
    field,
    args: { ...args, options: consistency === undefined && ttl === undefined ? undefined : settings },
    selection:
      selected.length === 0 ? "applied" : `applied value { ${selected.map((member) => member.apiName).join(" ")} }`,
    signal,
  });
  if (result["applied"] !== false) return undefined;
  const value = result["value"] ?? {};
  if (typeof value !== "object") throw new ProtocolError("the answer holds no row", { operation: title });
  return value as Record<string, unknown>;
}
