/**
 * Parses the JSON form of a table. Returns a `Table`, or every mistake with the path to its place.
 *
 * Never throws for an invalid definition, and never reads a file: `source/` finds the line of a path.
 */
import { quote } from "./cql-type.ts";
import { JsonReader, kindOf } from "./json-reader.ts";
import type { DefinitionProblem } from "./json-reader.ts";
import type { Order, Table } from "./keyspace.ts";
import { checkCounters, decideKinds, parseColumns, parseClusteringOrder, parsePrimaryKey } from "./parse-columns.ts";
import type { Key } from "./parse-columns.ts";
import type { KnownTypes, TypeRules } from "./parse-cql-type.ts";
import { parseIndexes } from "./parse-indexes.ts";

interface ParsedDefinition {
  /** Present if there is no problem. */
  readonly table?: Table;
  readonly problems: readonly DefinitionProblem[];
}

export interface DefinitionRules extends KnownTypes {
  /**
   * How to treat an unknown member: a typo in a file, an extension in a request.
   * @default "refuse"
   */
  readonly unknownMembers?: "refuse" | "ignore";
  /**
   * Whether the definition was accepted before, perhaps by looser rules: then what those let pass is not a mistake, so
   * that a store opens with any content.
   * @default false
   */
  readonly wasAccepted?: boolean;
}

/** Twenty years of 365 days. */
export const maximumTimeToLive = 630_720_000;

/** 222: Cassandra 5.0 names a folder after the table and an ID. */
const maximumTableName = 222;
const maximumKeyspaceName = 48;
const identifier = /^[A-Za-z0-9_]+$/;

const members = [
  "$schema",
  "name",
  // Servers return it with a table; the folder or the path of the request decides.
  "keyspace",
  "description",
  // A request that creates the table may have it; only the service reads it.
  "ifNotExists",
  "viewOf",
  "columnDefinitions",
  "primaryKey",
  "tableOptions",
  "indexes",
];
const optionMembers = ["defaultTimeToLive", "clusteringExpression"];

/** Whether the database accepts the name for a keyspace. */
export function isKeyspaceName(name: string): boolean {
  return identifier.test(name) && name.length <= maximumKeyspaceName;
}

/** Parses a table; the order of a composite key is that of its key array. */
export function parseTableDefinition(json: unknown, rules: DefinitionRules = {}): ParsedDefinition {
  const reader = new JsonReader(rules.unknownMembers ?? "refuse", rules.wasAccepted);
  const table = parseTable(reader, json, { ...rules, impliesFrozen: rules.wasAccepted });
  return table && reader.problems.length === 0 ? { table, problems: [] } : { problems: reader.problems };
}

function parseTable(reader: JsonReader, json: unknown, rules: TypeRules): Table | undefined {
  const definition = reader.object(json, [], "a table definition", members);
  if (!definition) return undefined;
  const name = reader.string(definition, [], "name");
  if (name !== undefined) checkName(reader, name);
  reader.optionalBoolean(definition, [], "ifNotExists");
  const declared = parseColumns(reader, definition["columnDefinitions"], rules);
  const key = parsePrimaryKey(reader, definition["primaryKey"], declared);
  const { defaultTimeToLive, order } = parseOptions(reader, definition["tableOptions"], key);
  const columns = decideKinds(reader, declared, key);
  if (key.understood) checkCounters(reader, columns, declared, defaultTimeToLive);
  const indexes = parseIndexes(reader, definition["indexes"], columns, key);
  const description = reader.optionalString(definition, [], "description");
  const viewOf = reader.optionalString(definition, [], "viewOf");
  return {
    name: name ?? "",
    columns,
    partitionKey: key.partitionKey,
    clusteringKey: key.clusteringKey.map((column) => ({ name: column, order: order.get(column) ?? "ASC" })),
    defaultTimeToLive,
    indexes,
    ...(description !== undefined && { description }),
    ...(viewOf !== undefined && { viewOf }),
  };
}

function checkName(reader: JsonReader, name: string): void {
  if (!identifier.test(name)) {
    const message = `a table's name may contain only letters, digits and underscores, not ${quote(name)}`;
    reader.add("bad-name", ["name"], message);
  } else if (name.length > maximumTableName) {
    const message = `a table's name has at most ${maximumTableName} characters, this one has ${name.length}`;
    reader.add("bad-name", ["name"], message);
  }
}

interface Options {
  readonly defaultTimeToLive: number;
  readonly order: ReadonlyMap<string, Order>;
}

function parseOptions(reader: JsonReader, json: unknown, key: Key): Options {
  // Stargate accepts null for the options of a table without a clustering key.
  if (json === undefined || json === null) return { defaultTimeToLive: 0, order: new Map() };
  const path = ["tableOptions"];
  const options = reader.object(json, path, "the table's options", optionMembers);
  const seconds = options?.["defaultTimeToLive"] ?? 0;
  const isValid =
    typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= maximumTimeToLive;
  if (!isValid) {
    const message = `a time to live must be a whole number of seconds from 0 to ${maximumTimeToLive}, not ${kindOf(seconds)}`;
    reader.add("bad-time-to-live", [...path, "defaultTimeToLive"], message);
  }
  const expression = options?.["clusteringExpression"];
  const order = expression === undefined ? new Map<string, Order>() : parseClusteringOrder(reader, expression, key);
  return { defaultTimeToLive: isValid ? seconds : 0, order };
}
