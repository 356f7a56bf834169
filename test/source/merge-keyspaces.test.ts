/** What two sources saw of one keyspace: what each knows is put together, and where they differ both are named. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { byCodeUnits, primaryKey } from "../../src/model/index.ts";
import type { Table, TableDefinition } from "../../src/model/index.ts";
import { mergeKeyspaces } from "../../src/source/merge-keyspaces.ts";
import { observedKeyspaceOf } from "../../src/source/observed-keyspace.ts";
import { parseRestTable } from "../../src/source/observe-rest.ts";
import { settleKeyspace } from "../../src/source/settle-keyspace.ts";
import type { ObservedKeyspace, ObservedTable } from "../../src/source/observed-keyspace.ts";
import { parseObservedType, settleType } from "../../src/source/observed-type.ts";
import type { TypeWord } from "../../src/source/observed-type.ts";
import { keyspace as anyKeyspace, keyspaceOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const orders: TableDefinition = {
  name: "orders",
  columnDefinitions: [
    { name: "customer", typeDefinition: "uuid" },
    { name: "at", typeDefinition: "timestamp" },
    { name: "tags", typeDefinition: "set<text>" },
    { name: "vip", typeDefinition: "boolean", static: true },
  ],
  primaryKey: { partitionKey: ["customer"], clusteringKey: ["at"] },
  tableOptions: { defaultTimeToLive: 60, clusteringExpression: [{ column: "at", order: "DESC" }] },
  indexes: [{ column: "tags", kind: "values" }],
};
const shop = keyspaceOf("shop", [orders]);
const rest = observedKeyspaceOf(shop, "REST", ["indexes", "userTypes"]);
const [seenOrders] = rest.tables as [ObservedTable];

function graphql(change: Partial<ObservedTable>, more: Partial<ObservedKeyspace> = {}): ObservedKeyspace {
  return { source: "GraphQL", name: "shop", tables: [{ ...seenOrders, ...change }], ...more };
}
function without(table: ObservedTable, ...names: readonly (keyof ObservedTable)[]): ObservedTable {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !(names as string[]).includes(name))) as never;
}
const column = (name: string, type: string, more: object = {}) => ({
  ...seenOrders.columns?.find((one) => one.name === name),
  name,
  type: parseObservedType(type) ?? {},
  ...more,
});
const columns = (...changed: readonly ReturnType<typeof column>[]) =>
  (seenOrders.columns ?? []).map((one) => changed.find(({ name }) => name === one.name) ?? one);

describe("a conflict", () => {
  const { clusteringKey: _, partitionKey: __, primaryKey: ___, ...loose } = seenOrders;

  test.each<[conflict: string, other: ObservedKeyspace]>([
    ["orders: the time to live is 60 in REST, 0 in GraphQL", graphql({ defaultTimeToLive: 0 })],
    [
      "orders: the clustering order is at DESC in REST, at ASC in GraphQL",
      graphql({ clusteringOrder: new Map([["at", "ASC"]]) }),
    ],
    [
      'orders: the primary key is ["customer","at"] in REST, ["at","customer"] in GraphQL',
      graphql({}, { tables: [{ ...loose, primaryKey: ["at", "customer"] }] }),
    ],
    [
      "orders.tags: its type is set<text> in REST, list<text> in GraphQL",
      graphql({ columns: columns(column("tags", "list<text>")) }),
    ],
    [
      "orders.tags: its type is set<text> in REST, set<int> in GraphQL",
      graphql({ columns: columns(column("tags", "set<int>")) }),
    ],
    [
      "orders.tags: its type is set<text> in REST, frozen<set<text>> in GraphQL",
      graphql({ columns: columns(column("tags", "frozen<set<text>>")) }),
    ],
    ...["tag", "frozen<tag>"].map((type): [string, ObservedKeyspace] => [
      `orders.tags: its type is set<text> in REST, ${type} in GraphQL`,
      graphql({ columns: columns(column("tags", type)) }),
    ]),
    [
      'orders.vip: its kind is "static" in REST, "regular" in GraphQL',
      graphql({ columns: columns(column("vip", "boolean", { kind: "regular" })) }),
    ],
    [
      "orders: the column tags is in REST, not in GraphQL",
      graphql({ columns: columns().filter(({ name }) => name !== "tags") }),
    ],
    ["the table orders is in REST, not in GraphQL", graphql({}, { tables: [] })],
    [
      "orders.tags: its type is set<text> in REST, vector<float, 3> in GraphQL",
      graphql({ columns: columns(column("tags", "vector<float, 3>")) }),
    ],
    [
      "the table extra is in GraphQL, not in REST",
      graphql({}, { tables: [seenOrders, { ...seenOrders, name: "extra" }] }),
    ],
  ])("%s", (message, other) => {
    expect(() => mergeKeyspaces([rest, other])).toThrow(
      expect.objectContaining({
        code: "sources-disagree",
        kind: "service",
        problems: [{ code: "sources-disagree", message }],
      }),
    );
  });

  it("of a type is with what the sources before it report together", () => {
    const report = (source: string, ...words: readonly TypeWord[]): ObservedKeyspace => ({
      ...graphql({ columns: columns({ ...column("tags", "set<text>"), type: { words } }) }),
      source,
    });
    const reports = [report("GraphQL", "list", "set"), report("REST", "list"), report("CQL", "set")];
    expect(() => mergeKeyspaces(reports)).toThrow("orders.tags: its type is list in GraphQL and REST, set in CQL");
  });

  it("is none of indexes in another order", () => {
    const [one, other] = [
      { name: "b", column: "tags", kind: "values" },
      { name: "a", column: "at", kind: "full" },
    ] as const;
    const merged = mergeKeyspaces([
      graphql({ indexes: [one, other] }),
      { ...graphql({ indexes: [other, one] }), source: "CQL" },
    ]);
    expect(merged.tables[0]?.indexes).toEqual([one, other]);
    expect(() =>
      mergeKeyspaces([graphql({ indexes: [one] }), { ...graphql({ indexes: [other] }), source: "CQL" }]),
    ).toThrow("the list of indexes is");
  });

  it("is none where a source does not show everything", () => {
    const partial = graphql({ columns: columns().slice(0, 2) }, { partial: true });
    expect(settleKeyspace(mergeKeyspaces([rest, partial])).keyspace.tables).toHaveLength(1);
    expect(mergeKeyspaces([rest, { ...partial, tables: [] }]).tables).toHaveLength(1);
  });
});

describe("what only one knows", () => {
  it("is known of both", () => {
    const loose = {
      ...column("tags", "text"),
      type: { words: ["list", "set"], parts: [{ words: ["text"] }] } as const,
    };
    const told: ObservedTable = {
      ...without(seenOrders, "clusteringOrder", "partitionKey", "clusteringKey", "defaultTimeToLive"),
      columns: columns(loose),
    };
    const merged = mergeKeyspaces([{ source: "GraphQL", name: "shop", tables: [told] }, rest]);
    expect(settleKeyspace(merged).keyspace.tables.map(byNames)).toEqual([
      byNames({ ...shop.tables[0], indexes: [] } as Table),
    ]);
    expect(merged.source).toBe("GraphQL and REST");
  });

  it("is a key that one source has in order and the other has parted", () => {
    const { partitionKey: _, clusteringKey: __, ...flat } = without(seenOrders, "clusteringOrder");
    const plain = (seenOrders.columns ?? []).map(({ kind: _, ...one }) => one);
    const kinds: ObservedTable = { name: "orders", columns: seenOrders.columns ?? [] };
    const merged = mergeKeyspaces([
      { source: "GraphQL", name: "shop", tables: [{ ...flat, columns: plain, primaryKey: ["customer", "at"] }] },
      { source: "the definition endpoint", name: "shop", tables: [kinds] },
    ]);
    expect(merged.tables[0]).toMatchObject({ partitionKey: ["customer"], clusteringKey: ["at"] });
  });
  it("is a key of several parts, whose order one source has and whose parts the other", () => {
    const kinds = { a: "partition", b: "clustering", c: "partition" } as const;
    const names = ["a", "b", "c"] as const;
    const type = parseObservedType("int") ?? {};
    const ordered: ObservedTable = {
      name: "t",
      columns: names.map((name) => ({ name, type })),
      primaryKey: ["c", "a", "b"],
    };
    const parted: ObservedTable = { name: "t", columns: names.map((name) => ({ name, type, kind: kinds[name] })) };
    const seen = (table: ObservedTable): ObservedKeyspace => ({ source: "GraphQL", name: "shop", tables: [table] });
    for (const both of [[seen(ordered), seen(parted)] as const, [seen(parted), seen(ordered)] as const]) {
      expect(mergeKeyspaces(both).tables[0]).toMatchObject({
        partitionKey: ["c", "a"],
        clusteringKey: ["b"],
      });
    }
  });
});

describe("what is said of things", () => {
  const type = (description?: string, fields = ["street"]) => ({
    name: "address",
    ...(description !== undefined && { description }),
    fields: fields.map((name) => ({
      name,
      type: parseObservedType("text") ?? {},
      ...(description && { description }),
    })),
  });

  it("is what the first source says, and no conflict", () => {
    const said = graphql({
      description: "Of GraphQL.",
      columns: columns(column("tags", "set<text>", { description: "Of GraphQL." })),
    });
    const late = graphql({ description: "Later." }, { source: "CQL" });
    const [table] = mergeKeyspaces([rest, said, late]).tables;
    expect(table?.description).toBe("Of GraphQL.");
    expect(table?.columns?.map((one) => one.description)).toEqual([undefined, undefined, "Of GraphQL.", undefined]);
    expect(mergeKeyspaces([rest, rest]).tables[0]).not.toHaveProperty("description");
  });

  it("is of user types as well", () => {
    const merged = mergeKeyspaces([{ ...rest, userTypes: [type()] }, graphql({}, { userTypes: [type("Where.")] })]);
    expect(merged.userTypes?.map(({ description }) => description)).toEqual(["Where."]);
    expect(merged.userTypes?.[0]?.fields.map(({ description }) => description)).toEqual(["Where."]);
  });
});

describe("user types", () => {
  const named = (...names: readonly string[]): NonNullable<ObservedKeyspace["userTypes"]> =>
    names.map((name) => ({ name, fields: [{ name: "x", type: parseObservedType("int") ?? {} }] }));

  it("are missing in a source that shows all of them, and in no other", () => {
    const [some, all] = [{ ...rest, userTypes: named("b") }, graphql({}, { userTypes: named("b", "a") })];
    expect(() => mergeKeyspaces([some, all])).toThrow(
      expect.objectContaining({
        problems: [{ code: "sources-disagree", message: "the user type a is in GraphQL, not in REST" }],
      }),
    );
    const merged = mergeKeyspaces([{ ...some, partialTypes: true }, all]);
    expect(merged.userTypes?.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(merged.partialTypes).toBe(false);
    expect(mergeKeyspaces([{ ...some, partialTypes: true }]).partialTypes).toBe(true);
  });

  it("are reported only by a source that shows all of them", () => {
    const some = { ...rest, userTypes: named("b") };
    expect(settleKeyspace(some).reportsUserTypes).toBe(true);
    expect(settleKeyspace({ ...some, partialTypes: true }).reportsUserTypes).toBe(false);
  });

  it("with other fields are a conflict", () => {
    const [one] = named("a");
    const other = { name: "a", fields: [...(one?.fields ?? []), { name: "y", type: parseObservedType("int") ?? {} }] };
    const sides = [{ ...rest, userTypes: named("a") }, graphql({}, { userTypes: [other] })];
    expect(() => mergeKeyspaces(sides)).toThrow(
      expect.objectContaining({
        problems: [
          { code: "sources-disagree", message: 'a: the list of fields is ["x"] in REST, ["x","y"] in GraphQL' },
        ],
      }),
    );
  });
});

describe("what nobody knows", () => {
  const bare: ObservedTable = without(
    seenOrders,
    "clusteringOrder",
    "indexes",
    "defaultTimeToLive",
    "partitionKey",
    "clusteringKey",
  );
  const loose: ObservedKeyspace = {
    source: "GraphQL",
    name: "shop",
    tables: [
      {
        ...bare,
        columns: (seenOrders.columns ?? []).map(({ kind: _, ...one }) => ({
          ...one,
          type: one.name === "tags" ? ({ words: ["list", "set"], parts: [{ words: ["text"] }] } as const) : one.type,
        })),
      },
    ],
  };

  it("and the bindings depend on is an error that names all of it", () => {
    expect(() => settleKeyspace(loose)).toThrow(
      expect.objectContaining({
        code: "unknown-definition",
        kind: "service",
        problems: [
          "orders.tags: whether it is a list or a set",
          "orders: its partition key and its clustering key",
        ].map((message) => ({ code: "unknown-definition", message })),
      }),
    );
  });

  it("is taken from the files, as far as they do not contradict what is known", () => {
    const { keyspace, warnings } = settleKeyspace(loose, { defined: shop });
    expect(keyspace.tables.map(byNames)).toEqual(shop.tables.map(byNames));
    expect(warnings).toEqual([]);
    const other = keyspaceOf("shop", [
      {
        ...orders,
        columnDefinitions: orders.columnDefinitions.map((one) => ({
          ...one,
          typeDefinition: one.name === "tags" ? "set<int>" : one.typeDefinition,
        })),
      },
    ]);
    expect(() => settleKeyspace(loose, { defined: other })).toThrow(
      expect.objectContaining({
        problems: [{ code: "unknown-definition", message: "orders.tags: whether it is a list or a set" }],
      }),
    );
  });

  it("of a key is not guessed where a source tells one of its parts", () => {
    const half = (columns: ObservedTable["columns"] = []): ObservedTable["columns"] =>
      columns.map(({ kind, ...one }) => (kind === "partition" ? { ...one, kind } : one));
    const told = { ...without(seenOrders, "clusteringKey", "primaryKey"), columns: half(seenOrders.columns) };
    expect(() => settleKeyspace({ ...rest, tables: [told as ObservedTable] })).toThrow(
      expect.objectContaining({
        problems: [
          {
            code: "unknown-definition",
            message: "orders: its partition key and its clustering key",
          },
        ],
      }),
    );
  });

  it("of a collection in a key is that it is frozen, as everything in keys is", () => {
    const tags = { name: "tags", kind: "partition", type: { words: ["set"], parts: [{ words: ["text"] }] } } as const;
    const { keyspace } = settleKeyspace({
      ...rest,
      tables: [{ name: "tagged", columns: [tags], primaryKey: ["tags"] }],
    });
    expect(keyspace.tables[0]?.columns[0]?.type).toMatchObject({ kind: "set", frozen: true });
  });

  it("is not taken from files whose key is another one", () => {
    const other = keyspaceOf("shop", [
      { ...orders, primaryKey: { partitionKey: ["at"], clusteringKey: ["customer"] }, tableOptions: {} },
    ]);
    expect(() => settleKeyspace(loose, { defined: other })).toThrow(/does not report the complete/);
  });

  it("and bindings do without is named, and taken from the files", () => {
    const told = { ...rest, tables: [without(seenOrders, "indexes", "defaultTimeToLive")] };
    const { keyspace, unreported, warnings } = settleKeyspace(told);
    expect(keyspace.tables[0]).toMatchObject({ indexes: [], defaultTimeToLive: 0 });
    expect(unreported).toEqual([
      { source: "REST", fact: "indexes", tables: ["orders"] },
      { source: "REST", fact: "defaultTimeToLive", tables: ["orders"] },
    ]);
    expect(warnings).toEqual([]);
    expect(settleKeyspace(told, { defined: shop })).toMatchObject({
      keyspace: { tables: [{ indexes: [{ column: "tags" }], defaultTimeToLive: 60 }] },
      unreported,
    });
  });

  it("of an index that no definition can hold costs the index, not the table", () => {
    const indexes = [
      { name: "by_tags", column: "tags", kind: "full" as const },
      { name: "by_total", column: "gone", kind: "full" as const },
    ];
    const told = { ...rest, tables: [{ ...seenOrders, indexes }] };
    const { keyspace, warnings } = settleKeyspace(told);
    expect(keyspace.tables[0]?.indexes).toEqual([]);
    expect(warnings).toHaveLength(2);
    expect(warnings[1]).toMatchObject({ code: "other-index", message: /^the index by_total of orders is left out: / });
  });

  it("of an index that the files have of a column that is another now, goes", () => {
    const told = {
      ...rest,
      tables: [{ ...without(seenOrders, "indexes"), columns: columns(column("tags", "duration")) }],
    };
    expect(settleKeyspace(told, { defined: shop }).keyspace.tables[0]?.indexes).toEqual([]);
  });

  it("of a user type within another leaves out the tables that are made of it", () => {
    const user = (name: string) => ({ words: ["user"], name, frozen: true }) as const;
    const seen: ObservedKeyspace = {
      ...graphql({ columns: columns(column("tags", "frozen<home>")) }),
      userTypes: [
        { name: "home", fields: [{ name: "at", type: user("street") }] },
        { name: "street", fields: [{ name: "number", type: {} }] },
      ],
    };
    const { keyspace, warnings } = settleKeyspace(seen, { mayLack: () => true });
    expect([keyspace.tables, keyspace.userTypes.map(({ name }) => name)]).toEqual([[], []]);
    expect(warnings.map(({ message }) => message)).toEqual([
      "orders is left out: unknown: street.number: its type",
      "street is left out: unknown: number: its type",
      'home is left out: "street" is not a CQL type',
    ]);
  });

  it("of a user type that is refused leaves out the types and tables that are made of it", () => {
    const user = (name: string) => ({ words: ["user"], name, frozen: true }) as const;
    const seen: ObservedKeyspace = {
      ...graphql({ columns: columns(column("tags", "frozen<home>")) }),
      userTypes: [
        { name: "home", fields: [{ name: "at", type: user("street") }] },
        { name: "street", fields: [{ name: "number", type: { words: ["custom"], name: "'org.example.Number'" } }] },
      ],
    };
    const { keyspace, warnings } = settleKeyspace(seen, { mayLack: () => true });
    expect([keyspace.tables, keyspace.userTypes]).toEqual([[], []]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'orders is left out: "home" is not a CQL type',
      `street is left out: "'org.example.Number'" is not a CQL type`,
      'home is left out: "street" is not a CQL type',
    ]);
    for (const required of ["orders", "home"]) {
      expect(() => settleKeyspace(seen, { mayLack: (name) => name !== required })).toThrow(
        expect.objectContaining({
          problems: [expect.objectContaining({ message: `street: "'org.example.Number'" is not a CQL type` })],
        }),
      );
    }
  });

  it("of a view is taken from the files only where the source does not say that it is a table", () => {
    const columnDefinitions = orders.columnDefinitions.filter((one) => one.static !== true);
    const defined = keyspaceOf("shop", [{ ...orders, columnDefinitions, viewOf: "carts" }]);
    const plain = { ...orders, columnDefinitions };
    const viewOf = (answer: object): string | undefined => {
      const { table } = parseRestTable(answer, { zeroMeansNone: true });
      const seen: ObservedKeyspace = { source: "REST", name: "shop", tables: table ? [table] : [] };
      return settleKeyspace(mergeKeyspaces([seen]), { defined }).keyspace.tables[0]?.viewOf;
    };
    const { indexes, ...withoutIndexes } = plain;
    expect([viewOf({ ...plain, indexes }), viewOf(withoutIndexes)]).toEqual([undefined, "carts"]);
    const cluster = observedKeyspaceOf(keyspaceOf("shop", [plain]), "CQL");
    expect(settleKeyspace(cluster, { defined }).keyspace.tables[0]?.viewOf).toBeUndefined();
  });

  it("of a user type is told by the files, or missing", () => {
    const typed: ObservedKeyspace = {
      ...rest,
      tables: [{ ...without(seenOrders, "indexes"), columns: columns(column("tags", "frozen<tag>")) }],
    };
    expect(() => settleKeyspace(typed)).toThrow(
      expect.objectContaining({
        problems: [{ code: "unknown-definition", message: "orders.tags: the fields of the user type tag" }],
      }),
    );
    const defined = keyspaceOf("shop", [], [{ name: "tag", fields: [{ name: "text", typeDefinition: "text" }] }]);
    expect(settleKeyspace(typed, { defined }).keyspace.userTypes).toEqual(defined.userTypes);
  });

  it("of whether a field is frozen is told by the files, or missing, unless nothing else is possible", () => {
    const text = { words: ["text"] } as const;
    const fields = (...more: NonNullable<ObservedKeyspace["userTypes"]>[number]["fields"]) => more;
    const address = fields(
      { name: "in", type: { words: ["user"], name: "street" } },
      { name: "by", type: { words: ["map"], parts: [text, text] } },
    );
    const userTypes = [
      { name: "address", fields: address },
      { name: "street", fields: fields({ name: "name", type: text }) },
    ];
    const seen: ObservedKeyspace = { ...rest, userTypes };
    expect(() => settleKeyspace(seen)).toThrow(
      expect.objectContaining({
        problems: [{ code: "unknown-definition", message: "address.by: whether it is frozen" }],
      }),
    );
    const defined = keyspaceOf(
      "shop",
      [],
      [
        {
          name: "address",
          fields: [
            { name: "in", typeDefinition: "frozen<street>" },
            { name: "by", typeDefinition: "map<text, text>" },
          ],
        },
        { name: "street", fields: [{ name: "name", typeDefinition: "text" }] },
      ],
    );
    const { userTypes: settled } = settleKeyspace(seen, { defined }).keyspace;
    expect(new Set(settled)).toEqual(new Set(defined.userTypes));
  });
});

describe("any keyspace", () => {
  it("is itself after it was seen whole, once or twice", () => {
    fc.assert(
      fc.property(anyKeyspace, (keyspace) => {
        const seen = observedKeyspaceOf(keyspace, "CQL");
        const sorted = <Thing extends { readonly name: string }>(things: readonly Thing[]): Thing[] =>
          [...things].sort((one, other) => byCodeUnits(one.name, other.name));
        const { name, tables, userTypes } = keyspace;
        const expected = { name, tables: sorted(tables).map(byNames), userTypes: sorted(userTypes) };
        const settled = settleKeyspace(mergeKeyspaces([seen]));
        expect({ ...settled.keyspace, tables: settled.keyspace.tables.map(byNames) }).toEqual(expected);
        const twice = settleKeyspace(
          mergeKeyspaces([seen, observedKeyspaceOf(keyspace, "REST", ["indexes", "userTypes"])]),
        );
        expect(twice).toEqual(settled);
      }),
      runs(40, 1_000),
    );
  });

  it("has a user type with the name of a native type, which is not that type", () => {
    const settled = ['"date"', 'frozen<list<frozen<"date">>>'].map((text) => settleType(parseObservedType(text) ?? {}));
    expect(settled).toEqual([{ text: '"date"' }, { text: 'frozen<list<frozen<"date">>>' }]);
  });

  it("has types that are what they were seen as", () => {
    fc.assert(
      fc.property(anyKeyspace, ({ tables }) => {
        for (const { type } of observedKeyspaceOf({ name: "shop", tables, userTypes: [] }, "CQL").tables.flatMap(
          (one) => one.columns ?? [],
        )) {
          const settled = settleType(type);
          if (!("text" in settled)) throw new Error(settled.lacks);
          expect(settleType(parseObservedType(settled.text) ?? {})).toEqual(settled);
        }
      }),
      runs(40, 1_000),
    );
  });
});

/** The order of columns outside the key means nothing. */
function byNames(table: Table): Table {
  const key = primaryKey(table);
  const rank = (name: string): number => (key.includes(name) ? key.indexOf(name) : key.length);
  const columns = [...table.columns].sort(
    (one, other) => rank(one.name) - rank(other.name) || byCodeUnits(one.name, other.name),
  );
  return { ...table, columns };
}

test("descriptions are comments only if no source without comments describes a table", () => {
  const cluster = { ...observedKeyspaceOf(shop, "the cluster"), hasComments: true };
  const described = graphql({ description: "The service's own." });
  expect(mergeKeyspaces([graphql({}), cluster]).hasComments).toBe(true);
  for (const observed of [
    [described, cluster],
    [cluster, described],
  ]) {
    expect(mergeKeyspaces(observed).hasComments).toBe(false);
  }
});
