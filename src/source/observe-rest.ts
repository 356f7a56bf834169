/**
 * Reads the table definitions of a running service over REST.
 *
 * Uses version 2 of a Stargate if available: its version 1 does not report user types and indexes, and always returns 0 as
 * the time to live.
 */
import type { Answer, Session } from "@colonnade/runtime";
import { ColonnadeError, codeOf } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, parseTableDefinition } from "../model/index.ts";
import type { Index, IndexKind, KnownTypes } from "../model/index.ts";
import { parseIndexRows } from "./cql/parse-index-rows.ts";
import type { SystemRow } from "./cql/system-rows.ts";
import { lacksNothing, noteLeftOut, unusable } from "./left-out.ts";
import type { Omission } from "./left-out.ts";
import { observedTableOf } from "./observed-keyspace.ts";
import type { ObservedKeyspace, ObservedTable, ObservedUserType } from "./observed-keyspace.ts";
import { anyType, withoutUndefined, observedNative, parseObservedType, settleType } from "./observed-type.ts";
import type { ObservedType } from "./observed-type.ts";
import {
  isStargate,
  objectOf,
  objectsOf,
  profileOf,
  statusOf,
  stringOf,
  unknownServiceKeyspace,
} from "./read-response.ts";
import type { Members } from "./read-response.ts";

export interface RestRules extends Omission, Pick<KnownTypes, "customTypes"> {
  /** Called before each batch of tables. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

type CustomTypes = KnownTypes["customTypes"];

/** The number of tables requested at the same time: reading a large keyspace must not occupy the whole service. */
const width = 8;

/**
 * Reads a keyspace over REST.
 * @throws {ServiceError} if the service does not respond, or refuses
 * @throws {ColonnadeError} `unknown-keyspace`, `bad-answer`
 */
export async function observeRest(
  session: Session,
  keyspace: string,
  { customTypes, mayLack = lacksNothing, advise, onProgress }: RestRules = {},
): Promise<ObservedKeyspace> {
  const listed =
    (await listTablesV2(session, keyspace, customTypes)) ?? (await listTablesV1(session, keyspace, customTypes));
  const names = [...new Set(listed.names)].sort(byCodeUnits);
  const tables: ObservedTable[] = [];
  const notes: Problem[] = [];
  const leftOut = new Map<string, Problem>();
  const refused: string[] = [];
  const problems: Problem[] = [];
  for (let start = 0; start < names.length; start += width) {
    onProgress?.(start, names.length);
    const batch = names.slice(start, start + width);
    const results = await Promise.all(batch.map(async (name) => ({ name, ...(await readTable(listed, name)) })));
    for (const { name, table, problems: found, notes: more = [] } of results) {
      notes.push(...more);
      if (table) tables.push(table);
      else if (mayLack(name)) leftOut.set(name, noteLeftOut(name, found[0]?.message ?? ""));
      else {
        refused.push(name);
        problems.push(...found.map(({ code, message }) => ({ code, message: `${name}: ${message}` })));
      }
    }
  }
  if (problems.length > 0) {
    const message = `the service's definitions of ${keyspace} cannot be used`;
    throw unusable("bad-answer", message, { problems, names: refused }, { advise });
  }
  const { userTypes } = listed;
  return { source: "REST", name: keyspace, tables, notes, leftOut, ...(userTypes && { userTypes }) };
}

/** The statuses with which servers of the family refuse a table that they cannot describe. */
const ofOneTable: ReadonlySet<unknown> = new Set([400, 404, 500]);

/** If the service refuses a table, only that table has a problem. */
async function readTable(tables: RestTables, name: string): Promise<ParsedRestTable> {
  try {
    const parsed = await tables.read(name);
    if (!parsed.table || parsed.table.name === name) return parsed;
    return { problems: [{ code: "other-table", message: `the response is for ${parsed.table.name}` }] };
  } catch (error) {
    if (!(error instanceof Error) || !ofOneTable.has(statusOf(error))) throw error;
    return { problems: [{ code: "bad-answer", message: error.message }] };
  }
}

interface ParsedRestTable {
  readonly table?: ObservedTable;
  readonly problems: readonly Problem[];
  /** What a definition cannot express. @default nothing */
  readonly notes?: readonly Problem[];
}

/** The tables of a keyspace in one version of REST. */
interface RestTables {
  readonly names: readonly string[];
  /** Sends at most one request. @throws {ServiceError} if the service refuses, or does not respond */
  readonly read: (name: string) => Promise<ParsedRestTable>;
  /** Undefined if it does not report them. */
  readonly userTypes?: ObservedKeyspace["userTypes"];
}

/**
 * Lists the tables with version 1, in one request; each table is requested separately if the list has only names. Version 1
 * reports no user types, and rarely indexes.
 *
 * @throws {ServiceError}, {ColonnadeError} `unknown-keyspace`, `bad-answer`
 */
async function listTablesV1(session: Session, keyspace: string, customTypes: CustomTypes): Promise<RestTables> {
  const path = profileOf(session).tablesPath(keyspace);
  const get = (path: string): Promise<Answer> =>
    session.send({ operation: `introspect ${keyspace}`, method: "GET", path });
  const listed = await get(path).catch(async (error: unknown) => {
    throw (await findUnknownKeyspace(session, keyspace, error)) ?? error;
  });
  const list = Array.isArray(listed.json) ? (listed.json as readonly unknown[]) : undefined;
  const whole = new Map(list?.flatMap((item) => namedObject(item)));
  const names = list?.map((item) => stringOf(item) ?? stringOf(objectOf(item)?.["name"]));
  if (!names?.every((name) => name !== undefined)) {
    const message = `the service's list of tables is not a list of names (request ${listed.requestId})`;
    const next = "check --url: it is the address before /api";
    throw new ColonnadeError("bad-answer", message, { kind: "service", next });
  }
  return {
    names,
    read: async (name) => {
      const json = whole.get(name) ?? (await get(`${path}/${encodeURIComponent(name)}`)).json;
      // Stargate returns 0 for every table; cassandra-data-apis returns nothing, and our service the table's.
      return parseRestTable(json, { zeroMeansNone: !isStargate(session), customTypes });
    },
  };
}

/** Stargate, cassandra-data-apis and our service list names; a whole definition in the list saves the request for it. */
function namedObject(item: unknown): [string, unknown][] {
  const object = objectOf(item);
  const name = stringOf(object?.["name"]);
  return name !== undefined && object?.["columnDefinitions"] !== undefined ? [[name, item]] : [];
}

/** The error for a keyspace that does not exist, with the existing ones; undefined if it exists, or if that is unknown. */
async function findUnknownKeyspace(
  session: Session,
  keyspace: string,
  error: unknown,
): Promise<ColonnadeError | undefined> {
  if (codeOf(error) !== "not-found") return undefined;
  const path = profileOf(session)
    .tablesPath(keyspace)
    .replace(/\/[^/]+\/tables$/, "");
  const listed = await session.send({ operation: "list the keyspaces", method: "GET", path }).catch(() => undefined);
  const names = Array.isArray(listed?.json) ? listed.json.flatMap((name) => stringOf(name) ?? []) : [];
  return names.length > 0 && !names.includes(keyspace) ? unknownServiceKeyspace(keyspace, names, error) : undefined;
}

/**
 * @returns undefined if the server has no version 2, or its response is not a list of named tables of the keyspace: version
 * 1 is read then
 */
async function listTablesV2(
  session: Session,
  keyspace: string,
  customTypes: CustomTypes,
): Promise<RestTables | undefined> {
  if (!isStargate(session)) return undefined;
  const tablesPath = profileOf(session)
    .tablesPath(keyspace)
    .replace(/\/v1(\/keyspaces\/[^/]+\/tables)$/, "/v2/schemas$1");
  const get = async (path: string): Promise<unknown> => {
    const request = { operation: `introspect ${keyspace}`, method: "GET", path } as const;
    return dataOf(await session.send(request).catch(undefinedIfRefused));
  };
  const list = objectsOf(await get(tablesPath));
  const tables = new Map(list?.map((table) => [stringOf(table["name"]) ?? "", table]));
  if (!list || tables.has("")) return undefined;
  const userTypes = parseUserTypes(await get(tablesPath.replace(/\/tables$/, "/types")), customTypes);
  return {
    names: [...tables.keys()],
    read: async (name) => {
      const parsed = parseRestTable(tables.get(name), { zeroMeansNone: true, customTypes });
      return withIndexes(parsed, objectsOf(await get(`${tablesPath}/${encodeURIComponent(name)}/indexes`)));
    },
    ...(userTypes && { userTypes }),
  };
}

/** The statuses of a server without version 2, or of one that does not report an item. */
const refusals: ReadonlySet<unknown> = new Set([400, 403, 404, 405, 500, 501]);

function undefinedIfRefused(error: unknown): undefined {
  if (refusals.has(statusOf(error))) return undefined;
  throw error;
}

/** Most responses of version 2 are in a member `data`. */
function dataOf(answer: Answer | undefined): unknown {
  return objectOf(answer?.json)?.["data"] ?? answer?.json;
}

/** @param rows those of `system_schema.indexes`; undefined if the server does not report them */
function withIndexes(parsed: ParsedRestTable, rows: readonly Members[] | undefined): ParsedRestTable {
  const { table } = parsed;
  if (!table || !rows) return parsed;
  const { indexes, notes } = parseIndexRows(table.name, rows.map(withEntries));
  const types = new Map(table.columns?.map((column) => [column.name, column.type]));
  const reported = indexes.map(({ name, column, kind = usualKind(types.get(column)), using, options }) =>
    withoutUndefined<Index>({ name, column, kind, using, options }),
  );
  return {
    ...parsed,
    table: { ...table, indexes: reported },
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

function parseUserTypes(json: unknown, customTypes: CustomTypes): readonly ObservedUserType[] | undefined {
  const types = objectsOf(json)?.map((type) => {
    const name = stringOf(type["name"]);
    const fields = objectsOf(type["fields"])?.map((field) => {
      const fieldName = stringOf(field["name"]);
      const fieldType = parseObservedType(stringOf(field["typeDefinition"]) ?? "", customTypes) ?? anyType;
      return fieldName === undefined ? undefined : { name: fieldName, type: fieldType };
    });
    return name !== undefined && fields?.every((field) => field !== undefined) ? { name, fields } : undefined;
  });
  return types?.every((type) => type !== undefined) ? types : undefined;
}

/** Stands for a type that a server reports incompletely, or that the model knows only with the user types. */
const placeholder = "int";

interface TableRules extends Pick<KnownTypes, "customTypes"> {
  /** Whether a time to live of 0 means none; or else it means that the server does not report it. */
  readonly zeroMeansNone: boolean;
}

/**
 * Parses the definition of a table as a service returns it: possibly with unknown members, without members that have
 * defaults, and with types of a single word where the server has no more.
 */
export function parseRestTable(json: unknown, { zeroMeansNone, customTypes }: TableRules): ParsedRestTable {
  const object = objectOf(withoutNulls(json));
  const columns = object?.["columnDefinitions"];
  const types = new Map<string, ObservedType>();
  const plain = Array.isArray(columns)
    ? columns.map((column: unknown) => withPlainType(column, types, customTypes))
    : columns;
  const definition = object ? { ...object, columnDefinitions: plain } : json;
  const { table, problems } = parseTableDefinition(definition, { unknownMembers: "ignore" });
  if (!table) return { problems };
  const { indexes, viewOf, defaultTimeToLive, ...observed } = observedTableOf(table);
  const options = objectOf(object?.["tableOptions"]);
  const isReported = options?.["defaultTimeToLive"] !== undefined && (zeroMeansNone || defaultTimeToLive !== 0);
  return {
    table: {
      ...observed,
      ...(isReported && defaultTimeToLive !== undefined && { defaultTimeToLive }),
      // A list of indexes is from our service, which also reports whether a table is a view.
      ...(Array.isArray(object?.["indexes"]) && { ...(indexes && { indexes }), viewOf: viewOf ?? null }),
      columns: (observed.columns ?? []).map((column) => ({ ...column, type: types.get(column.name) ?? column.type })),
    },
    problems: [],
  };
}

/** A column with a type that the model accepts; the observed type is kept in `types`. */
function withPlainType(column: unknown, types: Map<string, ObservedType>, customTypes: CustomTypes): unknown {
  const object = objectOf(column);
  const name = stringOf(object?.["name"]);
  const text = stringOf(object?.["typeDefinition"]);
  const type = text === undefined ? undefined : parseObservedType(text, customTypes);
  if (!object || name === undefined || !type) return column;
  types.set(name, type);
  const shape = settleType(withNativeTypes(type));
  return { ...object, typeDefinition: "text" in shape ? shape.text : placeholder };
}

function withNativeTypes(type: ObservedType): ObservedType {
  if (type.words?.[0] === "user" || type.words?.[0] === "custom") return observedNative(placeholder);
  return { ...type, ...(type.parts && { parts: type.parts.map(withNativeTypes) }) };
}

/**
 * Some servers return null for what a table, its key, its options or a column does not have.
 * @param levels of lists and objects, down to a column
 */
function withoutNulls(json: unknown, levels = 3): unknown {
  if (levels === 0) return json;
  if (Array.isArray(json)) return json.map((item) => withoutNulls(item, levels - 1));
  const object = objectOf(json);
  if (!object) return json;
  const members = Object.entries(object).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([name, value]) => [name, withoutNulls(value, levels - 1)]));
}
