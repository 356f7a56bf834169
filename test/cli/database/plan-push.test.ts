/** What `push` would do: an order that the database takes, and what it could never do. */
import { describe, expect, it } from "vitest";
import { breakageRules } from "../../../src/model/index.ts";
import type { Keyspace, TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { planPush } from "../../../src/cli/database/plan-push.ts";
import type { LiveKeyspace, PushPlan } from "../../../src/cli/database/plan-push.ts";
import { describeStep, printStep } from "../../../src/cli/database/step.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

type Columns = Readonly<Record<string, string>>;

const table = (name: string, columns: Columns, more: Partial<TableDefinition> = {}): TableDefinition => ({
  name,
  columnDefinitions: Object.entries(columns).map(([column, typeDefinition]) => ({ name: column, typeDefinition })),
  primaryKey: { partitionKey: ["id"] },
  ...more,
});
const type = (name: string, fields: Columns): UserTypeDefinition => ({
  name,
  fields: Object.entries(fields).map(([field, typeDefinition]) => ({ name: field, typeDefinition })),
});
const shop = (tables: readonly TableDefinition[], types: readonly UserTypeDefinition[] = []): Keyspace =>
  keyspaceOf("shop", tables, types);

function plan(
  defined: Keyspace,
  live?: Keyspace,
  more: Partial<LiveKeyspace> = {},
): Record<Exclude<keyof PushPlan, "changes">, string[]> {
  const { steps, refused, left } = planPush(defined, live && { keyspace: live, ...more });
  return { steps: steps.map(describeStep), refused: refused.map(({ message }) => message), left: [...left] };
}

const nothing = { steps: [], refused: [], left: [] };

describe("a push", () => {
  it("to nothing creates everything: types before what is made of them, and indexes last", () => {
    const defined = shop(
      [table("b", { id: "int", x: "frozen<outer>" }, { indexes: [{ column: "x" }] }), table("a", { id: "int" })],
      [type("outer", { x: "frozen<zinner>" }), type("zinner", { x: "int" })],
    );
    expect(plan(defined)).toEqual({
      ...nothing,
      steps: [
        "the keyspace shop",
        "the user type shop.zinner",
        "the user type shop.outer",
        "the table shop.b",
        "the table shop.a",
        "the index of shop.b.x",
      ],
    });
  });

  it("creates what is missing of what is there", () => {
    const before = shop(
      [table("a", { id: "int", tags: "map<text, int>" }, { indexes: [{ column: "tags", kind: "keys" }] })],
      [type("t", { x: "int" })],
    );
    const defined = shop(
      [
        table(
          "a",
          { id: "int", z: "int", tags: "map<text, int>", y: "int" },
          { indexes: [{ column: "tags", kind: "values" }, { column: "tags", kind: "keys" }, { column: "y" }] },
        ),
      ],
      [type("t", { x: "int", z: "int", y: "int" })],
    );
    expect(plan(defined, before)).toEqual({
      ...nothing,
      steps: [
        "the field shop.t.z",
        "the field shop.t.y",
        "the column shop.a.z",
        "the column shop.a.y",
        "the index of shop.a.tags",
        "the index of shop.a.y",
      ],
    });
    expect(plan(defined, defined)).toEqual(nothing);
  });

  it("creates a table beside one that is there, and a column in the one table that lacks it", () => {
    const [a, b, c] = ["a", "b", "c"].map((name) => table(name, { id: "int", x: "int" }));
    const less = table("b", { id: "int" });
    if (!a || !b || !c) expect.unreachable();
    expect(plan(shop([a, b, c]), shop([a, less]))).toEqual({
      ...nothing,
      steps: ["the column shop.b.x", "the table shop.c"],
    });
  });

  it("creates static columns, and the kind of index that is missing", () => {
    const key = { primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] } };
    const columns = { id: "int", at: "int", tags: "map<text, int>" };
    const before = shop([table("a", columns, { ...key, indexes: [{ column: "tags", kind: "keys" }] })]);
    const { columnDefinitions } = table("a", columns);
    const more = {
      ...table("a", columns, {
        ...key,
        indexes: [
          { column: "tags", kind: "values" },
          { column: "tags", kind: "keys" },
        ],
      }),
      columnDefinitions: [...columnDefinitions, { name: "fixed", typeDefinition: "int", static: true }],
    };
    const { steps } = planPush(shop([more]), { keyspace: before });
    expect(steps.map((step) => printStep(step, 1))).toEqual([
      "ALTER TABLE shop.a ADD fixed int static",
      "CREATE INDEX IF NOT EXISTS ON shop.a (values(tags))",
    ]);
  });

  it("creates storage-attached indexes, and gives a field to a type that is in no partition key", () => {
    const columns = { id: "int", x_1: "int", place: "frozen<t>" };
    const key = { primaryKey: { partitionKey: ["id"], clusteringKey: ["place"] } };
    const before = shop([table("a", columns, key)], [type("t", { x: "int" })]);
    const indexes = [{ column: "x_1", using: "sai" }] as const;
    const defined = shop([table("a", columns, { ...key, indexes })], [type("t", { x: "int", y: "int" })]);
    expect(plan(defined, before)).toEqual({
      ...nothing,
      steps: ["the field shop.t.y", "the index of shop.a.x_1"],
    });
  });

  it("leaves a rename to the statement that makes it, and never advises to copy rows for it", () => {
    const before = shop(
      [table("a", { id: "int", x: "int", note: "text" }, { indexes: [{ column: "x" }] })],
      [type("t", { x: "int" })],
    );
    const defined = shop(
      [table("a", { key: "int", x: "int", remark: "text" }, { primaryKey: { partitionKey: ["key"] } })],
      [type("t", { y: "int" })],
    );
    const { steps, refused, left } = planPush(defined, { keyspace: before });
    expect(refused).toEqual([
      {
        code: "cannot-push",
        message: "shop.a.id: a key column with a new name: same place, same type (id → key)",
        next: "push only adds: run ALTER TABLE shop.a RENAME id TO key;",
      },
      {
        code: "cannot-push",
        message: "shop.t.x: a field with a new name: same place, same type (x → y)",
        next: "push only adds: run ALTER TYPE shop.t RENAME x TO y;",
      },
    ]);
    expect(steps.map(describeStep)).toEqual(["the column shop.a.remark"]);
    expect(left).toEqual([
      "the column shop.a.note is in the database but not in the definitions; if it was renamed to remark, copy its values: the database cannot rename it",
      "the index of shop.a.x is in the database but not in the definitions",
    ]);
  });

  it("names what is in the database alone, or is otherwise there, and leaves it", () => {
    const options = { defaultTimeToLive: 60 };
    const before = shop(
      [
        table(
          "a",
          { id: "int", x: "int", old: "int" },
          { indexes: [{ name: "one", column: "x" }], tableOptions: options },
        ),
        table("b", { id: "int" }),
        table("c", { id: "int", x: "int" }, { indexes: [{ column: "x" }] }),
      ],
      [type("t", { x: "int", y: "int" }), type("u", { x: "int" })],
    );
    const defined = shop(
      [
        table("a", { id: "int", x: "int" }, { indexes: [{ name: "two", column: "x" }], description: "It's new." }),
        table("c", { id: "int", x: "int" }),
      ],
      [type("t", { x: "int" })],
    );
    expect(plan(defined, before)).toEqual({
      ...nothing,
      left: [
        `the comment of shop.a stays "", and is "It's new." in the definitions: ALTER TABLE shop.a WITH comment = 'It''s new.';`,
        "the time to live of shop.a stays 60, and is 0 in the definitions: ALTER TABLE shop.a WITH default_time_to_live = 0;",
        "the column shop.a.old is in the database but not in the definitions",
        "the name of the index of shop.a.x stays one, and is two in the definitions",
        "the table shop.b is in the database but not in the definitions",
        "the index of shop.c.x is in the database but not in the definitions",
        "the field shop.t.y is in the database but not in the definitions",
        "the user type shop.u is in the database but not in the definitions",
      ],
    });
  });

  it("does not create what the database cannot tell", () => {
    const before = shop([table("a", { id: "int", x: "int" })]);
    const defined = shop(
      [table("a", { id: "int", x: "int" }, { indexes: [{ column: "x" }] })],
      [type("t", { x: "int" })],
    );
    expect(plan(defined, before, { unknown: ["indexes", "userTypes"] })).toEqual(nothing);
  });
});

describe("refused is", () => {
  const two = { id: "int", x: "int", y: "int" };
  const key = (...clusteringKey: string[]): Partial<TableDefinition> => ({
    primaryKey: { partitionKey: ["id"], clusteringKey },
  });
  const before = shop([table("a", two, key("x"))], [type("t", { x: "int", y: "int" })]);

  it.each<[what: string, defined: Keyspace, message: string]>([
    [
      "another partition key",
      shop([table("a", two, { primaryKey: { partitionKey: ["id", "y"], clusteringKey: ["x"] } })]),
      "shop.a: different columns determine the partition, or in a different order (id → id, y)",
    ],
    [
      "another clustering key",
      shop([table("a", two, key("x", "y"))]),
      "shop.a: different columns order the rows, or in a different order (x → x, y)",
    ],
    [
      "another order",
      shop([
        table("a", two, { ...key("x"), tableOptions: { clusteringExpression: [{ column: "x", order: "DESC" }] } }),
      ]),
      "shop.a: rows are returned in reverse order (x ASC → x DESC)",
    ],
    [
      "another type",
      shop([table("a", { ...two, y: "bigint" }, key("x"))]),
      "shop.a.y: a column with a different type (int → bigint)",
    ],
    [
      "a column that becomes static",
      shop([
        {
          ...table("a", two, key("x")),
          columnDefinitions: Object.keys(two).map((name) => ({ name, typeDefinition: "int", static: name === "y" })),
        },
      ]),
      "shop.a.y: a column with one value per partition instead of one per row, or vice versa (regular → static)",
    ],
    [
      "another type of a field",
      shop([], [type("t", { x: "int", y: "text" })]),
      "shop.t.y: a field with a different type (int → text)",
    ],
    [
      "another order of fields",
      shop([], [type("t", { y: "int", x: "int" })]),
      "shop.t: fields in a different order, which is the order in which they are stored (x, y → y, x)",
    ],
    [
      "a field before others",
      shop([], [type("t", { x: "int", new: "int", y: "int" })]),
      "shop.t: fields in a different order, which is the order in which they are stored (x, y → x, new, y)",
    ],
  ])("%s", (_, defined, message) => {
    expect(plan(defined, before).refused).toEqual([message]);
  });

  it("told with the way round", () => {
    const plain = shop([table("a", { id: "int" })]);
    const next = (defined: Keyspace, live: Keyspace = plain): (string | undefined)[] =>
      planPush(defined, { keyspace: live }).refused.map((problem) => problem.next);
    expect(next(shop([table("a", { id: "text" })]))).toEqual([breakageRules["column-type"].way]);
    expect(next(shop([table("a", { id: "int", n: "counter" })]))).toEqual([
      "create a table with another name for the counters",
    ]);
    expect(next(shop([table("a", { id: "int", x: "int" })]), shop([table("a", { id: "int", n: "counter" })]))).toEqual([
      "create a table with another name for the other columns",
    ]);
    expect(
      next(shop([table("b", { "a b": "int", id: "int" }, { indexes: [{ column: "a b", using: "sai" }] })])),
    ).toEqual(["omit `using`, or give the column another name"]);
  });

  it("a new column of the key, and not created either", () => {
    const keyed = shop([table("a", { ...two, z: "int" }, key("x", "z"))]);
    const { steps, refused } = plan(keyed, before);
    expect(steps).toEqual([]);
    expect(refused).toEqual(["shop.a: different columns order the rows, or in a different order (x → x, z)"]);
  });

  it("a field of a type that is itself the partition key", () => {
    const [live, defined] = [type("t", { x: "int" }), type("t", { x: "int", y: "int" })].map((one) =>
      shop([table("a", { id: "frozen<t>" }), table("b", { id: "frozen<list<t>>" })], [one]),
    );
    expect(live && defined && plan(defined, live).refused).toEqual([
      "shop.t.y: the type is in the partition key of a, b, so it cannot get another field",
    ]);
  });

  it("a column that comes back with another type", () => {
    const dropped = [{ table: "a", column: "z", type: "text", static: false }];
    const again = (z: string): ReturnType<typeof plan> =>
      plan(shop([table("a", { ...two, z }, key("x"))]), before, { dropped });
    expect(again("int").refused).toEqual([
      "shop.a.z: a column with the name of a dropped column and a different type (text → int)",
    ]);
    expect(again("text")).toMatchObject({ steps: ["the column shop.a.z"], refused: [] });
    const defined = shop([table("a", { ...two, z: "int" }, key("x"))]);
    expect(planPush(defined, { keyspace: before }, dropped).refused).toHaveLength(1);
    // The database knows better than the files.
    expect(planPush(defined, { keyspace: before, dropped: [] }, dropped).refused).toEqual([]);
  });

  it("a counter where none was, and none where some are", () => {
    const [plain, counting] = [table("a", { id: "int" }), table("a", { id: "int", n: "counter" })];
    expect(plan(shop([counting]), shop([plain])).refused).toEqual([
      "shop.a.n: a table without counters cannot get one",
    ]);
    expect(plan(shop([table("a", { id: "int", x: "int" })]), shop([counting])).refused).toEqual([
      "shop.a.x: a table with counters cannot have other columns",
    ]);
    const more = table("a", { id: "int", n: "counter", m: "counter" });
    expect(plan(shop([more]), shop([counting]))).toMatchObject({ steps: ["the column shop.a.m"], refused: [] });
  });

  it("a field of a type that is in a partition key, however deep", () => {
    const tables = [table("a", { id: "frozen<outer>" })];
    const outer = type("outer", { t: "frozen<t>" });
    const [live, defined] = [type("t", { x: "int" }), type("t", { x: "int", y: "int" })].map((inner) =>
      shop(tables, [outer, inner]),
    );
    expect(live && defined && plan(defined, live).refused).toEqual([
      "shop.t.y: the type is in the partition key of a, so it cannot get another field",
    ]);
  });

  it("an index of another make", () => {
    const made = (using?: "sai"): Keyspace =>
      shop([table("a", { id: "int", x: "int" }, { indexes: [{ column: "x", ...(using && { using }) }] })]);
    expect(plan(made("sai"), made()).refused).toEqual([
      "shop.a.x: an index of a different kind or with different options, which may find different rows (full → full, sai)",
    ]);
  });

  it("a storage-attached index of a column with an odd name", () => {
    const odd = (using?: "sai"): Keyspace => {
      const indexes = [{ column: "a b", ...(using && { using }) }];
      return shop([table("a", { id: "int", "a b": "int" }, { indexes })]);
    };
    expect(plan(odd("sai")).refused).toEqual([
      'shop.a.a b: an index with "sai" supports only column names of letters, digits and underscores',
    ]);
    expect(plan(odd()).refused).toEqual([]);
  });

  it("a table called like a materialized view", () => {
    const defined = shop([table("seen", { id: "int" }), table("a", { id: "int" })]);
    expect(plan(defined, shop([]), { views: ["seen"] }).refused).toEqual([
      "shop.seen: a materialized view has that name",
    ]);
    expect(plan(defined, shop([]), { views: ["other"] }).refused).toEqual([]);
    const view = table("seen", { id: "int" }, { viewOf: "a" });
    expect(plan(defined, shop([view])).refused).toEqual(["shop.seen: a materialized view has that name"]);
  });

  it("a materialized view, which is created with CQL", () => {
    const view = table("seen", { id: "int" }, { viewOf: "zoo" });
    const { refused, steps } = plan(shop([table("zoo", { id: "int" }), view]), shop([]));
    expect(refused).toEqual(["shop.seen: push does not create materialized views"]);
    expect(steps).toEqual(["the table shop.zoo", "the table shop.seen"]);
    const live = shop([view]);
    expect(plan(live, live).steps).toEqual([]);
  });

  it("a change of a materialized view, which is created again", () => {
    const shown = (columns: Columns): Keyspace =>
      shop([table("a", { id: "int", x: "int" }), table("seen", columns, { viewOf: "a" })]);
    const { steps, refused } = planPush(shown({ id: "int", x: "int" }), { keyspace: shown({ id: "int" }) });
    expect(steps).toEqual([]);
    expect(refused).toEqual([
      {
        code: "cannot-push",
        message:
          "shop.seen.x: a new column, null in existing rows; code that builds whole rows itself lacks its member",
        next: expect.stringMatching(/^the database does not alter a view: drop it and create it again/) as string,
      },
    ]);
  });

  it("a name of an index that another has", () => {
    const indexed = (name: string, index: string): TableDefinition =>
      table(name, { id: "int", x: "int" }, { indexes: [{ name: index, column: "x" }] });
    expect(plan(shop([indexed("a", "one"), indexed("b", "one")])).refused).toEqual([
      "shop.b.x: the index of shop.a.x is also called one",
    ]);
    expect(plan(shop([indexed("b", "one")]), shop([indexed("a", "one")])).refused).toHaveLength(1);
  });
});
