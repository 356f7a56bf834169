/**
 * Merges what several sources reported about one keyspace. Facts complete each other; contradictions are reported with
 * both sides, and nothing is chosen.
 */
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import type { Index, Order } from "../model/index.ts";
import { deriveKey } from "./observed-keyspace.ts";
import type {
  ObservedColumn,
  ObservedField,
  ObservedKeyspace,
  ObservedTable,
  ObservedUserType,
} from "./observed-keyspace.ts";
import { withoutUndefined, narrowTypes, renderObservedType } from "./observed-type.ts";
import type { ObservedType } from "./observed-type.ts";

/** The reports of all sources about one object. */
type Reports<Thing> = readonly { readonly source: string; readonly value: Thing }[];

/**
 * Merges what sources reported. For a description and for the dropped columns, the first source that has any wins.
 * @throws {ColonnadeError} `sources-disagree` with every conflict, both sides of it and their sources
 */
export function mergeKeyspaces(observed: readonly ObservedKeyspace[]): ObservedKeyspace {
  const keyspace = observed[0]?.name;
  if (keyspace === undefined) throw new RangeError("there is nothing to merge");
  const merger = new Merger();
  const indexed = observed.map(indexNames);
  const tables = new Set(indexed.flatMap(({ tablesByName }) => [...tablesByName.keys()]));
  const types = new Set(indexed.flatMap(({ typesByName }) => [...typesByName.keys()]));
  const reportingTypes = indexed.filter(({ userTypes }) => userTypes !== undefined);
  const uncommented = observed.filter(({ hasComments }) => hasComments !== true);
  const { dropped } = observed.find((one) => one.dropped) ?? {};
  const merged: ObservedKeyspace = {
    source: observed.map(({ source }) => source).join(" and "),
    name: keyspace,
    tables: [...tables].sort(byCodeUnits).map((name) => merger.table(name, indexed)),
    ...(reportingTypes.length > 0 && {
      userTypes: [...types].sort(byCodeUnits).map((name) => merger.userType(name, reportingTypes)),
    }),
    partialTypes: reportingTypes.every((one) => one.partialTypes === true),
    ...(dropped && { dropped }),
    partial: observed.every(({ partial }) => partial === true),
    // A description of a source without comments may be its own.
    hasComments: uncommented.length < observed.length && !uncommented.some(hasDescriptions),
    notes: observed.flatMap(({ notes = [], leftOut = new Map() }) => [
      ...notes,
      ...[...leftOut].flatMap(([name, note]) => (tables.has(name) ? [] : note)),
    ]),
  };
  if (merger.conflicts.length > 0) {
    throw new ColonnadeError("sources-disagree", `the sources disagree about ${keyspace}`, {
      kind: "service",
      problems: merger.conflicts,
      next: "use one source alone, or try again: a server may be a moment behind",
    });
  }
  return merged;
}

function hasDescriptions({ tables }: ObservedKeyspace): boolean {
  return tables.some(({ description }) => description !== undefined);
}

/** The report of a source, by names: keyspaces may have a hundred thousand tables. */
interface IndexedKeyspace extends ObservedKeyspace {
  readonly tablesByName: ReadonlyMap<string, ObservedTable>;
  readonly typesByName: ReadonlyMap<string, ObservedUserType>;
}

function indexNames(observed: ObservedKeyspace): IndexedKeyspace {
  const { tables, userTypes = [] } = observed;
  return {
    ...observed,
    tablesByName: new Map(tables.map((table) => [table.name, table])),
    typesByName: new Map(userTypes.map((type) => [type.name, type])),
  };
}

class Merger {
  readonly conflicts: Problem[] = [];

  table(name: string, observed: readonly IndexedKeyspace[]): ObservedTable {
    const reports = this.#having(name, "the table", observed, (one) => one.tablesByName);
    // Sources report keys in different forms, and may each have a part: derived first to compare them, then from all facts.
    const all = reports.map(({ source, value }) => ({ source, value: deriveKey(value) }));
    const fact = <Value>(what: string, of: (table: ObservedTable) => Value | undefined, print = JSON.stringify) =>
      this.#agree(`${name}: ${what}`, facts(all, of), print);
    return deriveKey(
      withoutUndefined<ObservedTable>({
        name,
        columns: this.#columns(name, all, observed),
        description: first(facts(all, (table) => table.description)),
        viewOf: fact("the table that it is a view of", (table) => table.viewOf),
        partitionKey: fact("the partition key", (table) => table.partitionKey),
        clusteringKey: fact("the clustering key", (table) => table.clusteringKey),
        primaryKey: fact("the primary key", (table) => table.primaryKey),
        clusteringOrder: fact("the clustering order", (table) => table.clusteringOrder, printOrder),
        defaultTimeToLive: fact("the time to live", (table) => table.defaultTimeToLive),
        indexes: fact("the list of indexes", (table) => table.indexes, printIndexes),
      }),
    );
  }

  userType(name: string, observed: readonly IndexedKeyspace[]): ObservedUserType {
    // A source may show all tables and not all user types.
    const ofTypes = observed.map((one) => ({ ...one, partial: one.partialTypes === true }));
    const all = this.#having(name, "the user type", ofTypes, (one) => one.typesByName);
    this.#agree(
      `${name}: the list of fields`,
      facts(all, ({ fields }) => fields.map((field) => field.name)),
    );
    const [one] = all;
    const description = first(facts(all, (type) => type.description));
    const fields = (one?.value.fields ?? []).map(({ name: field }) => {
      const reports = facts(all, (type) => type.fields.find((other) => other.name === field));
      return withoutUndefined<ObservedField>({
        name: field,
        description: first(facts(reports, (report) => report.description)),
        type: this.#type(`${name}.${field}`, reports),
      });
    });
    return withoutUndefined<ObservedUserType>({ name, description, fields });
  }

  #columns(
    table: string,
    all: Reports<ObservedTable>,
    observed: readonly ObservedKeyspace[],
  ): readonly ObservedColumn[] | undefined {
    const reported = facts(all, ({ columns }) => columns);
    if (reported.length === 0) return undefined;
    const isPartial = (source: string): boolean => observed.find((one) => one.source === source)?.partial === true;
    const names = [...new Set(reported.flatMap(({ value }) => value.map(({ name }) => name)))];
    return names.map((name) => {
      const reports = facts(reported, (columns) => columns.find((column) => column.name === name));
      const lacks = reported.filter(
        ({ source, value }) => !isPartial(source) && !value.some((one) => one.name === name),
      );
      this.#lacking(`${table}: the column ${name}`, reports, lacks);
      const place = `${table}.${name}`;
      const kinds = facts(reports, (column) => column.kind);
      return withoutUndefined<ObservedColumn>({
        name,
        description: first(facts(reports, (column) => column.description)),
        kind: this.#agree(`${place}: its kind`, kinds),
        type: this.#type(place, reports),
      });
    });
  }

  #type(place: string, reports: Reports<{ readonly type: ObservedType }>): ObservedType {
    const narrowed = facts(reports, ({ type }) => type).reduce((one, other) => {
      const value = narrowTypes(one.value, other.value);
      if (value) return { source: `${one.source} and ${other.source}`, value };
      this.#conflict(`${place}: its type`, facts([one, other], renderObservedType));
      return one;
    });
    return narrowed.value;
  }

  /**
   * The reports of all sources about one object. If another source shows everything, but lacks this object, that is a
   * conflict.
   */
  #having<Thing extends { readonly name: string }>(
    name: string,
    what: string,
    observed: readonly IndexedKeyspace[],
    among: (one: IndexedKeyspace) => ReadonlyMap<string, Thing>,
  ): Reports<Thing> {
    const all = observed.map((one) => ({ ...one, value: among(one).get(name) }));
    const reports = facts(all, (value) => value);
    this.#lacking(
      `${what} ${name}`,
      reports,
      all.filter((one) => one.value === undefined && one.partial !== true && one.leftOut?.has(name) !== true),
    );
    return reports;
  }

  #lacking(what: string, reports: Reports<unknown>, lacks: Reports<unknown>): void {
    const [has] = reports;
    if (!has || lacks.length === 0) return;
    const without = lacks.map(({ source }) => source).join(" and ");
    this.conflicts.push({ code: "sources-disagree", message: `${what} is in ${has.source}, not in ${without}` });
  }

  #agree<Value>(
    what: string,
    reports: Reports<Value>,
    print: (value: Value) => string = JSON.stringify,
  ): Value | undefined {
    // With a single source there is nothing to compare.
    if (reports.length < 2) return first(reports);
    const printed = reports.map((one) => ({ source: one.source, value: print(one.value) }));
    const [one] = printed;
    const other = printed.find((candidate) => candidate.value !== one?.value);
    if (one && other) this.#conflict(what, [one, other]);
    return first(reports);
  }

  #conflict(what: string, sides: Reports<string>): void {
    const reported = sides.map(({ source, value }) => `${value} in ${source}`).join(", ");
    this.conflicts.push({ code: "sources-disagree", message: `${what} is ${reported}` });
  }
}

function facts<Thing, Value>(reports: Reports<Thing>, of: (thing: Thing) => Value | undefined): Reports<Value> {
  return reports.flatMap(({ source, value: thing }) => {
    const value = of(thing);
    return value === undefined ? [] : { source, value };
  });
}

function first<Value>(reports: Reports<Value>): Value | undefined {
  return reports[0]?.value;
}

/** Sorted, because sources list indexes in different orders. */
function printIndexes(indexes: readonly Index[]): string {
  const printed = indexes.map((index) => JSON.stringify(index)).sort();
  return `[${printed.join()}]`;
}

function printOrder(order: ReadonlyMap<string, Order>): string {
  return [...order].map((pair) => pair.join(" ")).join(", ");
}
