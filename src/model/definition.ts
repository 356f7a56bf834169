/**
 * The JSON form of a table: the body of table creation in the service document, and what definition files hold.
 *
 * In comes any JSON value, out goes a `Table` or every mistake that the value has, each with the path to its place.
 * Never throws for a wrong definition, and never reads a file: `source/` finds the line of a path.
 */
import { nativeTypes, parseCqlType, printCqlType } from "./cql-type.ts";
import { primaryKey } from "./keyspace.ts";
import type { ClusteringColumn, Column, ColumnKind, Order, Table } from "./keyspace.ts";
import { quote } from "./quote.ts";

/** A table as JSON. @see service document 2.3, service-facts 1.4.1 */
export interface TableDefinition {
  readonly name: string;
  readonly description?: string;
  readonly ifNotExists?: boolean;
  readonly columnDefinitions: readonly ColumnDefinition[];
  readonly primaryKey: { readonly partitionKey: readonly string[]; readonly clusteringKey?: readonly string[] };
  readonly tableOptions?: {
    /** Seconds, 0 to 630720000; 0 means never. */
    readonly defaultTimeToLive?: number;
    readonly clusteringExpression?: readonly { readonly column: string; readonly order: Order }[];
  };
}

export interface ColumnDefinition {
  readonly name: string;
  readonly description?: string;
  readonly typeDefinition: string;
  readonly static?: boolean;
}

/** A mistake, and where: `["columnDefinitions", 2, "typeDefinition"]`. */
export interface DefinitionProblem {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The word that was not understood, and what could have stood there. */
  readonly found?: string;
  readonly expected?: readonly string[];
  /** The mistake is the member's name, not its value. */
  readonly atName?: boolean;
}

export interface ParsedDefinition {
  /** Present when there is no problem. */
  readonly table?: Table;
  readonly problems: readonly DefinitionProblem[];
}

export interface DefinitionRules {
  /**
   * What a member is that nobody knows: a typing mistake in a file, somebody else's business in a request.
   * @default "refuse"
   */
  readonly unknownMembers?: "refuse" | "ignore";
}

/** Twenty years of 365 days. @see service-facts 5.3 */
export const maximumTimeToLive = 630_720_000;

/** 222: Cassandra 5.0 makes a folder of the table's name and an id. @see captures, where the real thing differs */
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
    "columnDefinitions",
    "primaryKey",
    "tableOptions",
  ],
  column: ["name", "description", "typeDefinition", "static"],
  primaryKey: ["partitionKey", "clusteringKey"],
  tableOptions: ["defaultTimeToLive", "clusteringExpression"],
  clusteringExpression: ["column", "order"],
};

/** Whether the database would take the name for a keyspace. */
export function isKeyspaceName(name: string): boolean {
  return identifier.test(name) && name.length <= maximumKeyspaceName;
}

/** Parses the JSON form of a table; the order of a composite key is that of its key array. */
export function parseTableDefinition(json: unknown, rules: DefinitionRules = {}): ParsedDefinition {
  const reader = new Reader(rules.unknownMembers ?? "refuse");
  const table = reader.table(json);
  return table && reader.problems.length === 0 ? { table, problems: [] } : { problems: reader.problems };
}

/**
 * The JSON form of a table, as it is written to a file and posted to a service.
 *
 * Key columns come first, in key order: some servers take the order of a composite key from `columnDefinitions`.
 * @see service-facts 1.4.2
 */
export function printTableDefinition(table: Table): TableDefinition {
  const clusteringKey = table.clusteringKey.map((column) => column.name);
  const place = new Map(primaryKey(table).map((name, index) => [name, index]));
  const columns = [...table.columns].sort(
    (one, other) => (place.get(one.name) ?? Infinity) - (place.get(other.name) ?? Infinity) || 0,
  );
  return {
    name: table.name,
    ...(table.description !== undefined && { description: table.description }),
    ifNotExists: true,
    columnDefinitions: columns.map((column) => ({
      name: column.name,
      ...(column.description !== undefined && { description: column.description }),
      typeDefinition: printCqlType(column.type),
      static: column.kind === "static",
    })),
    primaryKey: { partitionKey: table.partitionKey, ...(clusteringKey.length > 0 && { clusteringKey }) },
    tableOptions: {
      defaultTimeToLive: table.defaultTimeToLive,
      ...(clusteringKey.length > 0 && {
        clusteringExpression: table.clusteringKey.map(({ name, order }) => ({ column: name, order })),
      }),
    },
  };
}

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

/** Reads one definition and collects what is wrong with it. */
class Reader {
  readonly problems: DefinitionProblem[] = [];
  private readonly unknownMembers: "refuse" | "ignore";

  constructor(unknownMembers: "refuse" | "ignore") {
    this.unknownMembers = unknownMembers;
  }

  table(json: unknown): Table | undefined {
    const definition = this.object(json, [], "a table definition", members.table);
    if (!definition) return undefined;
    const name = this.string(definition, [], "name", "the table's name");
    if (name !== undefined) this.tableName(name);
    if (definition["ifNotExists"] !== undefined) this.boolean(definition["ifNotExists"], ["ifNotExists"]);
    const declared = this.columns(definition["columnDefinitions"]);
    const key = this.primaryKey(definition["primaryKey"], declared);
    const options = this.tableOptions(definition["tableOptions"], key);
    const columns = declared.map((column) => this.placed(column, key));
    if (key.understood) this.together(columns, options.defaultTimeToLive);
    const description = this.optionalString(definition, [], "description");
    return {
      name: name ?? "",
      ...(description !== undefined && { description }),
      columns,
      partitionKey: key.partitionKey,
      clusteringKey: key.clusteringKey.map((column): ClusteringColumn => ({
        name: column,
        order: options.order.get(column) ?? "ASC",
      })),
      defaultTimeToLive: options.defaultTimeToLive,
    };
  }

  private tableName(name: string): void {
    if (!identifier.test(name)) {
      this.add("bad-name", ["name"], `a table's name has letters, digits and underscores only, not ${quote(name)}`);
    } else if (name.length > maximumTableName) {
      this.add(
        "bad-name",
        ["name"],
        `a table's name has at most ${maximumTableName} characters, this one has ${name.length}`,
      );
    }
  }

  private columns(json: unknown): Declared[] {
    const path = ["columnDefinitions"];
    const list = this.array(json, path, "a list of columns");
    if (!list) return [];
    if (list.length === 0) this.add("no-columns", path, "a table has at least one column");
    const seen = new Map<string, number>();
    return list.flatMap((item, index) => {
      const column = this.column(item, [...path, index]);
      if (!column) return [];
      const first = seen.get(column.name);
      if (first !== undefined) {
        this.add("duplicate-column", [...path, index, "name"], `the column ${column.name} is defined twice`);
        return [];
      }
      seen.set(column.name, index);
      return [{ ...column, index }];
    });
  }

  private column(json: unknown, path: Path): Omit<Declared, "index"> | undefined {
    const definition = this.object(json, path, "a column definition", members.column);
    if (!definition) return undefined;
    const name = this.string(definition, path, "name", "the column's name");
    if (name === "") this.add("bad-name", [...path, "name"], "a column's name is not empty");
    const typeText = this.string(definition, path, "typeDefinition", "the column's CQL type");
    const isStatic =
      definition["static"] === undefined ? false : this.boolean(definition["static"], [...path, "static"]);
    const description = this.optionalString(definition, path, "description");
    const parsed = parseCqlType(typeText ?? "text");
    if ("code" in parsed) {
      const suggest = parsed.code === "unknown-type" ? { found: typeText ?? "", expected: nativeTypes } : {};
      this.add(parsed.code, [...path, "typeDefinition"], parsed.message, suggest);
    }
    if (name === undefined) return undefined;
    return {
      name,
      ...(description !== undefined && { description }),
      type: "type" in parsed ? parsed.type : { kind: "native", name: "text" },
      isStatic: isStatic ?? false,
    };
  }

  private primaryKey(json: unknown, columns: readonly Declared[]): Key {
    const path = ["primaryKey"];
    const key = this.object(json, path, "the primary key", members.primaryKey);
    if (!key) return { partitionKey: [], clusteringKey: [], understood: false };
    const partitionKey = this.keyColumns(key["partitionKey"], [...path, "partitionKey"], columns, []);
    if (Array.isArray(key["partitionKey"]) && key["partitionKey"].length === 0) {
      this.add("no-partition-key", [...path, "partitionKey"], "a partition key has at least one column");
    }
    const clusteringKey =
      key["clusteringKey"] === undefined
        ? []
        : this.keyColumns(key["clusteringKey"], [...path, "clusteringKey"], columns, partitionKey);
    const names = [key["partitionKey"], key["clusteringKey"] ?? []].flat();
    const understood = partitionKey.length > 0 && names.length === partitionKey.length + clusteringKey.length;
    return { partitionKey, clusteringKey, understood };
  }

  private keyColumns(json: unknown, path: Path, columns: readonly Declared[], taken: readonly string[]): string[] {
    const list = this.array(json, path, "a list of column names") ?? [];
    const names: string[] = [];
    for (const [index, name] of list.entries()) {
      const place = [...path, index];
      const column = columns.find((candidate) => candidate.name === name);
      if (typeof name !== "string") {
        this.add("wrong-json", place, `a column's name is a string, not ${kindOf(name)}`);
      } else if (!column) {
        const expected = columns.map((candidate) => candidate.name);
        this.add("unknown-column", place, `the table has no column ${quote(name)}`, { found: name, expected });
      } else if (taken.includes(name) || names.includes(name)) {
        this.add("duplicate-key-column", place, `the column ${name} is in the primary key twice`);
      } else {
        if (column.type.name === "counter" || column.type.name === "duration") {
          this.add("bad-key-type", place, `a ${column.type.name} cannot be in a primary key (column ${name})`);
        }
        if (column.isStatic)
          this.add("static-key", place, `the column ${name} is static, so it cannot be in the primary key`);
        names.push(name);
      }
    }
    return names;
  }

  private tableOptions(json: unknown, key: Key): Options {
    const order = new Map<string, Order>();
    if (json === undefined || json === null) return { defaultTimeToLive: 0, order };
    const path = ["tableOptions"];
    const options = this.object(json, path, "the table's options", members.tableOptions);
    const seconds = options?.["defaultTimeToLive"] ?? 0;
    const valid =
      typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= maximumTimeToLive;
    if (!valid) {
      const message = `a time to live is a whole number of seconds from 0 to ${maximumTimeToLive}, not ${kindOf(seconds)}`;
      this.add("bad-time-to-live", [...path, "defaultTimeToLive"], message);
    }
    const expression = options?.["clusteringExpression"];
    if (expression !== undefined) this.clusteringExpression(expression, key, order);
    return { defaultTimeToLive: valid ? seconds : 0, order };
  }

  private clusteringExpression(json: unknown, key: Key, order: Map<string, Order>): void {
    const path = ["tableOptions", "clusteringExpression"];
    for (const [index, item] of (this.array(json, path, "a list of columns with their order") ?? []).entries()) {
      const place = [...path, index];
      // Real servers read the column under both names. @see service-facts 1.4.1
      const entry = this.object(item, place, "a column with its order", [...members.clusteringExpression, "name"]);
      if (!entry) continue;
      const member = entry["column"] === undefined && "name" in entry ? "name" : "column";
      const name = this.string(entry, place, member, "the column");
      const word = this.string(entry, place, "order", "its order");
      if (name === undefined || word === undefined) continue;
      if (key.understood && !key.clusteringKey.includes(name)) {
        const message = `${quote(name)} is not a column of the clustering key`;
        this.add("unknown-column", [...place, member], message, { found: name, expected: key.clusteringKey });
      } else if (order.has(name)) {
        this.add("duplicate-order", [...place, member], `the column ${name} has an order already`);
      }
      const upper = word.toUpperCase();
      if (upper === "ASC" || upper === "DESC") order.set(name, upper);
      else this.add("bad-order", [...place, "order"], `an order is ASC or DESC, not ${quote(word)}`);
    }
  }

  private placed(column: Declared, key: Key): Column {
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
      this.add("static-without-clustering", ["columnDefinitions", column.index, "static"], message);
    }
    return { name, ...(description !== undefined && { description }), type, kind };
  }

  /** Rules that several columns break together. @see service-facts 5.7, 5.9 */
  private together(columns: readonly Column[], defaultTimeToLive: number): void {
    const values = columns.filter((column) => column.kind === "regular" || column.kind === "static");
    const counters = values.filter((column) => column.type.name === "counter");
    if (counters.length === 0) return;
    const other = columns.findIndex((column) => values.includes(column) && !counters.includes(column));
    if (other >= 0) {
      const message = `counters cannot stand beside other columns: ${columns[other]?.name} is not a counter`;
      this.add("mixed-counters", ["columnDefinitions", other, "typeDefinition"], message);
    }
    if (defaultTimeToLive > 0) {
      this.add(
        "counter-time-to-live",
        ["tableOptions", "defaultTimeToLive"],
        "a table with counters has no time to live",
      );
    }
  }

  private object(json: unknown, path: Path, what: string, known: readonly string[]): Members | undefined {
    if (typeof json !== "object" || json === null || Array.isArray(json)) {
      const message = json === undefined ? `${what} is missing` : `${what} is an object, not ${kindOf(json)}`;
      this.add(json === undefined ? "missing-member" : "wrong-json", path, message);
      return undefined;
    }
    if (this.unknownMembers === "refuse") {
      for (const name of Object.keys(json).filter((name) => !known.includes(name))) {
        const message = `there is no member ${quote(name)} here`;
        this.add("unknown-member", [...path, name], message, { found: name, expected: known, atName: true });
      }
    }
    return json as Members;
  }

  private array(json: unknown, path: Path, what: string): readonly unknown[] | undefined {
    if (Array.isArray(json)) return json;
    const name = String(path.at(-1));
    if (json === undefined) this.add("missing-member", path, `${name} is missing: ${what}`);
    else this.add("wrong-json", path, `${name} is ${what}, not ${kindOf(json)}`);
    return undefined;
  }

  private string(object: Members, path: Path, name: string, what: string): string | undefined {
    const json = object[name];
    if (typeof json === "string") return json;
    if (json === undefined) this.add("missing-member", [...path, name], `${name} is missing: ${what}`);
    else this.add("wrong-json", [...path, name], `${name} is a string, not ${kindOf(json)}`);
    return undefined;
  }

  private optionalString(object: Members, path: Path, name: string): string | undefined {
    return object[name] === undefined ? undefined : this.string(object, path, name, "");
  }

  private boolean(json: unknown, path: Path): boolean | undefined {
    if (typeof json === "boolean") return json;
    this.add("wrong-json", path, `${String(path.at(-1))} is true or false, not ${kindOf(json)}`);
    return undefined;
  }

  private add(code: string, path: Path, message: string, more: Partial<DefinitionProblem> = {}): void {
    this.problems.push({ code, path, message, ...more });
  }
}

interface Declared {
  readonly name: string;
  readonly description?: string;
  readonly type: Column["type"];
  readonly isStatic: boolean;
  /** Its place in `columnDefinitions`. */
  readonly index: number;
}

interface Key {
  readonly partitionKey: readonly string[];
  readonly clusteringKey: readonly string[];
  /** Every column of it is known; without that, whatever follows from the key would be a wrong guess. */
  readonly understood: boolean;
}

interface Options {
  readonly defaultTimeToLive: number;
  readonly order: ReadonlyMap<string, Order>;
}

function kindOf(json: unknown): string {
  if (json === null) return "null";
  if (Array.isArray(json)) return "a list";
  return typeof json === "object"
    ? "an object"
    : `the ${typeof json} ${typeof json === "string" ? quote(json) : String(json)}`;
}
