/** Single edits of a keyspace's definitions, as people and databases make them; some are not possible in every keyspace. */
import {
  parseTableDefinition,
  parseUserTypes,
  printTableDefinition,
  printUserTypeDefinition,
} from "../../../src/model/index.ts";
import type {
  ColumnDefinition,
  IndexDefinition,
  Keyspace,
  Table,
  TableDefinition,
  UserTypeDefinition,
} from "../../../src/model/index.ts";

/** Takes one of several, always the same for the same seed. */
export type Choose = <Item>(items: readonly Item[]) => Item | undefined;

interface Definitions {
  readonly tables: readonly TableDefinition[];
  readonly userTypes: readonly UserTypeDefinition[];
}

export function chooseBy(seed: number): Choose {
  let state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0;
  return (items) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return items[Math.floor((state / 2 ** 32) * items.length)];
  };
}

const types = [
  ...["text", "uuid", "int", "double", "bigint", "varint", "decimal", "timestamp", "boolean", "blob", "varchar"],
  ...["list<text>", "frozen<list<text>>", "set<int>", "map<text, int>", "tuple<int, text>", "vector<float, 3>"],
];
const names = ["added", "created_at", "createdAt", "Name", "with blank", "constructor"];

type EditTable = (table: TableDefinition, choose: Choose) => TableDefinition | undefined;

function isCounters({ columnDefinitions }: TableDefinition): boolean {
  return columnDefinitions.some(({ typeDefinition }) => typeDefinition === "counter");
}

function keyOf({ primaryKey }: TableDefinition): readonly string[] {
  return [...primaryKey.partitionKey, ...(primaryKey.clusteringKey ?? [])];
}

function outsideKey(table: TableDefinition): readonly ColumnDefinition[] {
  return table.columnDefinitions.filter(({ name }) => !keyOf(table).includes(name));
}

function withColumn(table: TableDefinition, name: string, change: Partial<ColumnDefinition>): TableDefinition {
  const columns = table.columnDefinitions.map((column) => (column.name === name ? { ...column, ...change } : column));
  return { ...table, columnDefinitions: columns };
}

function withKey(
  table: TableDefinition,
  partitionKey: readonly string[],
  clusteringKey: readonly string[],
): TableDefinition {
  const { clusteringExpression: _, ...options } = table.tableOptions ?? {};
  return { ...table, primaryKey: { partitionKey, clusteringKey }, tableOptions: options };
}

const ofTable: Readonly<Record<string, EditTable>> = {
  "add a column": (table, choose) => {
    const typeDefinition = isCounters(table) ? "counter" : (choose(types) ?? "text");
    return { ...table, columnDefinitions: [...table.columnDefinitions, { name: choose(names) ?? "", typeDefinition }] };
  },
  "add a static column": (table) =>
    (table.primaryKey.clusteringKey ?? []).length === 0 || isCounters(table)
      ? undefined
      : {
          ...table,
          columnDefinitions: [...table.columnDefinitions, { name: "fixed", typeDefinition: "text", static: true }],
        },
  "drop a column": (table, choose) => {
    const gone = choose(outsideKey(table))?.name;
    return {
      ...table,
      columnDefinitions: table.columnDefinitions.filter(({ name }) => name !== gone),
      indexes: (table.indexes ?? []).filter(({ column }) => column !== gone),
    };
  },
  "give a column another type": (table, choose) => {
    const column = choose(table.columnDefinitions);
    return column && withColumn(table, column.name, { typeDefinition: choose(types) ?? "text" });
  },
  "freeze or thaw a column": (table, choose) => {
    const column = choose(
      outsideKey(table).filter(({ typeDefinition }) => /^(?:frozen<|list|set|map)/.test(typeDefinition)),
    );
    const frozen = /^frozen<(.*)>$/.exec(column?.typeDefinition ?? "")?.[1];
    return column && withColumn(table, column.name, { typeDefinition: frozen ?? `frozen<${column.typeDefinition}>` });
  },
  "make a column static, or not": (table, choose) => {
    const column = choose(outsideKey(table));
    return column && withColumn(table, column.name, { static: !column.static });
  },
  "rename a column of the key": (table, choose) => {
    const old = choose(keyOf(table)) ?? "";
    const now = choose(names) ?? "";
    const renamed = (name: string): string => (name === old ? now : name);
    const { partitionKey, clusteringKey = [] } = table.primaryKey;
    const key = withKey(table, partitionKey.map(renamed), clusteringKey.map(renamed));
    const indexes = (table.indexes ?? []).map((index) => ({ ...index, column: renamed(index.column) }));
    return { ...withColumn(key, old, { name: now }), indexes };
  },
  "turn the partition key round": (table) =>
    withKey(table, [...table.primaryKey.partitionKey].reverse(), table.primaryKey.clusteringKey ?? []),
  "turn the clustering key round": (table) =>
    withKey(table, table.primaryKey.partitionKey, [...(table.primaryKey.clusteringKey ?? [])].reverse()),
  "move the border of the key": (table, choose) => {
    const key = keyOf(table);
    const at = choose(key.map((_, index) => index + 1)) ?? 1;
    return withKey(table, key.slice(0, at), key.slice(at));
  },
  "take a column into the key": (table, choose) => {
    const column = choose(outsideKey(table).filter((candidate) => !candidate.static));
    const clustering = [...(table.primaryKey.clusteringKey ?? []), column?.name ?? ""];
    return column && withKey(table, table.primaryKey.partitionKey, clustering);
  },
  "let a column out of the key": (table) =>
    withKey(table, table.primaryKey.partitionKey, (table.primaryKey.clusteringKey ?? []).slice(0, -1)),
  "turn the order of rows": (table) => {
    const columns = table.primaryKey.clusteringKey ?? [];
    const old = table.tableOptions?.clusteringExpression ?? [];
    const clusteringExpression = columns.map((column) => {
      const isDescending = old.some((entry) => entry.column === column && entry.order === "DESC");
      return { column, order: isDescending ? ("ASC" as const) : ("DESC" as const) };
    });
    return { ...table, tableOptions: { ...table.tableOptions, clusteringExpression } };
  },
  "set a time to live": (table) => ({ ...table, tableOptions: { ...table.tableOptions, defaultTimeToLive: 3600 } }),
  "describe a table": (table) => ({ ...table, description: "What is new." }),
  "describe a column": (table, choose) =>
    withColumn(table, choose(table.columnDefinitions)?.name ?? "", { description: "What is new." }),
  "add an index": (table, choose) => {
    const column = choose(outsideKey(table));
    const kind = column?.typeDefinition.startsWith("map") ? choose(["keys", "values", "entries"] as const) : undefined;
    const using = choose([true, false]) ? ("sai" as const) : undefined;
    const index: IndexDefinition = { column: column?.name ?? "", ...(kind && { kind }), ...(using && { using }) };
    return { ...table, indexes: [...(table.indexes ?? []), index] };
  },
  "drop an index": (table, choose) => {
    const gone = choose(table.indexes ?? []);
    return gone && { ...table, indexes: table.indexes?.filter((index) => index !== gone) ?? [] };
  },
  "make an index otherwise": (table, choose) => {
    const chosen = choose(table.indexes ?? []);
    const indexes = (table.indexes ?? []).map((index): IndexDefinition => {
      if (index !== chosen) return index;
      const { using, ...rest } = index;
      return using ? rest : { ...rest, using: "sai" };
    });
    return chosen && { ...table, indexes };
  },
};

type EditUserType = (type: UserTypeDefinition, choose: Choose) => UserTypeDefinition | undefined;

const ofUserType: Readonly<Record<string, EditUserType>> = {
  "add a field": (type, choose) => ({
    ...type,
    fields: [...type.fields, { name: choose(names) ?? "", typeDefinition: choose(types) ?? "text" }],
  }),
  "drop a field": (type, choose) => {
    const gone = choose(type.fields);
    return { ...type, fields: type.fields.filter((field) => field !== gone) };
  },
  "give a field another type": (type, choose) => {
    const chosen = choose(type.fields);
    const fields = type.fields.map((field) =>
      field === chosen ? { ...field, typeDefinition: choose(types) ?? "text" } : field,
    );
    return { ...type, fields };
  },
  "rename a field": (type, choose) => {
    const chosen = choose(type.fields);
    const name = choose(names) ?? "";
    return { ...type, fields: type.fields.map((field) => (field === chosen ? { ...field, name } : field)) };
  },
  "turn the fields round": (type) => ({ ...type, fields: [...type.fields].reverse() }),
};

type Edit = (definitions: Definitions, choose: Choose) => Definitions | undefined;

const whole: Readonly<Record<string, Edit>> = {
  "add a table": ({ tables, userTypes }, choose) => {
    const name = choose(["added", ...tables.map((table) => `${table.name.slice(0, 1)}_${table.name.slice(1)}`)]) ?? "";
    const added = {
      name,
      columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
      primaryKey: { partitionKey: ["id"] },
    };
    return { tables: [...tables, added], userTypes };
  },
  "drop a table": ({ tables, userTypes }, choose) => {
    const gone = choose(tables);
    return { tables: tables.filter((table) => table !== gone), userTypes };
  },
  "add a user type": ({ tables, userTypes }) => ({
    tables,
    userTypes: [...userTypes, { name: "brand_new", fields: [{ name: "x", typeDefinition: "int" }] }],
  }),
  "drop a user type": ({ tables, userTypes }, choose) => {
    const gone = choose(userTypes);
    return gone && { tables, userTypes: userTypes.filter((type) => type !== gone) };
  },
};

/** Every edit by its name. */
export const edits: Readonly<Record<string, Edit>> = {
  ...whole,
  ...mapEdits(ofTable, (edit): Edit => ({ tables, userTypes }, choose) => {
    const chosen = choose(tables);
    const edited = chosen && edit(chosen, choose);
    return edited && { tables: tables.map((table) => (table === chosen ? edited : table)), userTypes };
  }),
  ...mapEdits(ofUserType, (edit): Edit => ({ tables, userTypes }, choose) => {
    const chosen = choose(userTypes);
    const edited = chosen && edit(chosen, choose);
    return edited && { tables, userTypes: userTypes.map((type) => (type === chosen ? edited : type)) };
  }),
};

function mapEdits<From>(record: Readonly<Record<string, From>>, change: (from: From) => Edit): Record<string, Edit> {
  return Object.fromEntries(Object.entries(record).map(([name, edit]) => [name, change(edit)]));
}

/** The keyspace after an edit; undefined when the edit is not possible there, or the database would refuse the result. */
export function editKeyspace(keyspace: Keyspace, edit: string, choose: Choose): Keyspace | undefined {
  const edited = edits[edit]?.(
    { tables: keyspace.tables.map(printTableDefinition), userTypes: keyspace.userTypes.map(printUserTypeDefinition) },
    choose,
  );
  if (!edited) return undefined;
  const { userTypes, problems } = parseUserTypes(edited.userTypes);
  if (problems.flat().length > 0) return undefined;
  const tables = edited.tables.map((definition): Table | undefined => {
    const parsed = parseTableDefinition(definition, { userTypes });
    return parsed.problems.length > 0 ? undefined : parsed.table;
  });
  if (!tables.every((table) => table !== undefined)) return undefined;
  if (new Set(tables.map(({ name }) => name)).size < tables.length) return undefined;
  return { name: keyspace.name, tables, userTypes: [...userTypes.values()] };
}
