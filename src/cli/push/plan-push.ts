/**
 * Definitions and a live keyspace → what to create: in come both, out go steps in an order that the database takes, what it
 * could never do, and what stays as it is.
 *
 * Pure. Only adds: nothing that is in the database is changed or dropped, whatever the definitions say.
 */
import type { Problem } from "../../errors.ts";
import { breakageRules, findChanges, isCounterTable } from "../../model/index.ts";
import type {
  Change,
  ChangeKind,
  CqlType,
  DroppedColumn,
  Keyspace,
  Table,
  ToldKeyspace,
  UserType,
} from "../../model/index.ts";
import { orderUserTypes, userTypesIn } from "../../model/order-user-types.ts";
import { printRemedy } from "../../model/print-remedy.ts";
import type { Step } from "./step.ts";

/** A keyspace as the database tells it. */
export interface LiveKeyspace extends ToldKeyspace {
  /** Columns that there once were. @default the database does not tell */
  readonly dropped?: readonly DroppedColumn[];
  /** Names of its materialized views. @default the database does not tell */
  readonly views?: readonly string[];
}

export interface PushPlan {
  readonly steps: readonly Step[];
  /** What the definitions ask for and no database does, each with the way round. */
  readonly refused: readonly Problem[];
  /** What differs and is left alone; sentences without a final stop. */
  readonly left: readonly string[];
}

/** What becomes of each kind of change. */
const fates: Readonly<Record<ChangeKind, "create" | "refuse" | "leave">> = {
  "table-added": "create",
  "table-dropped": "leave",
  "partition-key": "refuse",
  "clustering-key": "refuse",
  "clustering-order": "refuse",
  "time-to-live": "leave",
  "column-added": "create",
  "column-readded": "refuse",
  "column-renamed": "refuse",
  "column-dropped": "leave",
  "column-type": "refuse",
  "column-static": "refuse",
  "index-added": "create",
  "index-dropped": "leave",
  "index-changed": "refuse",
  "index-renamed": "leave",
  "user-type-added": "create",
  "user-type-dropped": "leave",
  "field-added": "create",
  "field-dropped": "leave",
  "field-renamed": "refuse",
  "field-type": "refuse",
  "field-order": "refuse",
  description: "leave",
};

/**
 * @param live undefined where the database has no such keyspace
 * @param remembered columns that there once were, for a database that does not tell
 */
export function planPush(
  defined: Keyspace,
  live: LiveKeyspace | undefined,
  remembered?: readonly DroppedColumn[],
): PushPlan {
  const { name } = defined;
  const before: LiveKeyspace = live ?? { keyspace: { name, tables: [], userTypes: [] } };
  const changes = findChanges(before, { keyspace: defined }, live?.dropped ?? remembered);
  const of = (fate: "create" | "refuse" | "leave"): readonly Change[] =>
    changes.filter(({ kind }) => fates[kind] === fate);
  const steps = planSteps(defined, before.keyspace, of("create"));
  return {
    steps: live ? steps : [{ kind: "keyspace", keyspace: name }, ...steps],
    refused: [
      ...of("refuse").map((change) => refuse(name, change)),
      ...steps.flatMap((step) => objectionsTo(step, before)),
      ...takenNames(defined, before.keyspace, steps),
    ],
    left: of("leave").map((change) => describeLeft(name, change)),
  };
}

/** Types before what is made of them, tables before their indexes. */
function planSteps(defined: Keyspace, before: Keyspace, created: readonly Change[]): readonly Step[] {
  const keyspace = defined.name;
  const isCreated = (kind: ChangeKind, name: string, member?: string): boolean =>
    created.some((change) => change.kind === kind && change.place.name === name && change.place.member === member);
  const ofTypes = orderUserTypes(defined.userTypes).flatMap((type): Step[] => {
    if (isCreated("user-type-added", type.name)) return [{ kind: "user type", keyspace, type }];
    const fields = type.fields.filter(({ name }) => isCreated("field-added", type.name, name));
    return fields.map((field) => ({ kind: "field", keyspace, type, field }));
  });
  const isNew = ({ name }: Table): boolean => isCreated("table-added", name);
  const ofTables = defined.tables.flatMap((table): Step[] => {
    if (isNew(table)) return [{ kind: "table", keyspace, table }];
    const columns = table.columns.filter(({ name }) => isCreated("column-added", table.name, name));
    return columns
      .filter(({ kind }) => kind === "regular" || kind === "static")
      .map((column) => ({ kind: "column", keyspace, table, column }));
  });
  const ofIndexes = defined.tables.flatMap((table): Step[] => {
    const there = before.tables.find(({ name }) => name === table.name)?.indexes ?? [];
    const missing = table.indexes.filter(
      ({ column, kind }) =>
        isNew(table) ||
        (isCreated("index-added", table.name, column) &&
          !there.some((index) => index.column === column && index.kind === kind)),
    );
    return missing.map((index) => ({ kind: "index", keyspace, table, index }));
  });
  return [...ofTypes, ...ofTables, ...ofIndexes];
}

/** A rename may be wanted and is not an addition: it is left to whoever deploys the code with the new name. */
function refuse(keyspace: string, change: Change): Problem {
  const { kind, place, before, after } = change;
  const { means, way: usual } = breakageRules[kind];
  const cql = printRemedy(keyspace, change);
  const way = cql === undefined ? usual : `push only adds: run ${cql};`;
  const where = [keyspace, place.name, ...(place.member === undefined ? [] : [place.member])].join(".");
  const values = before === undefined || after === undefined ? "" : ` (${before} → ${after})`;
  return cannot(`${where}: ${means}${values}`, way);
}

/** What the database refuses although it is only added. @see service-facts 5.7, 5.9 */
function objectionsTo(step: Step, { keyspace: before, views = [] }: LiveKeyspace): readonly Problem[] {
  // Cassandra answers with an error, and has two things of one name from then on.
  if (step.kind === "table" && views.includes(step.table.name)) {
    const message = `${step.keyspace}.${step.table.name}: a materialized view has that name`;
    return [cannot(message, "give the table another name, or drop the view first")];
  }
  if (step.kind === "column") {
    const { keyspace, table, column } = step;
    const there = before.tables.find(({ name }) => name === table.name);
    if (!there || isCounterTable(table) === isCounterTable(there)) return [];
    const [rule, next] = isCounterTable(there)
      ? ["a table with counters gets nothing else", "create a table with another name for what is no counter"]
      : ["a table without counters never gets one", "create a table with another name for the counters"];
    return [cannot(`${keyspace}.${table.name}.${column.name}: ${rule}`, next)];
  }
  if (step.kind === "field") {
    const { keyspace, type, field } = step;
    const place = `${keyspace}.${type.name}.${field.name}`;
    const keyed = before.tables.filter((table) => hasInPartitionKey(table, type.name)).map(({ name }) => name);
    if (keyed.length > 0) {
      const message = `${place}: the type is in the partition key of ${keyed.join(", ")}, and never gets another field`;
      return [cannot(message, breakageRules["field-type"].way)];
    }
  }
  if (step.kind === "index" && step.index.using === "sai" && /\W/.test(step.index.column)) {
    const place = `${step.keyspace}.${step.table.name}.${step.index.column}`;
    const message = `${place}: an index with "sai" is of columns with letters, digits and underscores in their names alone`;
    return [cannot(message, "leave `using` away, or give the column another name")];
  }
  return [];
}

/** Indexes whose name is that of another: the database would leave out what it takes to be there. */
function takenNames(defined: Keyspace, before: Keyspace, steps: readonly Step[]): readonly Problem[] {
  const owners = new Map<string, string>();
  const placeOf = (table: Table, column: string): string => `${defined.name}.${table.name}.${column}`;
  for (const table of before.tables) {
    for (const { name, column } of table.indexes) if (name !== undefined) owners.set(name, placeOf(table, column));
  }
  return steps.flatMap((step) => {
    if (step.kind !== "index" || step.index.name === undefined) return [];
    const { name, column } = step.index;
    const place = placeOf(step.table, column);
    const owner = owners.get(name);
    owners.set(name, place);
    if (owner === undefined) return [];
    return [cannot(`${place}: the index of ${owner} is called ${quoted(name)}, too`, "give it a name of its own")];
  });
}

function hasInPartitionKey({ columns, partitionKey }: Table, userType: string): boolean {
  const uses = (type: CqlType): boolean => userTypesIn(type).some(isOrHas);
  const isOrHas = ({ name, fields }: UserType): boolean => name === userType || fields.some(({ type }) => uses(type));
  return columns.some(({ name, type }) => partitionKey.includes(name) && uses(type));
}

function cannot(message: string, next?: string): Problem {
  return { code: "cannot-push", message, ...(next !== undefined && { next }) };
}

/** What is not mentioned here is in the database alone. */
const differing: Readonly<Partial<Record<ChangeKind, string>>> = {
  "time-to-live": "the time to live",
  "index-renamed": "the name of the index",
  description: "the comment",
};

function describeLeft(keyspace: string, change: Change): string {
  const { kind, place, before = "", after = "", possibleNewNames } = change;
  const name = [keyspace, place.name, ...(place.member === undefined ? [] : [place.member])].join(".");
  const what = differing[kind];
  if (what !== undefined) {
    const remedy = printRemedy(keyspace, change);
    const cql = remedy === undefined ? "" : `: ${remedy};`;
    return `${what} of ${name} stays ${quoted(before)}, and is ${quoted(after)} in the definitions${cql}`;
  }
  const member = place.of === "table" ? "column" : "field";
  const thing = kind === "index-dropped" ? "index of" : place.member === undefined ? place.of : member;
  const renamed = possibleNewNames
    ? `; if it is now called ${possibleNewNames.map(quoted).join(" or ")}, copy its values: the database cannot rename it`
    : "";
  return `the ${thing} ${name} is in the database and not in the definitions${renamed}`;
}

function quoted(text: string): string {
  return /^[\w-]+$/.test(text) ? text : JSON.stringify(text);
}
