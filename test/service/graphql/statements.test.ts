/** What a statement can say, from a document to the rows of the embedded store and back. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import type { TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { openFixture } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const messages: TableDefinition = {
  name: "messages",
  columnDefinitions: [
    { name: "room", typeDefinition: "text" },
    { name: "sent_at", typeDefinition: "int" },
    { name: "body", typeDefinition: "text" },
    { name: "topic", typeDefinition: "text", static: true },
  ],
  primaryKey: { partitionKey: ["room"], clusteringKey: ["sent_at"] },
};
const docs: TableDefinition = {
  name: "docs",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "language", typeDefinition: "text" },
    { name: "embedding", typeDefinition: "vector<float, 2>" },
  ],
  primaryKey: { partitionKey: ["id"] },
  indexes: [
    { column: "embedding", using: "sai" },
    { column: "language", using: "sai" },
  ],
};

const rooms: TableDefinition = {
  name: "rooms",
  columnDefinitions: [
    { name: "name", typeDefinition: "text" },
    { name: "topic", typeDefinition: "text" },
    { name: "tags", typeDefinition: "set<text>" },
    { name: "log", typeDefinition: "list<text>" },
    { name: "settings", typeDefinition: "map<text, int>" },
    { name: "home", typeDefinition: "address" },
  ],
  primaryKey: { partitionKey: ["name"] },
};
const address: UserTypeDefinition = {
  name: "address",
  fields: [
    { name: "city", typeDefinition: "text" },
    { name: "zip", typeDefinition: "int" },
  ],
};
const pair = (key: string, value: number): object => ({ key, value });

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([messages, docs, rooms], {}, [address]);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.store.truncateTable("shop", "messages");
  const inserts = ["a", "b", "c"].flatMap((room) =>
    Array.from({ length: 5 }, (_, at) => {
      return `${room}${at}: insertMessages(value: {room: "${room}", sentAt: ${at}, body: "${room}${at}"}) { applied }`;
    }),
  );
  await run(`mutation { ${inserts.join(" ")} }`);
});

const run = async (query: string, variables?: Record<string, unknown>): Promise<GraphQLAnswer["data"]> => {
  const { data, errors } = await fixture.graphql(query, variables);
  if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
  return data;
};
/** The rows of all rooms as their bodies, in order. */
const bodies = async (): Promise<string> => {
  const data = await run(`{ messages(filter: {room: {in: ["a", "b", "c"]}}) { values { body } } }`);
  const { values } = data?.["messages"] as { values: { body: string | null }[] };
  return values
    .map(({ body }) => body)
    .sort()
    .join(" ");
};

describe("a delete with a filter", () => {
  const [a, b, c] = ["a", "b", "c"].map((room) => [0, 1, 2, 3, 4].map((at) => `${room}${at}`).join(" "));

  test.each<[filter: string, left: string]>([
    [`room: {eq: "a"}`, `${b} ${c}`],
    [`room: {in: ["a", "c"]}`, `${b}`],
    [`room: {eq: "a"}, sentAt: {gte: 1, lt: 4}`, `a0 a4 ${b} ${c}`],
    [`room: {eq: "b"}, sentAt: {in: [0, 4, 9]}`, `${a} b1 b2 b3 ${c}`],
    [`room: {in: ["a", "b"]}, sentAt: {gt: 0}`, `a0 b0 ${c}`],
    [`room: {eq: "a"}, sentAt: {eq: 2}`, `a0 a1 a3 a4 ${b} ${c}`],
    [`room: {eq: "a"}, sentAt: {in: []}`, `${a} ${b} ${c}`],
  ])("takes away the rows of {%s}", async (filter, left) => {
    expect(await run(`mutation { deleteMessages(filter: {${filter}}) { applied } }`)).toEqual({
      deleteMessages: { applied: true },
    });
    expect(await bodies()).toBe(left);
  });

  test.each<[filter: string, message: string]>([
    [`sentAt: {eq: 1}`, "Some partition key parts are missing: room"],
    [`room: {eq: "a"}, body: {eq: "a1"}`, "Non PRIMARY KEY columns found in where clause: body"],
    [`room: {gt: "a"}`, "Only EQ and IN relation are supported on the partition key"],
  ])("changes nothing with {%s}", async (filter, message) => {
    const { errors } = await fixture.graphql(`mutation { deleteMessages(filter: {${filter}}) { applied } }`);
    expect(errors?.[0]).toMatchObject({ extensions: { code: "invalid" } });
    expect(errors?.[0]?.message).toContain(message);
    expect(await bodies()).toBe(`${a} ${b} ${c}`);
  });

  it("is one of the writes of an atomic mutation", async () => {
    const query = `mutation @atomic {
      x: deleteMessages(filter: {room: {eq: "a"}, sentAt: {lt: 3}}) { applied }
      y: insertMessages(value: {room: "c", sentAt: 9, body: "c9"}) { applied }
      z: deleteMessages(filter: {room: {eq: "b"}}) { applied }
    }`;
    expect(await run(query)).toEqual({ x: { applied: true }, y: { applied: true }, z: { applied: true } });
    expect(await bodies()).toBe(`a3 a4 ${c} c9`);
    const { errors } = await fixture.graphql(query.replace(`filter: {room: {eq: "b"}}`, `filter: {sentAt: {eq: 1}}`));
    expect(errors).toHaveLength(3);
    expect(await bodies()).toBe(`a3 a4 ${c} c9`);
  });
});

describe("a count", () => {
  test.each<[args: string, count: number]>([
    ["", 15],
    [`(value: {room: "a"})`, 5],
    [`(filter: {room: {eq: "a"}, sentAt: {gt: 1}})`, 3],
    [`(filter: {room: {in: ["a", "b"]}})`, 10],
    [`(filter: {room: {eq: "nobody"}})`, 0],
    ["(options: {distinct: true})", 3],
    ["(options: {perPartitionLimit: 2})", 6],
    ["(options: {limit: 4})", 4],
  ])("is of the rows that are selected: %s", async (args, count) => {
    expect(await run(`{ messages${args} { count pageState } }`)).toEqual({ messages: { count, pageState: null } });
  });

  it("goes on from page to page", async () => {
    let pageState: string | null = null;
    const counts: number[] = [];
    do {
      const data = await run(
        `query ($p: String) { messages(options: {pageSize: 4, pageState: $p}) { count pageState } }`,
        {
          p: pageState,
        },
      );
      const page = data?.["messages"] as { count: number; pageState: string | null };
      counts.push(page.count);
      ({ pageState } = page);
    } while (pageState !== null);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(15);
    expect(Math.max(...counts)).toBe(4);
  });

  it("is the number of rows of a page that has them", async () => {
    const data = await run(`{ messages(options: {pageSize: 4}) { count values { body } } }`);
    const { count, values } = data?.["messages"] as { count: number; values: unknown[] };
    expect([count, values.length]).toEqual([4, 4]);
  });
});

describe("a read of a part", () => {
  it("has each partition in one of the parts", async () => {
    const found: string[] = [];
    for (let number = 1; number <= 7; number++) {
      const data = await run(
        `query ($n: Int!) { messages(options: {part: {number: $n, of: 7}, distinct: true}) { values { room topic } } }`,
        { n: number },
      );
      found.push(...(data?.["messages"] as { values: { room: string }[] }).values.map(({ room }) => room));
    }
    expect(found.sort()).toEqual(["a", "b", "c"]);
  });

  it("has the first rows of each partition", async () => {
    const data = await run(`{ messages(options: {perPartitionLimit: 1}) { values { body } } }`);
    const { values } = data?.["messages"] as { values: { body: string }[] };
    expect(values.map(({ body }) => body).sort()).toEqual(["a0", "b0", "c0"]);
  });

  test.each<[args: string, selection: string, message: string]>([
    [`options: {distinct: true}`, "values { room body }", "SELECT DISTINCT"],
    [`filter: {body: {eq: "x"}}`, "count", "Cannot execute this query as it might involve data filtering"],
  ])("is refused with %s", async (args, selection, message) => {
    const { errors } = await fixture.graphql(`{ messages(${args}) { ${selection} } }`);
    expect(errors?.[0]?.message).toContain(message);
  });
});

describe("the nearest rows", () => {
  beforeAll(async () => {
    const vectors = { 1: [1, 0], 2: [0.9, 0.1], 3: [0, 1], 4: [-1, 0] };
    const inserts = Object.entries(vectors).map(([id, vector]) => {
      const language = Number(id) % 2 === 0 ? "de" : "en";
      return `d${id}: insertDocs(value: {id: ${id}, language: "${language}", embedding: [${vector}]}) { applied }`;
    });
    await run(`mutation { ${inserts.join(" ")} }`);
  });

  it("come first, with their similarities", async () => {
    const query = `query ($v: [Float!]) {
      docs(nearest: {embedding: $v}, options: {limit: 3}) { values { id } similarities count pageState }
    }`;
    const data = await run(query, { v: [1, 0] });
    const { values, similarities, count, pageState } = data?.["docs"] as {
      values: { id: number }[];
      similarities: number[];
      count: number;
      pageState: string | null;
    };
    expect(values.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(similarities[0]).toBeCloseTo(1);
    expect(similarities[2]).toBeCloseTo(0.5);
    expect([count, pageState]).toEqual([3, null]);
  });

  it("are those that pass a filter", async () => {
    const query = `{ docs(nearest: {embedding: [1, 0]}, filter: {language: {eq: "de"}}, options: {limit: 5}) { values { id } } }`;
    expect(await run(query)).toEqual({ docs: { values: [{ id: 2 }, { id: 4 }] } });
  });
});

describe("an update with changes", () => {
  const update = (rest: string): string => `mutation { updateRooms(value: {name: "r"}, ${rest}) { applied } }`;
  const room = async (): Promise<unknown> => {
    const query = `{ rooms(value: {name: "r"}) { values { topic tags log settings { key value } home { city zip } } } }`;
    return ((await run(query))?.["rooms"] as { values: unknown[] }).values[0];
  };
  const home = { city: "Bern", zip: 3000 };

  beforeEach(async () => {
    await fixture.store.truncateTable("shop", "rooms");
    await run(`mutation { insertRooms(value: {
      name: "r", topic: "t", tags: ["a", "b"], log: ["x", "y", "x"], settings: [{key: "k", value: 1}],
      home: {city: "Bern", zip: 3000}
    }) { applied } }`);
  });

  test.each<[changes: string, expected: object]>([
    [`tags: {add: ["c", "a"], remove: ["b"]}`, { tags: ["a", "c"] }],
    [`log: {append: ["z"], prepend: ["v", "w"]}`, { log: ["v", "w", "x", "y", "x", "z"] }],
    [`log: {remove: ["x"]}`, { log: ["y"] }],
    [`log: {setAt: [{index: 1, value: "q"}]}`, { log: ["x", "q", "x"] }],
    [`log: {removeAt: [0]}`, { log: ["y", "x"] }],
    [`log: {setAt: [{index: 1, value: null}]}`, { log: ["x", "x"] }],
    [`settings: {put: [{key: "l", value: 2}, {key: "k", value: 3}]}`, { settings: [pair("k", 3), pair("l", 2)] }],
    [`settings: {removeKeys: ["k"]}`, { settings: null }],
    [`home: {setFields: {zip: 3001}}`, { home: { city: "Bern", zip: 3001 } }],
    [`home: {setFields: {city: null}}`, { home: { city: null, zip: 3000 } }],
    [`tags: {add: ["d"]}, settings: {put: {key: "z", value: 9}}`, { tags: ["a", "b", "d"] }],
  ])("makes %s", async (changes, expected) => {
    expect(await run(update(`changes: {${changes}}`))).toEqual({ updateRooms: { applied: true } });
    expect(await room()).toMatchObject({ topic: "t", ...expected });
  });

  test.each<[condition: string, applied: boolean]>([
    [`log: {at: [{index: 1, is: {eq: "y"}}]}`, true],
    [`log: {at: [{index: 1, is: {eq: "x"}}]}`, false],
    [`log: {at: [{index: 9, is: {eq: null}}]}`, true],
    [`settings: {at: [{key: "k", is: {gte: 1, lt: 5}}]}`, true],
    [`settings: {at: [{key: "none", is: {eq: 1}}]}`, false],
    [`home: {fields: {city: {eq: "Bern"}, zip: {in: [1, 3000]}}}`, true],
    [`home: {fields: {city: {eq: "Basel"}}}`, false],
  ])("is applied if {%s}: %s", async (condition, applied) => {
    const query = `mutation { updateRooms(value: {name: "r", topic: "new"}, ifCondition: {${condition}}) {
      applied value { home { city zip } log }
    } }`;
    const data = await run(query);
    expect(data).toMatchObject({ updateRooms: { applied } });
    expect(await room()).toMatchObject({ topic: applied ? "new" : "t" });
    if (!applied && condition.startsWith("home")) expect(data).toMatchObject({ updateRooms: { value: { home } } });
  });

  it("is applied with a delete and a time in one batch, or not at all", async () => {
    const query = `mutation @atomic {
      a: deleteMessages(filter: {room: {eq: "a"}, sentAt: {gte: 1}}) { applied }
      b: updateRooms(value: {name: "r"}, changes: {tags: {add: ["n"]}}, options: {timestamp: "9000000000000000"}) { applied }
      c: updateRooms(value: {name: "r"}, changes: {log: {INDEX}}) { applied }
    }`;
    const failed = await fixture.graphql(query.replace("INDEX", `setAt: [{index: 7, value: "q"}]`));
    expect(failed.errors).toHaveLength(3);
    expect(await room()).toMatchObject({ tags: ["a", "b"], log: ["x", "y", "x"] });
    expect(await bodies()).toContain("a1 a2 a3 a4");
    expect(await run(query.replace("INDEX", `append: ["q"]`))).toMatchObject({ b: { applied: true } });
    expect(await room()).toMatchObject({ tags: ["a", "b", "n"], log: ["x", "y", "x", "q"] });
    expect(await bodies()).toMatch(/^a0 b0/);
  });

  it("runs after the writes before it in a document, where it depends on them", async () => {
    const append = (item: string): string => `updateRooms(value: {name: "r"}, changes: {log: {append: ["${item}"]}})`;
    await run(`mutation {
      a: ${append("3")} { applied } b: ${append("4")} { applied }
      c: updateRooms(value: {name: "r"}, changes: {log: {setAt: [{index: 4, value: "last"}]}}) { applied }
    }`);
    expect(await room()).toMatchObject({ log: ["x", "y", "x", "3", "last"] });
  });
});

describe("write times", () => {
  it("are those that writes have, and the latest wins", async () => {
    const write = (body: string, timestamp: number): string =>
      `updateMessages(value: {room: "t", sentAt: 1, body: "${body}"}, options: {timestamp: "${timestamp}"}) { applied }`;
    await run(`mutation { a: ${write("late", 200)} b: ${write("early", 100)} }`);
    const query = `{ messages(value: {room: "t"}, options: {writeTimes: ["body", "topic"]}) { values { body } writeTimes } }`;
    expect(await run(query)).toEqual({ messages: { values: [{ body: "late" }], writeTimes: [["200", null]] } });
    await run(`mutation { deleteMessages(filter: {room: {eq: "t"}}, options: {timestamp: "150"}) { applied } }`);
    expect(await run(query)).toMatchObject({ messages: { values: [{ body: "late" }] } });
    await run(`mutation { deleteMessages(filter: {room: {eq: "t"}}, options: {timestamp: "200"}) { applied } }`);
    expect(await run(query)).toMatchObject({ messages: { values: [] } });
  });

  test.each<[document: string, message: string]>([
    [
      `mutation { updateRooms(value: {name: "r", topic: "x"}, ifExists: true, options: {timestamp: 1}) { applied } }`,
      "custom timestamp",
    ],
    [
      `{ rooms(value: {name: "r"}, options: {writeTimes: ["tags"]}) { values { name } writeTimes } }`,
      "non-frozen column tags",
    ],
    [`{ rooms(value: {name: "r"}, options: {writeTimes: ["name"]}) { values { name } writeTimes } }`, "PRIMARY KEY"],
  ])("are refused: %s", async (document, message) => {
    const { errors } = await fixture.graphql(document);
    expect(errors?.[0]).toMatchObject({ extensions: { code: "invalid" } });
    expect(errors?.[0]?.message).toContain(message);
  });
});
