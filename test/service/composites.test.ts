import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { tableOf } from "../support/keyspaces.ts";
import { openFixture } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

const address = {
  name: "address",
  description: "Where somebody lives.",
  fields: [
    { name: "street_name", typeDefinition: "text" },
    { name: "zip", typeDefinition: "int", description: "Of the town." },
  ],
};
/** A field that every object seems to have. */
const odd = {
  name: "odd",
  fields: [
    { name: "constructor", typeDefinition: "int" },
    { name: "zip", typeDefinition: "int" },
  ],
};
const people = {
  name: "people",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "tags", typeDefinition: "set<text>" },
    { name: "log", typeDefinition: "list<int>" },
    { name: "scores", typeDefinition: "map<text, int>" },
    { name: "moves", typeDefinition: "map<timestamp, frozen<address>>" },
    { name: "pair", typeDefinition: "tuple<int, text>" },
    { name: "place", typeDefinition: "vector<float, 2>" },
    { name: "home", typeDefinition: "address" },
    { name: "work", typeDefinition: "frozen<address>" },
    { name: "nested", typeDefinition: "map<frozen<list<int>>, frozen<list<tuple<bigint, blob>>>>" },
    { name: "odd", typeDefinition: "frozen<odd>" },
    { name: "email", typeDefinition: "text" },
    { name: "age", typeDefinition: "int" },
  ],
  primaryKey: { partitionKey: ["id"] },
  indexes: [
    { column: "email" },
    { column: "age", using: "sai" as const },
    { column: "tags", using: "sai" as const },
    { column: "scores", kind: "values" as const, using: "sai" as const },
    { column: "scores", kind: "keys" as const, using: "sai" as const },
    { column: "scores", kind: "entries" as const, using: "sai" as const },
    { column: "work" },
  ],
};
const keyed = {
  name: "keyed",
  columnDefinitions: [
    { name: "l", typeDefinition: "frozen<list<int>>" },
    { name: "a", typeDefinition: "frozen<address>" },
    { name: "v", typeDefinition: "int" },
  ],
  primaryKey: { partitionKey: ["l"], clusteringKey: ["a"] },
};

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([people, keyed], {}, [address, odd]);
});
afterAll(() => fixture.close());

const path = "/api/rest/v1/keyspaces/shop/tables";
let next = 0;

const post = (table: string, values: Record<string, unknown>) =>
  fixture.send("POST", `${path}/${table}/rows`, {
    columns: Object.entries(values).map(([name, value]) => ({ name, value })),
  });
const get = async (key: string | number, table = "people"): Promise<unknown> => {
  const { json } = await fixture.send("GET", `${path}/${table}/rows/${key}`);
  return (json as { rows: unknown[] }).rows[0];
};
const insert = async (id: number, values: string, selection: string): Promise<unknown> => {
  const { data, errors } = await fixture.graphql(
    `mutation { r: insertPeople(value: {id: ${id}, ${values}}) { value { ${selection} } } }`,
  );
  return errors ? errors.map((error) => error.message).join() : (data?.["r"] as { value: unknown }).value;
};
const find = async (query: string, selection = "id"): Promise<unknown> => {
  const { data, errors } = await fixture.graphql(`{ people(${query}) { values { ${selection} } } }`);
  return errors ? errors.map((error) => error.message).join() : (data?.["people"] as { values: unknown }).values;
};

describe("a value that is made of others, in GraphQL", () => {
  test.each([
    ["tags", '["b", "a", "b"]', "tags", ["a", "b"]],
    ["log", "[3, 1, 3]", "log", [3, 1, 3]],
    ["log", "5", "log", [5]],
    ["log", "[]", "log", null],
    [
      "scores",
      '[{key: "z", value: 1}, {key: "a", value: 2}]',
      "scores { key value }",
      [
        { key: "a", value: 2 },
        { key: "z", value: 1 },
      ],
    ],
    ["pair", '{item0: 1, item1: "x"}', "pair { item0 item1 }", { item0: 1, item1: "x" }],
    ["pair", '{item1: "x"}', "pair { item1 item0 }", { item0: null, item1: "x" }],
    ["place", "[1.5, -2]", "place", [1.5, -2]],
    ["home", '{streetName: "s"}', "home { zip streetName }", { streetName: "s", zip: null }],
    ["home", "{}", "home { zip }", null],
    ["work", "{}", "work { zip }", { zip: null }],
    ["home", "null", "home { zip }", null],
    [
      "moves",
      '[{key: "2020-01-01T00:00:00.000Z", value: {streetName: "s", zip: 1}}]',
      "moves { value { zip } key }",
      [{ key: "2020-01-01T00:00:00.000Z", value: { zip: 1 } }],
    ],
    [
      "nested",
      '[{key: [2, 1], value: [{item0: "9223372036854775807", item1: "AQI="}, {}]}]',
      "nested { key value { item0 item1 } }",
      [
        {
          key: [2, 1],
          value: [
            { item0: "9223372036854775807", item1: "AQI=" },
            { item0: null, item1: null },
          ],
        },
      ],
    ],
  ])("%s: %s is echoed as it is read back", async (column, literal, selection, stored) => {
    const id = next++;
    expect(await insert(id, `${column}: ${literal}`, selection)).toEqual({ [column]: stored });
    expect(await find(`value: {id: ${id}}`, selection)).toEqual([{ [column]: stored }]);
  });

  it("comes in variables as well", async () => {
    const query = `mutation($s: [StringIntMapEntryInput], $p: IntStringTupleInput, $h: AddressUdtInput, $v: [Float32], $o: OddUdtInput) {
      insertPeople(value: {id: 1000, scores: $s, pair: $p, home: $h, place: $v, odd: $o}) { value { pair { item0 } } } }`;
    const { errors } = await fixture.graphql(query, {
      s: [{ key: "a", value: 1 }],
      p: { item0: 7 },
      h: { zip: 5 },
      v: [0.5, 1],
      o: { zip: 6 },
    });
    expect(errors).toBeUndefined();
    expect(await get(1000)).toMatchObject({
      scores: { a: 1 },
      pair: [7, null],
      home: { street_name: null, zip: 5 },
      place: [0.5, 1],
      odd: { constructor: null, zip: 6 },
    });
  });

  test.each([
    ["log", "[1, null]", "The value of log is not an array, each item a whole number from -2147483648 to 2147483647"],
    ["scores", '[{key: "a"}]', /^The value of scores is not a Map/],
    ["scores", "[null]", /^The value of scores is not a Map/],
    ["scores", "[{value: 1}]", /Field "StringIntMapEntryInput.key" of required type "String!" was not provided/],
    ["place", "[1]", /^The value of place is not an array of 2/],
    ["pair", "[1, 2]", /Expected value of type "IntStringTupleInput"/],
    ["home", '{nom: "x"}', /Field "nom" is not defined by type "AddressUdtInput"/],
    ["tags", "[{a: 1}]", /String cannot represent/],
  ])("%s: %s is refused", async (column, literal, message) => {
    expect(await insert(next++, `${column}: ${literal}`, "id")).toMatch(message);
  });

  it("is described with its CQL type", async () => {
    const query = `{ a: __type(name: "AddressUdt") { kind description fields { name description type { name } } }
      m: __type(name: "StringIntMapEntryInput") { inputFields { name type { kind ofType { name } name } } }
      p: __type(name: "People") { fields { name description type { kind ofType { name } } } } }`;
    const { data } = await fixture.graphql(query);
    expect(data?.["a"]).toEqual({
      kind: "OBJECT",
      description: "Where somebody lives.",
      fields: [
        { name: "streetName", description: "CQL `text`.", type: { name: "String" } },
        { name: "zip", description: "Of the town.\n\nCQL `int`.", type: { name: "Int" } },
      ],
    });
    expect(data?.["m"]).toEqual({
      inputFields: [
        { name: "key", type: { kind: "NON_NULL", name: null, ofType: { name: "String" } } },
        { name: "value", type: { kind: "SCALAR", name: "Int", ofType: null } },
      ],
    });
    const fields = (data?.["p"] as { fields: { name: string }[] }).fields;
    expect(fields.find((field) => field.name === "nested")).toEqual({
      name: "nested",
      description: "CQL `map<frozen<list<int>>, frozen<list<tuple<bigint, blob>>>>`.",
      type: { kind: "LIST", ofType: { name: "ListIntListBigIntBlobTupleMapEntry" } },
    });
  });
});

describe("filters by an index", () => {
  beforeAll(async () => {
    await insert(
      501,
      'tags: ["tx", "ty"], scores: [{key: "ka", value: 1}], email: "a@b.c", age: 30, work: {zip: 1}',
      "id",
    );
    await insert(
      502,
      'tags: ["tx"], scores: [{key: "ka", value: 2}, {key: "kb", value: 9}], email: "x@b.c", age: 40',
      "id",
    );
  });

  test.each([
    ['tags: {contains: "tx"}', [501, 502]],
    ['tags: {contains: "ty"}', [501]],
    ["scores: {contains: 9}", [502]],
    ['scores: {containsKey: "ka"}', [501, 502]],
    ['scores: {containsEntry: {key: "ka", value: 2}}', [502]],
    ['scores: {containsKey: "kb", containsEntry: {key: "ka", value: 2}}', [502]],
    ['email: {eq: "a@b.c"}', [501]],
    ["age: {gt: 30}", [502]],
    ["work: {eq: {zip: 1}}", [501]],
    ['id: {eq: 502}, tags: {contains: "tx"}', [502]],
  ])("%s", async (filter, ids) => {
    const found = (await find(`filter: {${filter}}`)) as { id: number }[];
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids);
  });

  test.each([
    ['email: {in: ["a@b.c"]}', /ALLOW FILTERING/],
    ["log: {contains: 1}", /ALLOW FILTERING/],
    ['tags: {eq: ["x"]}', /^Collection column 'tags' \(set<text>\) cannot be restricted by a '=' relation$/],
    ["place: {contains: 1}", "Cannot use CONTAINS on non-collection column place"],
    ["tags: {contains: null}", "Invalid null value in condition for column tags"],
    ['scores: {containsEntry: {key: "a"}}', "Invalid null value in condition for column scores"],
    ["home: {eq: {zip: 1}}", /^Non-frozen UDT column 'home' \(address\) cannot be restricted by any relation$/],
    ["pair: {contains: 1}", /Field "contains" is not defined by type "IntStringTupleFilterInput"/],
  ])("refuse %s", async (filter, message) => {
    expect(await find(`filter: {${filter}}`)).toMatch(message);
  });

  it("guard writes as a whole", async () => {
    const update = async (condition: string): Promise<unknown> => {
      const mutation = `mutation { r: updatePeople(value: {id: 501, log: [1]}, ifCondition: {${condition}}) { applied value { tags } } }`;
      const { data, errors } = await fixture.graphql(mutation);
      return errors ? errors[0]?.message : data?.["r"];
    };
    expect(await update('tags: {eq: ["ty", "tx"]}')).toEqual({ applied: true, value: { tags: null } });
    expect(await update('tags: {eq: ["tx"]}')).toEqual({ applied: false, value: { tags: ["tx", "ty"] } });
    expect(await update('tags: {in: [["tx"], ["tx", "ty"]]}')).toMatchObject({ applied: true });
    expect(await update("log: {eq: null}")).toMatchObject({ applied: false });
    expect(await update('tags: {contains: "tx"}')).toBe("tags: a condition cannot say what a collection contains");
  });
});

describe("a value that is made of others, over REST", () => {
  test.each<[string, unknown, unknown]>([
    ["tags", ["b", "a", "b"], ["a", "b"]],
    ["tags", '["b", 5]', ["5", "b"]],
    ["log", [1, "2"], [1, 2]],
    ["log", "[1]", [1]],
    ["log", [], null],
    ["scores", { z: 1, a: "2" }, { a: 2, z: 1 }],
    ["scores", [{ key: "a", value: 1 }], { a: 1 }],
    ["scores", JSON.parse('{"__proto__": 1, "constructor": 2}'), JSON.parse('{"__proto__": 1, "constructor": 2}')],
    ["pair", [1, null], [1, null]],
    ["place", [1, "0.5"], [1, 0.5]],
    ["home", { zip: 1 }, { street_name: null, zip: 1 }],
    ["home", { zip: null }, null],
    ["work", {}, { street_name: null, zip: null }],
    [
      "moves",
      { "2020-01-01T01:00:00+01:00": { street_name: "s" } },
      { "2020-01-01T00:00:00.000Z": { street_name: "s", zip: null } },
    ],
    [
      "nested",
      {
        "[2,1]": [
          ["7", "AQI="],
          [null, null],
        ],
      },
      {
        "[2,1]": [
          ["7", "AQI="],
          [null, null],
        ],
      },
    ],
  ])("%s: %j is read as %j", async (column, json, expected) => {
    const id = next++;
    expect(await post("people", { id, [column]: json })).toMatchObject({ status: 201 });
    expect(((await get(id)) as Record<string, unknown>)[column]).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    ["tags", { a: 1 }, `Invalid Set value '{"a":1}': cannot parse`],
    ["log", [1, null], "Invalid List value '[1,null]': cannot parse"],
    ["log", "[1", "Invalid List value '[1': cannot parse"],
    ["scores", ["a"], `Invalid Map value '["a"]': cannot parse`],
    ["pair", [1], "Invalid Tuple value '[1]': cannot parse"],
    ["place", [1, 2, 3], "Invalid Vector value '[1,2,3]': cannot parse"],
    ["home", { nom: "x" }, `Invalid UDT value '{"nom":"x"}': cannot parse`],
    ["home", [1], "Invalid UDT value '[1]': cannot parse"],
  ])("%s: %j is refused", async (column, json, description) => {
    expect(await post("people", { id: next++, [column]: json })).toMatchObject({
      status: 400,
      json: { description: `Bad request: ${description}`, code: 400 },
    });
  });

  it("stands in a path as JSON", async () => {
    expect(await post("keyed", { l: [1, 2], a: { street_name: "x;y/z" }, v: 5 })).toMatchObject({ status: 201 });
    const key = `${encodeURIComponent("[1, 2]")};${encodeURIComponent('{"street_name": "x;y/z"}')}`;
    expect(await get(key, "keyed")).toEqual({ l: [1, 2], a: { street_name: "x;y/z", zip: null }, v: 5 });
    expect(await get(encodeURIComponent("[2, 1]"), "keyed")).toBeUndefined();
    expect((await fixture.send("GET", `${path}/keyed/rows/no`)).json).toMatchObject({
      description: "Bad request: Invalid List value 'no': cannot parse",
    });
  });
});

describe("a definition with types that are made of others", () => {
  const define = (name: string, typeDefinition: string, more: object = {}) =>
    fixture.send("POST", path, {
      name,
      columnDefinitions: [
        { name: "id", typeDefinition: "int" },
        { name: "v", typeDefinition },
      ],
      primaryKey: { partitionKey: ["id"] },
      ...more,
    });

  test.each([
    ["List<Text>", "list<text>"],
    ["map<text,frozen<list<int>>>", "map<text, frozen<list<int>>>"],
    ["frozen<tuple<int, address>>", "tuple<int, frozen<address>>"],
    ["vector<float,3>", "vector<float, 3>"],
    ['"address"', "address"],
  ])("%s is shown as %s", async (given, shown) => {
    const name = `t${next++}`;
    expect(await define(name, given)).toMatchObject({ status: 201 });
    const { json } = await fixture.send("GET", `${path}/${name}`);
    expect(json).toMatchObject({ columnDefinitions: [{}, { name: "v", typeDefinition: shown }] });
  });

  test.each([
    ["nope", "Cannot find user type nope int keyspace shop"],
    ["list<Address2>", "Cannot find user type Address2 int keyspace shop"],
    ["list", '"list" is not a CQL type: list needs its types in angle brackets: list<text>'],
    ["set<duration>", '"set<duration>" is not a CQL type: a set cannot hold a duration'],
    [
      "list<set<int>>",
      '"list<set<int>>" is not a CQL type: a set within a collection must be frozen: frozen<set<int>>',
    ],
  ])("%s is refused", async (given, description) => {
    expect(await define("bad", given)).toMatchObject({
      status: 400,
      json: { description: `Bad request: ${description}` },
    });
  });

  it("has its indexes made", async () => {
    expect(await define("indexed", "int", { indexes: [{ column: "v" }] })).toMatchObject({ status: 201 });
    const { data, errors } = await fixture.graphql("{ indexed(filter: {v: {eq: 1}}) { values { id } } }");
    expect({ data, errors }).toEqual({ data: { indexed: { values: [] } }, errors: undefined });
  });

  it("is refused when its indexes are wrong", async () => {
    expect(await define("unindexed", "int", { indexes: [{ nonsense: true }] })).toMatchObject({ status: 400 });
  });
});

describe("a value of a type that nobody knows", () => {
  const shape = { kind: "Point", at: [1, 2.5, null], more: { deep: true } };
  beforeAll(async () => {
    const definition = {
      name: "shapes",
      columnDefinitions: [
        { name: "id", typeDefinition: "int" },
        { name: "shape", typeDefinition: "PointType" },
        { name: "shapes", typeDefinition: "list<PointType>" },
      ],
      primaryKey: { partitionKey: ["id"] },
    };
    await fixture.store.createTable("shop", tableOf(definition, { customTypes: new Set(["PointType"]) }));
  });

  it("is the JSON that it was, written as a literal, as a variable and over REST", async () => {
    const literal = '{kind: "Point", at: [1, 2.5, null], more: {deep: true}}';
    await fixture.graphql(`mutation { insertShapes(value: {id: 1, shape: ${literal}, shapes: [1, "a"]}) { applied } }`);
    const query = "mutation($s: json, $l: [json]) { insertShapes(value: {id: 2, shape: $s, shapes: $l}) { applied } }";
    expect(await fixture.graphql(query, { s: shape, l: [1, "a"] })).not.toHaveProperty("errors");
    expect(await post("shapes", { id: 3, shape, shapes: [1, "a"] })).toMatchObject({ status: 201 });
    for (const id of [1, 2, 3]) {
      expect(await get(id, "shapes")).toEqual({ id, shape, shapes: [1, "a"] });
      const { data } = await fixture.graphql(`{ shapes(value: {id: ${id}}) { values { shape shapes } } }`);
      expect(data?.["shapes"]).toEqual({ values: [{ shape, shapes: [1, "a"] }] });
    }
  });
});
