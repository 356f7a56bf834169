/** Rows of system_schema → keyspace: what a real cluster answered, and rows of servers that nobody here has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { knowsRanges, printCqlType, printTableDefinition } from "../../../src/model/index.ts";
import type { Keyspace, Table } from "../../../src/model/index.ts";
import { observedSystemKeyspace, parseSystemRows } from "../../../src/source/cql/parse-system-rows.ts";
import type { SystemKeyspace } from "../../../src/source/cql/parse-system-rows.ts";
import type { SystemRow, SystemRows } from "../../../src/source/cql/system-rows.ts";
import { keyspace as anyKeyspace } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";
import { asTold, systemRowsOf } from "./system-rows.ts";

const captured = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/cql/captured-rows.json"), "utf8"),
) as Readonly<Record<"shop" | "shop3", SystemRows>>;

function tableNamed({ keyspace }: SystemKeyspace, name: string): Table {
  const table = keyspace.tables.find((candidate) => candidate.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return table;
}

/** Columns with their types as text, in their order. */
function columnsOf(table: Table): Record<string, string> {
  return Object.fromEntries(
    table.columns.map(({ name, kind, type }) => [name, `${kind === "regular" ? "" : `${kind} `}${printCqlType(type)}`]),
  );
}

describe("the rows of a real cluster", () => {
  const shop = parseSystemRows("shop", captured.shop);

  it("give the tables by name, and no view", () => {
    expect(shop.keyspace.tables.map(({ name }) => name)).toEqual(
      "MixedCase collections embeddings events hits my_order_items only_key options people plain_collections plain_scalars products readings scalars short_lived".split(
        " ",
      ),
    );
    expect(shop.unreported).toEqual([]);
    expect(parseSystemRows("shop3", captured.shop3).keyspace.tables).toHaveLength(1);
  });

  it("give the key in its order, then the others by name, with statics, order, time to live and comment", () => {
    expect(printTableDefinition(tableNamed(shop, "readings"))).toEqual({
      name: "readings",
      description: "values of a sensor, newest first",
      ifNotExists: true,
      columnDefinitions: [
        { name: "sensor", typeDefinition: "text", static: false },
        { name: "day", typeDefinition: "int", static: false },
        { name: "at", typeDefinition: "timestamp", static: false },
        { name: "seq", typeDefinition: "int", static: false },
        { name: "note", typeDefinition: "text", static: false },
        { name: "owner", typeDefinition: "text", static: true },
        { name: "site", typeDefinition: "uuid", static: true },
        { name: "tags", typeDefinition: "set<text>", static: false },
        { name: "value", typeDefinition: "double", static: false },
      ],
      primaryKey: { partitionKey: ["sensor", "day"], clusteringKey: ["at", "seq"] },
      tableOptions: {
        defaultTimeToLive: 86_400,
        clusteringExpression: [
          { column: "at", order: "DESC" },
          { column: "seq", order: "ASC" },
        ],
      },
    });
  });

  it("give types within types, and user types by their quoted names", () => {
    expect(columnsOf(tableNamed(shop, "collections"))).toMatchObject({
      nested: "map<text, frozen<list<frozen<set<int>>>>>",
      odd: 'frozen<"Odd Type">',
      l_u: "list<frozen<address>>",
      t_open: "tuple<text, frozen<list<int>>>",
      u: "frozen<address>",
      u_open: "address",
    });
    expect(shop.keyspace.userTypes.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
      ["Odd Type", ["First Part", "home"]],
      ["address", ["street", "zip", "tags", "moved"]],
    ]);
    expect(Object.keys(columnsOf(tableNamed(shop, "MixedCase")))).toEqual([
      "Id",
      "camelName",
      'quote"d',
      "select",
      "snake_name",
      "with space",
      "Ünïcode",
    ]);
  });

  it("give indexes of every kind; those that are storage-attached know ranges where the type does", () => {
    const people = tableNamed(shop, "people");
    const ranges = people.indexes.map((index) => {
      const type = people.columns.find(({ name }) => name === index.column)?.type;
      return type && `${index.column} ${index.kind}${knowsRanges(index, type) ? " ranges" : ""}`;
    });
    expect(ranges).toEqual([
      "age full ranges",
      "attrs entries",
      "attrs keys",
      "city full",
      "email full",
      "langs values",
      "scores full",
    ]);
  });

  it("give the options of indexes that are storage-attached", () => {
    const options = shop.keyspace.tables.flatMap(({ indexes }) =>
      indexes.flatMap((index) => (index.options ? [[index.name, index.options]] : [])),
    );
    expect(options).toEqual([
      ["embeddings_v_sai", { similarity_function: "dot_product" }],
      ["people_city_sai", { ascii: "true", case_sensitive: "false", normalize: "true" }],
    ]);
  });

  it("note what definitions cannot express", () => {
    expect(shop.notes).toEqual([
      {
        kind: "table-options",
        table: "options",
        message:
          "options has options that definitions cannot express: bloom_filter_fp_chance = 0.05 AND caching = {'keys': 'ALL', 'rows_per_partition': '10'} AND compaction = {'class': 'LeveledCompactionStrategy', 'max_threshold': '32', 'min_threshold': '4'} AND compression = {'enabled': 'false'} AND gc_grace_seconds = 3600 AND speculative_retry = '95p'",
      },
      {
        kind: "materialized-view",
        table: "people_by_country",
        message: "people_by_country is a materialized view: it gets no definition",
      },
    ]);
  });

  it("give materialized views as tables that say what they show", () => {
    const view = {
      view_name: "people_by_country",
      base_table_name: "people",
      comment: "People of a country.",
      default_time_to_live: 0,
    };
    const { keyspace, notes } = parseSystemRows("shop", { ...captured.shop, views: [view] });
    const read = keyspace.tables.find(({ name }) => name === "people_by_country");
    expect(read).toMatchObject({ viewOf: "people", description: "People of a country.", partitionKey: ["country"] });
    expect(keyspace.tables.map(({ name }) => name)).toEqual(keyspace.tables.map(({ name }) => name).toSorted());
    expect(notes.map(({ table }) => table)).toEqual(["options"]);
    const odd = captured.shop.columns.map((row) =>
      row["table_name"] === "people_by_country" ? { ...row, type: "'org.apache.cassandra.db.marshal.Odd'" } : row,
    );
    const left = parseSystemRows("shop", { ...captured.shop, columns: odd, views: [view] });
    expect(left.keyspace).toEqual(shop.keyspace);
    expect(left.notes.at(-1)).toMatchObject({
      kind: "materialized-view",
      message: expect.stringMatching(/^people_by_country is a materialized view: .*Odd/) as unknown,
    });
  });

  it("remember dropped columns", () => {
    expect(shop.dropped).toEqual([{ table: "options", column: "added", type: "int", static: false }]);
    const [row = {}] = captured.shop.droppedColumns ?? [];
    const droppedColumns = [{ ...row, kind: "static" }];
    expect(parseSystemRows("shop", { ...captured.shop, droppedColumns }).dropped).toEqual([
      { table: "options", column: "added", type: "int", static: true },
    ]);
  });
});

describe("any keyspace", () => {
  /** Indexes get names, as the database gives them. */
  const named = anyKeyspace.map((keyspace): Keyspace => ({
    ...keyspace,
    tables: keyspace.tables.map((table) => ({
      ...table,
      indexes: table.indexes.map((index, at) => ({ ...index, name: `i${String(at).padStart(2, "0")}` })),
    })),
  }));

  it("is what its rows tell, in whatever order they come", () => {
    const shuffled = named.chain((keyspace) => {
      const rows = systemRowsOf(keyspace);
      const shuffle = (list: readonly SystemRow[] | undefined): fc.Arbitrary<SystemRow[]> =>
        fc.shuffledSubarray([...(list ?? [])], { minLength: list?.length ?? 0 });
      return fc.record({
        keyspace: fc.constant(keyspace),
        rows: fc.record({
          tables: shuffle(rows.tables),
          columns: shuffle(rows.columns),
          types: shuffle(rows.types),
          indexes: shuffle(rows.indexes),
          droppedColumns: fc.constant([]),
        }),
      });
    });
    fc.assert(
      fc.property(shuffled, ({ keyspace, rows }) => {
        const told = parseSystemRows(keyspace.name, rows);
        expect(told.keyspace).toEqual(asTold(keyspace));
        expect(told.notes).toEqual([]);
      }),
      runs(60, 2_000),
    );
  });
});

/** Rows of a single table `t`. */
function rows(
  columns: readonly (readonly [name: string, kind: string, type: string, position?: number])[],
  more: {
    readonly table?: SystemRow;
    readonly indexes?: readonly SystemRow[];
    readonly types?: readonly SystemRow[];
  } = {},
): SystemRows {
  return {
    tables: [{ table_name: "t", comment: "", default_time_to_live: 0, flags: ["compound"], ...more.table }],
    columns: columns.map(([column_name, kind, type, position = 0]) => ({
      table_name: "t",
      column_name,
      kind,
      type,
      position,
      clustering_order: kind === "clustering" ? "asc" : "none",
    })),
    types: more.types ?? [],
    indexes: more.indexes ?? [],
    droppedColumns: [],
  };
}

const id = ["id", "partition_key", "int"] as const;

function index(name: string, target: string, more: Readonly<Record<string, string>> = {}): SystemRow {
  const kind = "class_name" in more ? "CUSTOM" : "COMPOSITES";
  return { table_name: "t", index_name: name, kind, options: { target, ...more } };
}

describe("indexes", () => {
  const columns = [id, ["a", "regular", "int"], ['"', "regular", "int"], ["m", "regular", "map<text, int>"]] as const;
  const read = (...indexes: SystemRow[]): unknown => {
    const { keyspace, notes } = parseSystemRows("k", rows(columns, { indexes }));
    const found = keyspace.tables[0]?.indexes.map(({ name, column, kind, using = "" }) =>
      `${name}: ${kind} ${column} ${using}`.trimEnd(),
    );
    return { found, notes: notes.map(({ kind, message }) => `${kind}: ${message}`) };
  };

  test.each([
    ["a", "full a"],
    ['"a"', "full a"],
    ['""""', 'full "'],
    ["m", "values m"],
    ["values(m)", "values m"],
    ['keys("m")', "keys m"],
    ["entries(m)", "entries m"],
  ])("of the target %s are of %s", (target, found) => {
    expect(read(index("i", target))).toEqual({ found: [`i: ${found}`], notes: [] });
  });

  test.each([["sai"], ["StorageAttachedIndex"], ["org.apache.cassandra.index.sai.StorageAttachedIndex"], ["SAI"]])(
    "of the class %s are storage-attached",
    (class_name) => {
      expect(read(index("i", "a", { class_name }))).toEqual({ found: ["i: full a sai"], notes: [] });
    },
  );

  it("of other classes are noted, and so are those whose target nobody understands", () => {
    const class_name = "org.apache.cassandra.index.sasi.SASIIndex";
    const { options: _, ...aimless } = index("k", "");
    expect(read(index("i", "a", { class_name }), index("j", ""), aimless)).toEqual({
      found: [],
      notes: [
        "other-index: the index i of t is made with org.apache.cassandra.index.sasi.SASIIndex: it gets no finder",
        "other-index: the index j of t is made in a way that definitions cannot express: it gets no finder",
        "other-index: the index k of t is made in a way that definitions cannot express: it gets no finder",
      ],
    });
  });

  it.each(["1", "3"])("of which a column has two keep the one that knows more, whatever their names (%s)", (name) => {
    const [plain, attached] = [index("2", "a"), index(name, "a", { class_name: "sai" })];
    for (const both of [
      [plain, attached],
      [attached, plain],
    ]) {
      expect(read(...both)).toEqual({
        found: [`${name}: full a sai`],
        notes: [`other-index: t.a has two indexes, ${name} and 2: definitions keep only ${name}`],
      });
    }
  });

  it("that the model refuses cost a finder, not the table", () => {
    expect(read(index("good", "a"), index("lost", "gone"), index("wrong", "full(m)"))).toEqual({
      found: ["good: full a"],
      notes: [
        'other-index: the index lost of t is left out: the table has no column "gone"',
        expect.stringMatching(/^other-index: the index wrong of t is left out: an index of a map<text, int> has/),
      ],
    });
  });

  it("may have their options as a map, and flags as a set, as the driver gives them when told to", () => {
    const row = { ...index("i", "a"), options: new Map([["target", "a"]]) };
    const found = parseSystemRows("k", rows(columns, { indexes: [row], table: { flags: new Set(["compound"]) } }));
    expect(found.keyspace.tables[0]?.indexes).toEqual([{ name: "i", column: "a", kind: "full" }]);
  });
});

describe("Cassandra 3", () => {
  const columnsIn = (system: SystemRows): { columns: unknown; notes: unknown } => {
    const parsed = parseSystemRows("k", system);
    return { columns: columnsOf(tableNamed(parsed, "t")), notes: parsed.notes.map(({ message }) => message) };
  };

  it("stores plain columns of compact storage as static ones, beside two that nobody sees", () => {
    const hidden = [
      ["column1", "clustering", "text"],
      ["value", "regular", "blob"],
    ] as const;
    const seen = [id, ["name", "static", "text"], ["age", "static", "int"]] as const;
    expect(columnsIn(rows([...seen, ...hidden], { table: { flags: [] } }))).toEqual({
      columns: { id: "partition int", age: "int", name: "text" },
      notes: ["t has compact storage: column1 and value are left out, as in CQL"],
    });
    expect(columnsIn(rows([id, ...hidden], { table: { flags: new Set() } })).columns).toEqual({ id: "partition int" });
  });

  test.each(["empty", "'org.apache.cassandra.db.marshal.EmptyType'"])(
    "gives a table of compact storage that is all key a value of the type %s",
    (type) => {
      const columns = [id, ["at", "clustering", "timestamp"], ["value", "regular", type]] as const;
      expect(columnsIn(rows(columns, { table: { flags: ["dense"] } }))).toEqual({
        columns: { id: "partition int", at: "clustering timestamp" },
        notes: ["t has compact storage: value is left out, as in CQL"],
      });
    },
  );

  it("shows all columns of other tables with compact storage, and of those that had it", () => {
    const columns = [id, ["at", "clustering", "timestamp"], ["v", "regular", "int"]] as const;
    const dropped = [...columns, ["once", "static", "text"]] as const;
    const compact = columnsIn(rows(columns, { table: { flags: ["dense", "compound"] } }));
    expect(compact.notes).toEqual(["t has compact storage, which definitions cannot express"]);
    expect(columnsIn(rows(dropped)).columns).toEqual({
      id: "partition int",
      at: "clustering timestamp",
      once: "static text",
      v: "int",
    });
  });
});

/** What 3.11.19, 4.0.17 and 4.1.9 answered alike; 5.0 takes such tables no more. */
describe("the tables of older clusters", () => {
  test.each<[table: string, flags: readonly string[], columns: string, expected: Record<string, string>, left: string]>(
    [
      [
        "plain",
        [],
        "a:static:text:-1 b:static:int:-1 column1:clustering:text:0 k:partition_key:int:0 value:regular:blob:-1",
        { k: "partition int", a: "text", b: "int" },
        "column1 and value are",
      ],
      [
        "counts",
        ["counter"],
        "column1:clustering:text:0 k:partition_key:int:0 n:static:counter:-1 value:regular:counter:-1",
        { k: "partition int", n: "counter" },
        "column1 and value are",
      ],
      [
        "allkey",
        ["compound", "dense"],
        "c:clustering:text:0 d:clustering:int:1 k:partition_key:int:0 value:regular:empty:-1",
        { k: "partition int", c: "clustering text", d: "clustering int" },
        "value is",
      ],
      [
        "compound",
        ["compound", "dense"],
        "c:clustering:text:0 d:clustering:int:1 k:partition_key:int:0 v:regular:text:-1",
        { k: "partition int", c: "clustering text", d: "clustering int", v: "text" },
        "",
      ],
      [
        "dense",
        ["dense"],
        "c:clustering:text:0 k:partition_key:int:0 v:regular:int:-1",
        { k: "partition int", c: "clustering text", v: "int" },
        "",
      ],
    ],
  )("with compact storage have what CQL shows: %s", (table_name, flags, columns, expected, left) => {
    const parsed = parseSystemRows("old", {
      tables: [{ keyspace_name: "old", table_name, flags, comment: "", default_time_to_live: 0 }],
      columns: columns.split(" ").map((text) => {
        const [column_name, kind, type, position] = text.split(":");
        const clustering_order = kind === "clustering" ? "asc" : "none";
        return {
          keyspace_name: "old",
          table_name,
          column_name,
          kind,
          type,
          position: Number(position),
          clustering_order,
        };
      }),
      types: [],
      indexes: [],
      droppedColumns: [],
    });
    expect(columnsOf(tableNamed(parsed, table_name))).toEqual(expected);
    const what = left === "" ? ", which definitions cannot express" : `: ${left} left out, as in CQL`;
    expect(parsed.notes.map(({ message }) => message)).toEqual([`${table_name} has compact storage${what}`]);
  });
});

describe("options of a table that definitions cannot express", () => {
  const usual: SystemRow = {
    ...{ additional_write_policy: "99p", allow_auto_snapshot: null, bloom_filter_fp_chance: 0.01 },
    ...{ caching: { keys: "ALL", rows_per_partition: "NONE" }, cdc: null, crc_check_chance: 1 },
    compaction: {
      class: "org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy",
      ...{ max_threshold: "32", min_threshold: "4" },
    },
    compression: { chunk_length_in_kb: "16", class: "org.apache.cassandra.io.compress.LZ4Compressor" },
    ...{ dclocal_read_repair_chance: 0, extensions: {}, gc_grace_seconds: 864000, incremental_backups: null },
    ...{ max_index_interval: 2048, memtable: null, memtable_flush_period_in_ms: 0, min_index_interval: 128 },
    ...{ read_repair: "BLOCKING", read_repair_chance: 0, speculative_retry: "99p" },
  };
  const noted = (options: SystemRow): string | undefined => {
    const row = { table_name: "t", comment: "", default_time_to_live: 60, flags: ["compound"], ...usual, ...options };
    const columns = [{ table_name: "t", column_name: "id", kind: "partition_key", type: "int", position: 0 }];
    const parsed = parseSystemRows("k", { tables: [row], columns, types: [], indexes: [], droppedColumns: [] });
    expect(parsed.notes.map(({ kind, table }) => `${kind} ${table}`)).toEqual(
      parsed.notes.length === 0 ? [] : ["table-options t"],
    );
    return parsed.notes[0]?.message.replace("t has options that definitions cannot express: ", "");
  };
  const leveled = "org.apache.cassandra.db.compaction.LeveledCompactionStrategy";

  test.each<readonly [SystemRow, string]>([
    [{ additional_write_policy: "NEVER" }, "additional_write_policy = 'NEVER'"],
    [{ allow_auto_snapshot: false }, "allow_auto_snapshot = false"],
    [{ bloom_filter_fp_chance: 0.1 }, "bloom_filter_fp_chance = 0.1"],
    [
      { caching: { keys: "NONE", rows_per_partition: "NONE" } },
      "caching = {'keys': 'NONE', 'rows_per_partition': 'NONE'}",
    ],
    [{ cdc: true }, "cdc = true"],
    [
      { compaction: { class: leveled, sstable_size_in_mb: "100" }, bloom_filter_fp_chance: 0.1 },
      "compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': '100'}",
    ],
    [{ compression: new Map([["enabled", "false"]]) }, "compression = {'enabled': 'false'}"],
    [{ crc_check_chance: 0.5 }, "crc_check_chance = 0.5"],
    [{ gc_grace_seconds: 0 }, "gc_grace_seconds = 0"],
    [{ incremental_backups: false }, "incremental_backups = false"],
    [{ max_index_interval: 4096, min_index_interval: 64 }, "max_index_interval = 4096 AND min_index_interval = 64"],
    [{ memtable: "it's trie" }, "memtable = 'it''s trie'"],
    [{ memtable_flush_period_in_ms: 1000 }, "memtable_flush_period_in_ms = 1000"],
    [{ read_repair: "NONE" }, "read_repair = 'NONE'"],
    [{ speculative_retry: "50ms" }, "speculative_retry = '50ms'"],
  ])("are named as statements have them: %o", (options, text) => {
    expect(noted(options)).toBe(text);
  });

  test.each<readonly [string, SystemRow]>([
    ["of Cassandra 5.0", {}],
    [
      "of Cassandra 3",
      {
        ...{ compression: { chunk_length_in_kb: "64", class: "org.apache.cassandra.io.compress.LZ4Compressor" } },
        ...{ dclocal_read_repair_chance: 0.1, speculative_retry: "99PERCENTILE", additional_write_policy: undefined },
      },
    ],
    ["that somebody set", { cdc: false, memtable: "default", allow_auto_snapshot: true, incremental_backups: true }],
    ["of an option that nobody here knows", { in_memory: true }],
  ])("are none where they are the defaults %s", (_, options) => {
    expect(noted(options)).toBeUndefined();
  });
});

describe("a server that tells less", () => {
  it("may have no flags of tables that hide nothing", () => {
    const clustering = [
      ["at", "clustering", "timestamp"],
      ["line", "clustering", "int", 1],
    ] as const;
    const seen = rows([id, ...clustering, ["v", "regular", "int"], ["s", "static", "int"]], { table: { flags: [] } });
    const { keyspace, notes } = parseSystemRows("k", seen);
    expect(Object.keys(columnsOf(keyspace.tables[0] as Table))).toEqual(["id", "at", "line", "s", "v"]);
    expect(notes).toEqual([]);
  });

  const columns = [id, ["at", "clustering", "timestamp"], ["v", "regular", "int"], ["s", "static", "int"]] as const;

  it("says nothing of what it lacks, which is unknown and not absent", () => {
    const { tables, columns: columnRows } = rows(columns);
    const told = {
      tables: tables.map((row) => ({ table_name: row["table_name"] })),
      columns: columnRows,
      types: undefined,
      indexes: undefined,
      droppedColumns: undefined,
    };
    const { keyspace, unreported, dropped } = parseSystemRows("k", told);
    expect(unreported).toEqual(["userTypes", "indexes", "defaultTimeToLive", "description"]);
    const comments = [told, rows(columns)].map((from) => observedSystemKeyspace(parseSystemRows("k", from), "CQL"));
    expect(comments.map(({ hasComments }) => hasComments)).toEqual([false, true]);
    expect(dropped).toBeUndefined();
    expect(columnsOf(keyspace.tables[0] as Table)).toEqual({
      id: "partition int",
      at: "clustering timestamp",
      s: "static int",
      v: "int",
    });
  });

  it("of a keyspace without tables tells that there are none", () => {
    const none = { tables: [], columns: [], types: [], indexes: [], droppedColumns: [] };
    expect(parseSystemRows("k", none)).toEqual({
      keyspace: { name: "k", tables: [], userTypes: [] },
      notes: [],
      dropped: [],
      unreported: [],
    });
  });
});

describe("what no definition can hold", () => {
  const problemsOf = (system: SystemRows): unknown => {
    try {
      return parseSystemRows("k", system);
    } catch (error) {
      expect(error).toMatchObject({
        code: "cql-unsupported",
        kind: "service",
        summary: "k has tables or types that a definition cannot express",
      });
      return (error as { problems: { message: string; next?: string }[] }).problems.map(({ message, next }) =>
        next === undefined ? message : `${message} → ${next}`,
      );
    }
  };

  test.each<[what: string, system: SystemRows, problem: string]>([
    [
      "a type of the database's own making",
      rows([id, ["shape", "regular", "'org.example.ShapeType'"]]),
      't: "\'org.example.ShapeType\'" is not a CQL type → in the config: types: { "\'org.example.ShapeType\'": "unknown" }',
    ],
    [
      "super columns",
      rows([id], { table: { flags: new Set(["super", "dense"]) } }),
      "t: it has super columns, which CQL cannot show",
    ],
    [
      "a kind of column that is new",
      rows([id, ["x", "virtual", "int"]]),
      't: the column x has the kind "virtual", which CQL does not have',
    ],
    ["a table without columns", rows([]), "t: a table has at least one column"],
    [
      "a text that is no type",
      rows([id, ["x", "regular", "list<"]]),
      't: "list<" is not a CQL type: a type is missing at the end',
    ],
    [
      "a user type with a type that nobody knows",
      rows([id], { types: [{ type_name: "u", field_names: ["a"], field_types: ["shape"] }] }),
      'u: "shape" is not a CQL type → in the config: types: { "shape": "unknown" }',
    ],
  ])("is %s", (_, system, problem) => {
    expect(problemsOf(system)).toContain(problem);
  });

  it("is told of all tables at once", () => {
    const one = rows([id, ["x", "regular", "one"]]);
    const other = rows([id, ["x", "regular", "other"], ["y", "regular", "fine<"]]);
    const renamed = (list: readonly SystemRow[]): SystemRow[] => list.map((row) => ({ ...row, table_name: "a" }));
    const both = {
      ...one,
      tables: [...one.tables, ...renamed(other.tables)],
      columns: [...one.columns, ...renamed(other.columns)],
    };
    expect(problemsOf(both)).toEqual([
      expect.stringMatching(/^a: "other"/),
      expect.stringMatching(/^a: "fine"/),
      expect.stringMatching(/^t: "one"/),
    ]);
    expect(() => parseSystemRows("k", both, { advise: (names) => `leave out ${names}` })).toThrow(
      expect.objectContaining({ next: "leave out a,t" }),
    );
  });

  it("does without tables that may be lacked, but for one that can be read", () => {
    const odd = rows([id, ["x", "regular", "shape"]]);
    const renamed = (list: readonly SystemRow[]): SystemRow[] => list.map((row) => ({ ...row, table_name: "a" }));
    const fine = rows([id]);
    const both = {
      ...odd,
      tables: [...odd.tables, ...renamed(fine.tables)],
      columns: [...odd.columns, ...renamed(fine.columns)],
    };
    const { keyspace, notes } = parseSystemRows("k", both, { mayLack: () => true });
    expect(keyspace.tables.map(({ name }) => name)).toEqual(["a"]);
    expect(notes).toEqual([{ kind: "left-out", table: "t", message: 't is left out: "shape" is not a CQL type' }]);
    expect(() => parseSystemRows("k", both, { mayLack: (name) => name === "a" })).toThrow(
      "a definition cannot express",
    );
  });

  it("does without a user type that may be lacked, as far as no table needs it", () => {
    const types = [{ type_name: "u", field_names: ["a"], field_types: ["shape"] }];
    const mayLack = (name: string): boolean => name === "u";
    const { keyspace, notes } = parseSystemRows("k", rows([id], { types }), { mayLack });
    expect([keyspace.tables.length, keyspace.userTypes]).toEqual([1, []]);
    expect(notes.map(({ message }) => message)).toEqual(['u is left out: "shape" is not a CQL type']);
    const used = rows([id, ["x", "regular", "u"]], { types });
    expect(() => parseSystemRows("k", used, { mayLack, advise: (names) => `leave out ${names}` })).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ message: 'u: "shape" is not a CQL type' })],
        next: "leave out t,u",
      }),
    );
    expect(parseSystemRows("k", used, { mayLack: () => true }).keyspace.tables).toEqual([]);
    const outer = { type_name: "o", field_names: ["u"], field_types: ["frozen<u>"] };
    const within = rows([id, ["x", "regular", "o"]], { types: [outer, ...types] });
    expect(parseSystemRows("k", within, { mayLack: () => true }).keyspace).toMatchObject({ tables: [], userTypes: [] });
    expect(() => parseSystemRows("k", within, { mayLack, advise: (names) => `leave out ${names}` })).toThrow(
      expect.objectContaining({ next: "leave out t,o,u" }),
    );
  });

  it("is told of a user type, and not of every table that has it", () => {
    const types = [{ type_name: "u", field_names: ["a"], field_types: ["shape"] }];
    expect(problemsOf(rows([id, ["x", "regular", "u"], ["y", "regular", "list<frozen<u>>"]], { types }))).toEqual([
      'u: "shape" is not a CQL type → in the config: types: { "shape": "unknown" }',
    ]);
  });

  it("may be a type that was allowed by its text", () => {
    const text = "'org.example.ShapeType'";
    const system = rows([id, ["shape", "regular", text], ["shapes", "regular", `list<${text}>`]]);
    const { keyspace } = parseSystemRows("k", system, { customTypes: new Set([text]) });
    expect(columnsOf(keyspace.tables[0] as Table)).toEqual({
      id: "partition int",
      shape: text,
      shapes: `list<${text}>`,
    });
  });

  it("never is a crash", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.constantFrom("regular", "static", "int", "t"),
    );
    const names = ["table_name", "column_name", "kind", "type", "position", "clustering_order", "flags", "options"];
    const row = fc.dictionary(fc.constantFrom(...names, "type_name", "field_names", "index_name"), cell);
    const list = fc.array(row, { maxLength: 4 });
    const any = fc.record({ tables: list, columns: list, types: list, indexes: list, droppedColumns: list });
    fc.assert(
      fc.property(any, (system) => {
        try {
          parseSystemRows("k", system);
        } catch (error) {
          expect(error).toMatchObject({ code: "cql-unsupported" });
        }
      }),
      runs(300, 20_000),
    );
  });
});
