/**
 * Merges what several sources reported about one keyspace. Facts complete each other; contradictions are reported with
 * both sides, and nothing is chosen.
 */
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import type { Order } from "../model/index.ts";
import { deriveKey } from "./derive-key.ts";
import type { SeenColumn, SeenKeyspace, SeenTable, SeenUserType } from "./seen-keyspace.ts";
import { narrowTypes, renderSeenType } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";

/** What each source reports about one object. */
type Said<Thing> = readonly { readonly source: string; readonly said: Thing }[];

/**
 * Merges what sources saw; of texts, such as descriptions, the first source's count.
 * @throws {ColonnadeError} `sources-disagree` with every conflict, both sides of it and who says so
 */
export function mergeKeyspaces(seen: readonly SeenKeyspace[]): SeenKeyspace {
  const [first] = seen;
  if (!first) throw new RangeError("there is nothing to merge");
  const merger = new Merger();
  const indexed = seen.map(indexNames);
  const tables = [...new Set(seen.flatMap((one) => one.tables.map(({ name }) => name)))].sort(byCodeUnits);
  const typesSeen = seen.filter((one) => one.userTypes !== undefined);
  const typesIndexed = typesSeen.map(indexNames);
  const types = [...new Set(typesSeen.flatMap(({ userTypes = [] }) => userTypes.map(({ name }) => name)))];
  const merged: SeenKeyspace = {
    source: seen.map(({ source }) => source).join(" and "),
    name: first.name,
    tables: tables.map((name) => merger.table(name, indexed)),
    ...(typesSeen.length > 0 && {
      userTypes: types.sort(byCodeUnits).map((name) => merger.userType(name, typesIndexed)),
    }),
    partialTypes: typesSeen.every((one) => one.partialTypes === true),
    partial: seen.every(({ partial }) => partial === true),
  };
  if (merger.conflicts.length > 0) {
    throw new ColonnadeError("sources-disagree", `the sources disagree about ${first.name}`, {
      kind: "service",
      problems: merger.conflicts,
      next: "use one source alone, or try again: a server may be a moment behind",
    });
  }
  return merged;
}

/** What a source saw, by its names: keyspaces may have a hundred thousand tables. */
interface IndexedKeyspace extends SeenKeyspace {
  readonly tablesByName: ReadonlyMap<string, SeenTable>;
  readonly typesByName: ReadonlyMap<string, SeenUserType>;
}

function indexNames(seen: SeenKeyspace): IndexedKeyspace {
  const { tables, userTypes = [] } = seen;
  return {
    ...seen,
    tablesByName: new Map(tables.map((table) => [table.name, table])),
    typesByName: new Map(userTypes.map((type) => [type.name, type])),
  };
}

class Merger {
  readonly conflicts: Problem[] = [];

  table(name: string, seen: readonly IndexedKeyspace[]): SeenTable {
    const who = this.#having(name, "the table", seen, (one) => one.tablesByName);
    const all = who.map(({ source, said }) => ({ source, said: deriveKey(said) }));
    const fact = <Value>(what: string, of: (table: SeenTable) => Value | undefined, print = JSON.stringify) =>
      this.#agree(`${name}: ${what}`, facts(all, of), print);
    const columns = this.#columns(name, all, seen);
    const description = first(facts(all, (table) => table.description));
    const partitionKey = fact("the partition key", (table) => table.partitionKey);
    const clusteringKey = fact("the clustering key", (table) => table.clusteringKey);
    const primaryKey = fact("the primary key", (table) => table.primaryKey);
    const clusteringOrder = fact("the clustering order", (table) => table.clusteringOrder, printOrder);
    const defaultTimeToLive = fact("the time to live", (table) => table.defaultTimeToLive);
    const indexes = fact("the list of indexes", (table) => table.indexes);
    return deriveKey({
      name,
      ...(description !== undefined && { description }),
      ...(columns && { columns }),
      ...(partitionKey && { partitionKey }),
      ...(clusteringKey && { clusteringKey }),
      ...(primaryKey && { primaryKey }),
      ...(clusteringOrder && { clusteringOrder }),
      ...(defaultTimeToLive !== undefined && { defaultTimeToLive }),
      ...(indexes && { indexes }),
    });
  }

  userType(name: string, seen: readonly IndexedKeyspace[]): SeenUserType {
    const whole = seen.map((one) => ({ ...one, partial: one.partialTypes === true }));
    const all = this.#having(name, "the user type", whole, (one) => one.typesByName);
    this.#agree(
      `${name}: the list of fields`,
      facts(all, ({ fields }) => fields.map((field) => field.name)),
    );
    const [one] = all;
    const description = first(facts(all, (type) => type.description));
    const fields = (one?.said.fields ?? []).map((field) => {
      const said = facts(all, (type) => type.fields.find((other) => other.name === field.name));
      return { ...field, type: this.#type(`${name}.${field.name}`, said) };
    });
    return { name, ...(description !== undefined && { description }), fields };
  }

  #columns(table: string, all: Said<SeenTable>, seen: readonly SeenKeyspace[]): readonly SeenColumn[] | undefined {
    const told = facts(all, ({ columns }) => columns);
    if (told.length === 0) return undefined;
    const isPartial = (source: string): boolean => seen.find((one) => one.source === source)?.partial === true;
    const names = [...new Set(told.flatMap(({ said }) => said.map(({ name }) => name)))];
    return names.map((name) => {
      const who = facts(told, (columns) => columns.find((column) => column.name === name));
      const lacks = told.filter(({ source, said }) => !isPartial(source) && !said.some((one) => one.name === name));
      this.#missing(`${table}: the column ${name}`, who, lacks);
      const place = `${table}.${name}`;
      const description = first(facts(who, (column) => column.description));
      const kind = this.#agree(
        `${place}: its kind`,
        facts(who, (column) => column.kind),
      );
      return {
        name,
        ...(description !== undefined && { description }),
        type: this.#type(place, who),
        ...(kind && { kind }),
      };
    });
  }

  #type(place: string, who: Said<{ readonly type: SeenType }>): SeenType {
    const [one, ...others] = facts(who, ({ type }) => type);
    let narrowed = one?.said ?? {};
    for (const other of others) {
      const next = narrowTypes(narrowed, other.said);
      if (next) narrowed = next;
      else if (one) {
        this.#conflict(
          `${place}: its type`,
          [one, other].map(({ source, said }) => ({ source, said: renderSeenType(said) })),
        );
      }
    }
    return narrowed;
  }

  /**
   * What the sources report about one object. If another source shows everything but not this object, that is a
   * conflict.
   */
  #having<Thing extends { readonly name: string }>(
    name: string,
    what: string,
    seen: readonly IndexedKeyspace[],
    among: (one: IndexedKeyspace) => ReadonlyMap<string, Thing>,
  ): Said<Thing> {
    const all = seen.map((one) => ({ ...one, said: among(one).get(name) }));
    const who = facts(all, (said) => said);
    this.#missing(
      `${what} ${name}`,
      who,
      all.filter((one) => one.said === undefined && one.partial !== true && !one.leftOut?.includes(name)),
    );
    return who;
  }

  #missing(what: string, who: Said<unknown>, lacks: Said<unknown>): void {
    const [has] = who;
    if (!has || lacks.length === 0) return;
    const without = lacks.map(({ source }) => source).join(" and ");
    this.conflicts.push({ code: "sources-disagree", message: `${what} is in ${has.source}, not in ${without}` });
  }

  #agree<Value>(what: string, said: Said<Value>, print: (value: Value) => string = JSON.stringify): Value | undefined {
    // With a single source there is nothing to compare.
    if (said.length < 2) return first(said);
    const printed = said.map((one) => ({ source: one.source, said: print(one.said) }));
    const [one] = printed;
    const other = printed.find((candidate) => candidate.said !== one?.said);
    if (one && other) this.#conflict(what, [one, other]);
    return first(said);
  }

  #conflict(what: string, sides: Said<string>): void {
    const told = sides.map(({ source, said }) => `${said} in ${source}`).join(", ");
    this.conflicts.push({ code: "sources-disagree", message: `${what} is ${told}` });
  }
}

function facts<Thing, Value>(who: Said<Thing>, of: (thing: Thing) => Value | undefined): Said<Value> {
  return who.flatMap(({ source, said }) => {
    const value = of(said);
    return value === undefined ? [] : { source, said: value };
  });
}

function first<Value>(said: Said<Value>): Value | undefined {
  return said[0]?.said;
}

function printOrder(order: ReadonlyMap<string, Order>): string {
  return [...order].map((pair) => pair.join(" ")).join(", ");
}
