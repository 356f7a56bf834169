/** The ways to find rows of a table: all, by its key, and by each of its indexes; each with the CQL that it means. */
import type { Value } from "@colonnade/runtime/protocol";
import { knowsEquality, knowsRanges, printName } from "../../model/index.ts";
import type { Column, CqlType, Index, Table } from "../../model/index.ts";

/** What `scan`, `find` or `readIndexed` of the runtime is asked. */
export interface Query {
  readonly kind: "scan" | "find" | "indexed";
  readonly where: object;
}

/** A comparison as CQL writes it → its name in the runtime. */
export const comparisons = { "=": "eq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" } as const;
export type Comparison = keyof typeof comparisons;

/** A field of the form, whose value a query needs. */
export interface Asked {
  readonly name: string;
  readonly type: CqlType;
  readonly isRequired: boolean;
  /** Whether it may be compared by more than `=`. A field after one that is can have no value. */
  readonly hasRange: boolean;
}

/** What was asked of a field. */
export interface Given {
  readonly comparison: Comparison;
  readonly value: Value;
}

export interface LookUp {
  readonly title: string;
  readonly asked: readonly Asked[];
  /** @param given by the names of the fields; those left out have no value */
  readonly toQuery: (given: ReadonlyMap<string, Given>) => Query;
  /** The restrictions in CQL. @param texts by the names of the fields, the comparison and the value in CQL */
  readonly toCql: (texts: ReadonlyMap<string, readonly [comparison: string, literal: string]>) => readonly string[];
}

export const everyRow: Query = { kind: "scan", where: {} };

export function lookUpsOf(table: Table): readonly LookUp[] {
  const all: LookUp = { title: "All rows", asked: [], toQuery: () => everyRow, toCql: () => [] };
  return [all, byKey(table), ...table.indexes.flatMap((index) => byIndex(table, index))];
}

/** The partition key, and any prefix of the clustering key, the last of it also by a range. */
function byKey(table: Table): LookUp {
  const clustering = table.clusteringKey.map(({ name }) => name);
  return {
    title: "Key",
    asked: [...table.partitionKey, ...clustering].flatMap((name) => {
      const isClustering = clustering.includes(name);
      return columnsNamed(table, name).map(({ type }) => asked(name, type, !isClustering, isClustering));
    }),
    toQuery: (given) => ({ kind: "find", where: Object.fromEntries(Array.from(given, compared)) }),
    toCql: (texts) => Array.from(texts, ([name, [sign, literal]]) => `${printName(name)} ${sign} ${literal}`),
  };
}

function byIndex(table: Table, index: Index): readonly LookUp[] {
  return columnsNamed(table, index.column).flatMap(({ type }) => ofIndex(index, type));
}

function ofIndex(index: Index, type: CqlType): readonly LookUp[] {
  const { column: name, kind } = index;
  const column = printName(name);
  const parts = { key: type.kind === "map" ? type.key : undefined, value: itemOf(type) };
  if (kind === "full") {
    if (!knowsEquality(index, type)) return [];
    return [
      {
        title: `Index on ${name}`,
        asked: [asked(name, type, true, knowsRanges(index, type))],
        toQuery: (given) => ({ kind: "indexed", where: Object.fromEntries(Array.from(given, compared)) }),
        toCql: (texts) => Array.from(texts.values(), ([sign, literal]) => `${column} ${sign} ${literal}`),
      },
    ];
  }
  if (kind === "entries") {
    if (!parts.key || !parts.value) return [];
    const [key, value] = [`${name} key`, `${name} value`];
    return [
      {
        title: `Index on entries of ${name}`,
        asked: [asked(key, parts.key), asked(value, parts.value)],
        toQuery: (given) => ({
          kind: "indexed",
          where: { [name]: { containsEntry: [given.get(key)?.value, given.get(value)?.value] } },
        }),
        toCql: (texts) => [`${column}[${texts.get(key)?.[1]}] = ${texts.get(value)?.[1]}`],
      },
    ];
  }
  const part = kind === "keys" ? parts.key : parts.value;
  if (!part) return [];
  const [operator, words] = kind === "keys" ? ["containsKey", "CONTAINS KEY"] : ["contains", "CONTAINS"];
  return [
    {
      title: `Index on ${kind} of ${name}`,
      asked: [asked(name, part)],
      toQuery: (given) => ({ kind: "indexed", where: { [name]: { [operator]: given.get(name)?.value } } }),
      toCql: (texts) => Array.from(texts.values(), ([, literal]) => `${column} ${words} ${literal}`),
    },
  ];
}

function asked(name: string, type: CqlType, isRequired = true, hasRange = false): Asked {
  return { name, type, isRequired, hasRange };
}

/** `eq` stands for any value, also one that is an object itself. */
function compared([name, { comparison, value }]: readonly [string, Given]): readonly [string, object] {
  return [name, { [comparisons[comparison]]: value }];
}

function itemOf(type: CqlType): CqlType | undefined {
  if (type.kind === "list" || type.kind === "set") return type.item;
  return type.kind === "map" ? type.value : undefined;
}

function columnsNamed({ columns }: Table, name: string): readonly Column[] {
  return columns.filter((column) => column.name === name);
}
