/**
 * Compares definitions with a live keyspace, and plans what to create, in an order that the database accepts. Rejects
 * what the database can never do, and leaves other differences alone.
 *
 * Pure. Only adds: nothing in the database is changed or dropped, whatever the definitions contain.
 */
import type { Problem } from "../../errors.ts";
import { breakageRules, findChanges } from "../../model/index.ts";
import type { Change, ChangeKind, DroppedColumn, Keyspace, Table } from "../../model/index.ts";
import { orderUserTypes } from "../../model/order-user-types.ts";
import { printRemedy } from "../../model/print-remedy.ts";
import { describeLeft, printPlace } from "./describe-change.ts";
import { cannot, objectionsTo, takenNames } from "./objections.ts";
import type { LiveKeyspace } from "./live-keyspace.ts";
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

/** How each kind of change is handled. */
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

/** Whether the bindings need a change that `push` does not make. */
export function isRefused({ kind }: Change): boolean {
  return fates[kind] === "refuse";
}

/**
 * @param live undefined if the database does not have the keyspace
 * @param remembered dropped columns, for a database that does not report them
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
    changes,
    steps: live ? steps : [{ kind: "keyspace", keyspace: name }, ...steps],
    refused: [
      ...of("refuse").map((change) => refuse(name, change)),
      ...steps.flatMap((step) => objectionsTo(step, before)),
      ...takenNames(defined, before.keyspace, steps),
    ],
    left: [...of("leave").map((change) => describeLeft(name, change)), ...(live?.left ?? [])],
  };
}

/** Types before the objects that use them, tables before their indexes. */
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

/** A rename is not an addition: it has to be run when the code with the new name is deployed. */
function refuse(keyspace: string, change: Change): Problem {
  const { kind, before, after } = change;
  const { means, way: usual } = breakageRules[kind];
  const cql = printRemedy(keyspace, change);
  const way = cql === undefined ? usual : `push only adds: run ${cql};`;
  const values = before === undefined || after === undefined ? "" : ` (${before} → ${after})`;
  return cannot(`${printPlace(keyspace, change)}: ${means}${values}`, way);
}
