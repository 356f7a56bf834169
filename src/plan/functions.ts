/** Decides which functions a table has, and why it lacks the others. */
import type { ExportedNames } from "./names.ts";
import type { TablePlan } from "./table.ts";

/** A function that a table has at most once: `getFunction`. The finders by indexes and of neighbors stand in the plan. */
export type FunctionRole = Extract<keyof ExportedNames, `${string}Function`>;

type Lacking = (table: TablePlan) => string | undefined;

const inEveryTable: Lacking = () => undefined;
/** For functions of several rows of a partition. */
const withoutClusteringKey: Lacking = ({ clusteringKey }) =>
  clusteringKey.length === 0 ? "a partition has a single row: there is no clustering key" : undefined;
const inViews: Lacking = ({ isView }) => (isView ? "the database writes a materialized view by itself" : undefined);
const ofCounters: Lacking = ({ counts }) => (counts ? "counters can only be incremented" : undefined);

/** Why a table does not have a function; undefined if it has. In the order in which a module declares them. */
const reasons: Readonly<Record<FunctionRole, Lacking>> = {
  getFunction: inEveryTable,
  getStaticFunction: ({ statics }) => (statics.length === 0 ? "there are no static columns" : undefined),
  findFunction: inEveryTable,
  scanFunction: inEveryTable,
  partitionsFunction: withoutClusteringKey,
  countFunction: withoutClusteringKey,
  countAllFunction: inEveryTable,
  insertFunction: (table) => inViews(table) ?? ofCounters(table),
  updateFunction: (table) => inViews(table) ?? ofCounters(table),
  incrementFunction: (table) => inViews(table) ?? (table.counts ? undefined : "there are no counters"),
  deleteFunction: inViews,
  deleteWhereFunction: (table) => inViews(table) ?? withoutClusteringKey(table),
};

export const functionRoles = Object.keys(reasons) as readonly FunctionRole[];

/** Why a table does not have a function: "there are no counters". Undefined if it has. */
export function reasonToLack(table: TablePlan, role: FunctionRole): string | undefined {
  return reasons[role](table);
}

/** The functions of a table, in the order in which its module declares them. */
export function rolesOf(table: TablePlan): readonly FunctionRole[] {
  return functionRoles.filter((role) => reasonToLack(table, role) === undefined);
}
