/** The ways to find rows of a table: all, by its key, and by each of its indexes. */
import type { Value } from "@colonnade/runtime/protocol";
import { knowsEquality } from "../../model/index.ts";
import type { Column, CqlType, Index, Table } from "../../model/index.ts";

/** What `scan`, `find` or `readIndexed` of the runtime is asked. */
export interface Query {
  readonly kind: "scan" | "find" | "indexed";
  readonly where: object;
}

/** A field of the form, whose value a query needs. */
export interface Asked {
  readonly name: string;
  readonly type: CqlType;
  readonly isRequired: boolean;
}

export interface LookUp {
  readonly title: string;
  readonly asked: readonly Asked[];
  /** @param values by the names of the fields; those left out have none */
  readonly toQuery: (values: ReadonlyMap<string, Value>) => Query;
}

export const everyRow: Query = { kind: "scan", where: {} };

export function lookUpsOf(table: Table): readonly LookUp[] {
  const all: LookUp = { title: "All rows", asked: [], toQuery: () => everyRow };
  return [all, byKey(table), ...table.indexes.flatMap((index) => byIndex(table, index))];
}

/** The partition key, and any prefix of the clustering key. */
function byKey(table: Table): LookUp {
  const field =
    (isRequired: boolean) =>
    (name: string): readonly Asked[] =>
      columnsNamed(table, name).map(({ type }) => ({ name, type, isRequired }));
  const clustering = table.clusteringKey.map(({ name }) => name);
  return {
    title: "Key",
    asked: [...table.partitionKey.flatMap(field(true)), ...clustering.flatMap(field(false))],
    toQuery: (values) => ({ kind: "find", where: Object.fromEntries(Array.from(values, equal)) }),
  };
}

function byIndex(table: Table, index: Index): readonly LookUp[] {
  const { column: name, kind } = index;
  return columnsNamed(table, name).flatMap(({ type }): LookUp[] => {
    const required = (field: string, of: CqlType): Asked => ({ name: field, type: of, isRequired: true });
    const query = (asked: unknown): Query => ({ kind: "indexed", where: { [name]: asked } });
    if (kind === "full") {
      if (!knowsEquality(index, type)) return [];
      const toQuery: LookUp["toQuery"] = (values) => query({ eq: values.get(name) });
      return [{ title: `Index on ${name}`, asked: [required(name, type)], toQuery }];
    }
    const parts = { key: type.kind === "map" ? type.key : undefined, value: itemOf(type) };
    if (kind === "values" && parts.value) {
      const toQuery: LookUp["toQuery"] = (values) => query({ contains: values.get(name) });
      return [{ title: `Index on values of ${name}`, asked: [required(name, parts.value)], toQuery }];
    }
    if (kind === "keys" && parts.key) {
      const toQuery: LookUp["toQuery"] = (values) => query({ containsKey: values.get(name) });
      return [{ title: `Index on keys of ${name}`, asked: [required(name, parts.key)], toQuery }];
    }
    if (kind !== "entries" || !parts.key || !parts.value) return [];
    const [key, value] = [`${name} key`, `${name} value`];
    const toQuery: LookUp["toQuery"] = (values) => query({ containsEntry: [values.get(key), values.get(value)] });
    return [
      {
        title: `Index on entries of ${name}`,
        asked: [required(key, parts.key), required(value, parts.value)],
        toQuery,
      },
    ];
  });
}

/** `eq` stands for any value, also one that is an object itself. */
function equal([name, value]: readonly [string, Value]): readonly [string, object] {
  return [name, { eq: value }];
}

function itemOf(type: CqlType): CqlType | undefined {
  if (type.kind === "list" || type.kind === "set") return type.item;
  return type.kind === "map" ? type.value : undefined;
}

function columnsNamed({ columns }: Table, name: string): readonly Column[] {
  return columns.filter((column) => column.name === name);
}
