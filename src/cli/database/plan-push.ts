/**
 * Compares definitions with a live keyspace, and plans what to create, in an order that the database accepts. Rejects
 * what the database can never do, and leaves other differences alone.
 *
 * Pure. Only adds: nothing in the database is changed or dropped, whatever the definitions contain.
 */
import type { Problem } from "../../errors.ts";
import { breakageRules, findChanges, isCounterTable, isOfIndex, ruleOf } from "../../model/index.ts";
import type {
  Change,
  ChangeKind,
  CqlType,
  DroppedColumn,
  Keyspace,
  Table,
  ComparedKeyspace,
  UserType,
} from "../../model/index.ts";
import { orderUserTypes, userTypesIn } from "../../model/cql-type.ts";
import { printStatementFor } from "../../model/print-cql.ts";
import { describeLeft, printMember, quoted } from "./step.ts";
import type { Step } from "./step.ts";

export interface PushPlan {
  /** Everything that differs, in the order of its places. */
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  /** Changes that no database supports, each with a workaround. */
  readonly refused: readonly Problem[];
  /** Differences that are left alone; sentences without a final stop. */
  readonly left: readonly string[];
}

/** Kinds of changes without which every generated function works. Those of dropped objects are left alone too. */
const leftAlone: ReadonlySet<ChangeKind> = new Set(["time-to-live", "index-renamed", "description"]);

/** How a push handles a change. An object that the database does not alter in place is refused. */
export function fateOf({ kind, place }: Change): "create" | "refuse" | "leave" {
  if (kind.endsWith("-dropped") || leftAlone.has(kind)) return "leave";
  return kind.endsWith("-added") && ruleOf({ kind, place }).made === undefined ? "create" : "refuse";
}

/**
 * @param live undefined if the database does not have the keyspace
 * @param remembered dropped columns, for a database that does not report them
 */
export function planPush(
  definedKeyspace: Keyspace,
  live: LiveKeyspace | undefined,
  remembered?: readonly DroppedColumn[],
): PushPlan {
  const { name } = definedKeyspace;
  const before: LiveKeyspace = live ?? { keyspace: { name, tables: [], userTypes: [] } };
  const changes = findChanges(before, { keyspace: definedKeyspace }, live?.dropped ?? remembered);
  const of = (fate: ReturnType<typeof fateOf>): readonly Change[] =>
    changes.filter((change) => fateOf(change) === fate);
  const steps = planSteps(definedKeyspace, of("create"));
  return {
    changes,
    steps: live ? steps : [{ kind: "keyspace", keyspace: name }, ...steps],
    refused: [
      ...of("refuse").map((change) => refuse(name, change)),
      ...steps.flatMap((step) => [...viewsAgainst(step, before), ...objectionsTo(step, before.keyspace)]),
      ...[...takenNames(definedKeyspace, before.keyspace, steps).values()].flat(),
    ],
    left: [...of("leave").map((change) => describeLeft(name, change)), ...(live?.left ?? [])],
  };
}

/** Types before the objects that use them, tables before their indexes. */
export function planSteps(
  definedKeyspace: Keyspace,
  changes: readonly (Pick<Change, "place" | "after"> & { readonly kind: string })[],
): readonly Step[] {
  const keyspace = definedKeyspace.name;
  const isCreated = (kind: ChangeKind, name: string, member?: string): boolean =>
    changes.some((change) => change.kind === kind && change.place.name === name && change.place.member === member);
  const ofTypes = orderUserTypes(definedKeyspace.userTypes).flatMap((type): Step[] => {
    if (isCreated("user-type-added", type.name)) return [{ kind: "user type", keyspace, type }];
    const fields = type.fields.filter(({ name }) => isCreated("field-added", type.name, name));
    return fields.map((field) => ({ kind: "field", keyspace, type, field }));
  });
  const isNew = ({ name }: Table): boolean => isCreated("table-added", name);
  // A view after its table.
  const views = definedKeyspace.tables.filter(({ viewOf }) => viewOf !== undefined);
  const tables = [...definedKeyspace.tables.filter((table) => !views.includes(table)), ...views];
  const ofTables = tables.flatMap((table): Step[] => {
    if (isNew(table)) return [{ kind: "table", keyspace, table }];
    const columns = table.columns.filter(({ name }) => isCreated("column-added", table.name, name));
    return columns
      .filter(({ kind }) => kind === "regular" || kind === "static")
      .map((column) => ({ kind: "column", keyspace, table, column }));
  });
  const ofIndexes = definedKeyspace.tables.flatMap((table): Step[] => {
    const missing = table.indexes.filter(
      (index) =>
        isNew(table) ||
        changes.some(({ kind, place, after }) => kind === "index-added" && isOfIndex(place, after, table, index)),
    );
    return missing.map((index) => ({ kind: "index", keyspace, table, index }));
  });
  return [...ofTypes, ...ofTables, ...ofIndexes];
}

/** A rename is not an addition: it has to be run when the code with the new name is deployed. */
function refuse(keyspace: string, change: Change): Problem {
  const { before, after } = change;
  const { means, way: usual } = ruleOf(change);
  const cql = printStatementFor(keyspace, change);
  const way = cql === undefined ? usual : `push only adds: run ${cql};`;
  const values = before === undefined || after === undefined ? "" : ` (${before} → ${after})`;
  return cannot(`${printMember(keyspace, change)}: ${means}${values}`, way);
}

/** Why a push does not create a table that is a view, or has the name of one. */
function viewsAgainst(step: Step, { keyspace: before, views = [] }: LiveKeyspace): readonly Problem[] {
  if (step.kind !== "table") return [];
  const place = `${step.keyspace}.${step.table.name}`;
  if (step.table.viewOf !== undefined) {
    const next = "create it with CQL: colonnade export prints the statement";
    return [cannot(`${place}: push does not create materialized views`, next)];
  }
  // Cassandra responds with an error, but then has two objects of the same name.
  const isTaken = [...views, ...viewsIn(before)].includes(step.table.name);
  const next = "give the table another name, or drop the view first";
  return isTaken ? [cannot(`${place}: a materialized view has that name`, next)] : [];
}

/** Why the database would not create an object as it is defined. */
export function objectionsTo(step: Step, before: Keyspace): readonly Problem[] {
  if (step.kind === "column") {
    const { keyspace, table, column } = step;
    const existing = before.tables.find(({ name }) => name === table.name);
    if (!existing || isCounterTable(table) === isCounterTable(existing)) return [];
    const [rule, next] = isCounterTable(existing)
      ? ["a table with counters cannot have other columns", "create a table with another name for the other columns"]
      : ["a table without counters cannot get one", "create a table with another name for the counters"];
    return [cannot(`${keyspace}.${table.name}.${column.name}: ${rule}`, next)];
  }
  if (step.kind === "field") {
    const { keyspace, type, field } = step;
    const place = `${keyspace}.${type.name}.${field.name}`;
    const keyed = before.tables.filter((table) => hasInPartitionKey(table, type.name)).map(({ name }) => name);
    if (keyed.length > 0) {
      const message = `${place}: the type is in the partition key of ${keyed.join(", ")}, so it cannot get another field`;
      return [cannot(message, breakageRules["field-type"].way)];
    }
  }
  if (step.kind === "index" && step.index.using === "sai" && /\W/.test(step.index.column)) {
    const place = `${step.keyspace}.${step.table.name}.${step.index.column}`;
    const message = `${place}: an index with "sai" supports only column names of letters, digits and underscores`;
    return [cannot(message, "omit `using`, or give the column another name")];
  }
  return [];
}

function viewsIn({ tables }: Keyspace): readonly string[] {
  return tables.filter(({ viewOf }) => viewOf !== undefined).map(({ name }) => name);
}

/** Finds the steps of indexes whose name is taken: the database would skip them as existing. */
export function takenNames(
  definedKeyspace: Keyspace,
  before: Keyspace,
  steps: readonly Step[],
): ReadonlyMap<Step, readonly Problem[]> {
  const owners = new Map<string, string>();
  const placeOf = (table: Table, column: string): string => `${definedKeyspace.name}.${table.name}.${column}`;
  for (const table of before.tables) {
    for (const { name, column } of table.indexes) if (name !== undefined) owners.set(name, placeOf(table, column));
  }
  const problems = steps.map((step): [Step, readonly Problem[]] => {
    if (step.kind !== "index" || step.index.name === undefined) return [step, []];
    const { name, column } = step.index;
    const place = placeOf(step.table, column);
    const owner = owners.get(name);
    owners.set(name, place);
    if (owner === undefined) return [step, []];
    return [
      step,
      [cannot(`${place}: the index of ${owner} is also called ${quoted(name)}`, "give it a name of its own")],
    ];
  });
  return new Map(problems);
}

function hasInPartitionKey({ columns, partitionKey }: Table, userType: string): boolean {
  const uses = (type: CqlType): boolean => userTypesIn(type).some(isOrHas);
  const isOrHas = ({ name, fields }: UserType): boolean => name === userType || fields.some(({ type }) => uses(type));
  return columns.some(({ name, type }) => partitionKey.includes(name) && uses(type));
}

function cannot(message: string, next?: string): Problem {
  return { code: "cannot-push", message, next };
}

/** A keyspace as the database reports it. */
export interface LiveKeyspace extends ComparedKeyspace {
  /** Dropped columns. @default the database does not report them */
  readonly dropped?: readonly DroppedColumn[];
  /** Names of materialized views that are not among its tables. @default the database does not report them */
  readonly views?: readonly string[];
  /** What else is left alone, such as the replication of an existing keyspace; as in a plan. @default nothing */
  readonly left?: readonly string[];
}
