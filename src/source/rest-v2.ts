/** Reads the tables, indexes and user types of a Stargate over version 2 of REST. */
import type { Answer, Session } from "@colonnade/runtime";
import type { Index, IndexKind } from "../model/index.ts";
import { parseIndexRows } from "./cql/parse-index-rows.ts";
import type { SystemRow } from "./cql/system-rows.ts";
import type { ObservedUserType } from "./observed-keyspace.ts";
import { anyType, parseObservedType } from "./observed-type.ts";
import type { ObservedType } from "./observed-type.ts";
import { parseRestTable } from "./parse-rest-table.ts";
import type { ParsedRestTable } from "./parse-rest-table.ts";
import { isStargate, objectOf, objectsOf, profileOf, stringOf } from "./read-response.ts";
import type { Members } from "./read-response.ts";
import type { RestTables } from "./rest-v1.ts";

/** @returns undefined if there is no version 2, or it does not know the keyspace; version 1 reports which of the two */
export async function listTablesV2(session: Session, keyspace: string): Promise<RestTables | undefined> {
  if (!isStargate(session)) return undefined;
  const tablesPath = profileOf(session)
    .tablesPath(keyspace)
    .replace(/\/v1(\/keyspaces\/[^/]+\/tables)$/, "/v2/schemas$1");
  const get = async (path: string): Promise<unknown> => {
    const request = { operation: `introspect ${keyspace}`, method: "GET", path } as const;
    return dataOf(await session.send(request).catch(refused));
  };
  const list = objectsOf(await get(tablesPath));
  const tables = new Map(list?.map((table) => [stringOf(table["name"]) ?? "", table]));
  if (!list || tables.has("")) return undefined;
  const userTypes = parseUserTypes(await get(tablesPath.replace(/\/tables$/, "/types")));
  return {
    names: [...tables.keys()],
    read: async (name) => {
      const parsed = parseRestTable(tables.get(name), { zeroMeansNone: true });
      return withIndexes(parsed, objectsOf(await get(`${tablesPath}/${encodeURIComponent(name)}/indexes`)));
    },
    ...(userTypes && { userTypes }),
  };
}

/** Statuses of a server without version 2, or of one that does not report an item. */
const refusals: ReadonlySet<unknown> = new Set([400, 403, 404, 405, 500, 501]);

function refused(error: unknown): undefined {
  if (error instanceof Error && "status" in error && refusals.has(error.status)) return undefined;
  throw error;
}

function dataOf(answer: Answer | undefined): unknown {
  return objectOf(answer?.json)?.["data"] ?? answer?.json;
}

/** @param rows those of `system_schema.indexes` */
function withIndexes({ table, ...parsed }: ParsedRestTable, rows: readonly Members[] | undefined): ParsedRestTable {
  if (!table || !rows) return { ...parsed, ...(table && { table }) };
  const { indexes, notes } = parseIndexRows(table.name, rows.map(withEntries));
  const types = new Map(table.columns?.map((column) => [column.name, column.type]));
  const seen = indexes.map(({ name, column, kind = usualKind(types.get(column)), using, options }): Index => ({
    ...(name !== undefined && { name }),
    ...{ column, kind },
    ...(using && { using }),
    ...(options && { options }),
  }));
  return {
    ...parsed,
    table: { ...table, indexes: seen },
    notes: notes.map(({ kind, message }) => ({ code: kind, message })),
  };
}

/** A collection that is not frozen is indexed by its values. */
function usualKind({ words = [], frozen }: ObservedType = anyType): IndexKind {
  const isCollection = words.some((word) => word === "list" || word === "set" || word === "map");
  return isCollection && frozen !== true ? "values" : "full";
}

/** Maps come as objects, or as lists of entries. */
function withEntries(row: Members): SystemRow {
  const entries = objectsOf(row["options"]);
  return entries ? { ...row, options: new Map(entries.map(({ key, value }) => [key, value])) } : row;
}

function parseUserTypes(json: unknown): readonly ObservedUserType[] | undefined {
  const types = objectsOf(json)?.map((type) => {
    const name = stringOf(type["name"]);
    const fields = objectsOf(type["fields"])?.map((field) => {
      const fieldName = stringOf(field["name"]);
      const text = stringOf(field["typeDefinition"]);
      return fieldName === undefined ? undefined : { name: fieldName, type: parseObservedType(text ?? "") ?? anyType };
    });
    return name !== undefined && fields?.every((field) => field !== undefined) ? { name, fields } : undefined;
  });
  return types?.every((type) => type !== undefined) ? types : undefined;
}
