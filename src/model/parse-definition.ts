/**
 * Parses the JSON form of a table. Returns a `Table`, or every mistake with the path to its place.
 *
 * Never throws for an invalid definition, and never reads a file: `source/` finds the line of a path.
 */
import { contains, isMultiCell, printCqlType, quote, refersToDuration } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import { JsonReader, kindOf } from "./json-reader.ts";
import type { DefinitionProblem, Path } from "./json-reader.ts";
import type { ClusteringColumn, Column, ColumnKind, Order, Table } from "./keyspace.ts";
import { parseCqlType } from "./parse-cql-type.ts";
import type { KnownTypes, TypeRules } from "./parse-cql-type.ts";
import { parseIndexes } from "./parse-indexes.ts";

export interface ParsedDefinition {
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
   * Whether the definition was accepted before, perhaps by looser rules: then what the database would reject is not a
   * mistake, so that a store opens with any content.
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

const members = {
  table: [
    "$schema",
    "name",
    "keyspace",
    "description",
    "ifNotExists",
    "viewOf",
    "columnDefinitions",
    "primaryKey",
    "tableOptions",
    "indexes",
  ],
  column: ["name", "description", "typeDefinition", "static"],
  primaryKey: ["partitionKey", "clusteringKey"],
  tableOptions: ["defaultTimeToLive", "clusteringExpression"],
  clusteringExpression: ["column", "order"],
};

/** Whether the database accepts the name for a keyspace. */
export function isKeyspaceName(name: string): boolean {
  return identifier.test(name) && name.length <= maximumKeyspaceName;
}

/** Parses a table; the order of a composite key is that of its key array. */
export function parseTableDefinition(json: unknown, rules: DefinitionRules = {}): ParsedDefinition {
  const reader = new JsonReader(rules.unknownMembers ?? "refuse", rules.wasAccepted);
  const typeRules = { ...rules, impliesFrozen: rules.wasAccepted };
  const table = new DefinitionReader(reader, typeRules).table(json);
  return table && reader.problems.length === 0 ? { table, problems: [] } : { problems: reader.problems };
}

/** Reads one definition and collects its mistakes. */
class DefinitionReader {
  readonly #json: JsonReader;
  readonly #rules: TypeRules;

  constructor(json: JsonReader, rules: TypeRules) {
    this.#json = json;
    this.#rules = rules;
  }

  table(json: unknown): Table | undefined {
    const definition = this.#json.object(json, [], "a table definition", members.table);
    if (!definition) return undefined;
    const name = this.#json.string(definition, [], "name");
    if (name !== undefined) this.#tableName(name);
    if (definition["ifNotExists"] !== undefined) this.#json.boolean(definition["ifNotExists"], ["ifNotExists"]);
    const declared = this.#columns(definition["columnDefinitions"]);
    const key = this.#primaryKey(definition["primaryKey"], declared);
    const options = this.#tableOptions(definition["tableOptions"], key);
    const columns = declared.map((column) => this.#placed(column, key));
    if (key.understood) this.#together(columns, options.defaultTimeToLive);
    const indexes = parseIndexes(this.#json, definition["indexes"], columns, key);
    const description = this.#json.optionalString(definition, [], "description");
    const viewOf = this.#json.optionalString(definition, [], "viewOf");
    return {
      name: name ?? "",
      ...(description !== undefined && { description }),
      ...(viewOf !== undefined && { viewOf }),
      columns,
      partitionKey: key.partitionKey,
      clusteringKey: key.clusteringKey.map((column): ClusteringColumn => ({
        name: column,
        order: options.order.get(column) ?? "ASC",
      })),
      defaultTimeToLive: options.defaultTimeToLive,
      indexes,
    };
  }

  #tableName(name: string): void {
    if (!identifier.test(name)) {
      this.#json.add(
        "bad-name",
        ["name"],
        `a table's name may contain only letters, digits and underscores, not ${quote(name)}`,
      );
    } else if (name.length > maximumTableName) {
      this.#json.add(
        "bad-name",
        ["name"],
        `a table's name has at most ${maximumTableName} characters, this one has ${name.length}`,
      );
    }
  }

  #columns(json: unknown): Declared[] {
    const path = ["columnDefinitions"];
    const list = this.#json.array(json, path, "a list of columns");
    if (!list) return [];
    if (list.length === 0) this.#json.add("no-columns", path, "a table has at least one column");
    const seen = new Map<string, number>();
    return list.flatMap((item, index) => {
      const column = this.#column(item, [...path, index]);
      if (!column) return [];
      const first = seen.get(column.name);
      if (first !== undefined) {
        this.#json.add("duplicate-column", [...path, index, "name"], `the column ${column.name} is defined twice`);
        return [];
      }
      seen.set(column.name, index);
      return [{ ...column, index }];
    });
  }

  #column(json: unknown, path: Path): Omit<Declared, "index"> | undefined {
    const definition = this.#json.object(json, path, "a column definition", members.column);
    if (!definition) return undefined;
    const name = this.#json.string(definition, path, "name");
    if (name === "") this.#json.add("bad-name", [...path, "name"], "a column's name cannot be empty");
    const typeText = this.#json.string(definition, path, "typeDefinition");
    const isStatic =
      definition["static"] === undefined ? false : this.#json.boolean(definition["static"], [...path, "static"]);
    const description = this.#json.optionalString(definition, path, "description");
    const parsed = parseCqlType(typeText ?? "text", this.#rules);
    if ("code" in parsed) {
      const { code, message, ...more } = parsed;
      this.#json.add(code, [...path, "typeDefinition"], message, more);
    }
    if (name === undefined) return undefined;
    return {
      name,
      ...(description !== undefined && { description }),
      type: "type" in parsed ? parsed.type : { kind: "native", name: "text" },
      isStatic: isStatic ?? false,
    };
  }

  #primaryKey(json: unknown, columns: readonly Declared[]): Key {
    const path = ["primaryKey"];
    const key = this.#json.object(json, path, "the primary key", members.primaryKey, '{ "partitionKey": ["id"] }');
    if (!key) return { partitionKey: [], clusteringKey: [], understood: false };
    const partitionKey = this.#keyColumns(key["partitionKey"], [...path, "partitionKey"], columns, []);
    if (Array.isArray(key["partitionKey"]) && key["partitionKey"].length === 0) {
      this.#json.add("no-partition-key", [...path, "partitionKey"], "a partition key has at least one column");
    }
    const clusteringKey =
      key["clusteringKey"] === undefined
        ? []
        : this.#keyColumns(key["clusteringKey"], [...path, "clusteringKey"], columns, partitionKey);
    const names = [key["partitionKey"], key["clusteringKey"] ?? []].flat();
    const understood = partitionKey.length > 0 && names.length === partitionKey.length + clusteringKey.length;
    return { partitionKey, clusteringKey, understood };
  }

  #keyColumns(json: unknown, path: Path, columns: readonly Declared[], taken: readonly string[]): string[] {
    const list = this.#json.array(json, path, "a list of column names") ?? [];
    const names: string[] = [];
    for (const [index, name] of list.entries()) {
      const place = [...path, index];
      const column = columns.find((candidate) => candidate.name === name);
      if (typeof name !== "string") {
        this.#json.add("wrong-json", place, `a column's name must be a string, not ${kindOf(name)}`);
      } else if (!column) {
        const expected = columns.map((candidate) => candidate.name);
        this.#json.add("unknown-column", place, `the table has no column ${quote(name)}`, { found: name, expected });
      } else if (taken.includes(name) || names.includes(name)) {
        this.#json.add("duplicate-key-column", place, `the column ${name} is in the primary key twice`);
      } else {
        const objection = objectionToKey(column.type);
        if (objection !== undefined) this.#json.refuse("bad-key-type", place, `${objection} (column ${name})`);
        if (column.isStatic)
          this.#json.add("static-key", place, `the column ${name} is static, so it cannot be in the primary key`);
        names.push(name);
      }
    }
    return names;
  }

  #tableOptions(json: unknown, key: Key): Options {
    const order = new Map<string, Order>();
    if (json === undefined || json === null) return { defaultTimeToLive: 0, order };
    const path = ["tableOptions"];
    const options = this.#json.object(json, path, "the table's options", members.tableOptions);
    const seconds = options?.["defaultTimeToLive"] ?? 0;
    const valid =
      typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= maximumTimeToLive;
    if (!valid) {
      const message = `a time to live must be a whole number of seconds from 0 to ${maximumTimeToLive}, not ${kindOf(seconds)}`;
      this.#json.add("bad-time-to-live", [...path, "defaultTimeToLive"], message);
    }
    const expression = options?.["clusteringExpression"];
    if (expression !== undefined) this.#clusteringExpression(expression, key, order);
    return { defaultTimeToLive: valid ? seconds : 0, order };
  }

  #clusteringExpression(json: unknown, key: Key, order: Map<string, Order>): void {
    const path = ["tableOptions", "clusteringExpression"];
    for (const [index, item] of (this.#json.array(json, path, "a list of columns with their order") ?? []).entries()) {
      const place = [...path, index];
      // Real servers accept the column under both names.
      const entry = this.#json.object(item, place, "a column with its order", [
        ...members.clusteringExpression,
        "name",
      ]);
      if (!entry) continue;
      const member = entry["column"] === undefined && "name" in entry ? "name" : "column";
      const name = this.#json.string(entry, place, member);
      const word = this.#json.string(entry, place, "order");
      if (name === undefined || word === undefined) continue;
      if (key.understood && !key.clusteringKey.includes(name)) {
        const message = `${quote(name)} is not a column of the clustering key`;
        this.#json.add("unknown-column", [...place, member], message, { found: name, expected: key.clusteringKey });
      } else if (order.has(name)) {
        this.#json.add("duplicate-order", [...place, member], `the column ${name} already has an order`);
      }
      const upper = word.toUpperCase();
      if (upper === "ASC" || upper === "DESC") order.set(name, upper);
      else this.#json.add("bad-order", [...place, "order"], `an order must be ASC or DESC, not ${quote(word)}`);
    }
  }

  #placed(column: Declared, key: Key): Column {
    const { name, description, type } = column;
    const kind: ColumnKind = key.partitionKey.includes(name)
      ? "partition"
      : key.clusteringKey.includes(name)
        ? "clustering"
        : column.isStatic
          ? "static"
          : "regular";
    if (kind === "static" && key.understood && key.clusteringKey.length === 0) {
      const message = `the column ${name} cannot be static: the table has no clustering key, so a partition has one row only`;
      this.#json.add("static-without-clustering", ["columnDefinitions", column.index, "static"], message);
    }
    const objection = kind === "regular" || kind === "static" ? objectionToColumn(type) : undefined;
    if (objection !== undefined) {
      const place = ["columnDefinitions", column.index, "typeDefinition"];
      this.#json.refuse("bad-type", place, `${objection} (column ${name})`);
    }
    return { name, ...(description !== undefined && { description }), type, kind };
  }

  /** Rules about several columns. */
  #together(columns: readonly Column[], defaultTimeToLive: number): void {
    const values = columns.filter((column) => column.kind === "regular" || column.kind === "static");
    const counters = values.filter((column) => contains(column.type, "counter"));
    if (counters.length === 0) return;
    const other = columns.findIndex((column) => values.includes(column) && !counters.includes(column));
    if (other >= 0) {
      const message = `a table with counters cannot have other columns: ${columns[other]?.name} is not a counter`;
      this.#json.add("mixed-counters", ["columnDefinitions", other, "typeDefinition"], message);
    }
    if (defaultTimeToLive > 0) {
      this.#json.add(
        "counter-time-to-live",
        ["tableOptions", "defaultTimeToLive"],
        "a table with counters cannot have a time to live",
      );
    }
  }
}

/** Why a column cannot have a type that is valid elsewhere. */
function objectionToColumn(type: CqlType): string | undefined {
  if (type.kind !== "user" || type.frozen) return undefined;
  const field = type.type.fields.find((field) => isMultiCell(field.type));
  if (!field) return undefined;
  const text = printCqlType(type);
  return `${text} must be frozen, or its field ${field.name}, which is a collection: frozen<${text}>`;
}

/** Why a type cannot be in a primary key. */
function objectionToKey(type: CqlType): string | undefined {
  const native = contains(type, "counter") ? "counter" : refersToDuration(type) ? "duration" : undefined;
  if (native) return `a ${native} cannot be in a primary key`;
  if (!isMultiCell(type)) return undefined;
  return `${printCqlType(type)} cannot be in a primary key unless it is frozen: frozen<${printCqlType(type)}>`;
}

interface Declared {
  readonly name: string;
  readonly description?: string;
  readonly type: Column["type"];
  readonly isStatic: boolean;
  /** Its index in `columnDefinitions`. */
  readonly index: number;
}

/** The valid columns of the primary key. */
interface Key {
  readonly partitionKey: readonly string[];
  readonly clusteringKey: readonly string[];
  /** Whether all its columns are known; otherwise checks that depend on the key would report false mistakes. */
  readonly understood: boolean;
}

interface Options {
  readonly defaultTimeToLive: number;
  readonly order: ReadonlyMap<string, Order>;
}
