/** The values that the tests of the real servers write, by GraphQL and by REST. @see known-cases.md */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openFixture, uuid } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

/** Type, value as JSON, and what is read where that differs. */
const values: readonly (readonly [type: string, written: string | number | boolean, read?: string | number])[] = [
  ["ascii", "abc"],
  ["text", "abc"],
  ["text", ""],
  ["varchar", "abc"],
  ["bigint", "-9223372036854775807"],
  ["bigint", 1, "1"],
  ["blob", "AQID//7gEiMB"],
  ["boolean", true],
  ["boolean", false],
  ["date", "2005-08-05"],
  ["decimal", "-0.123456"],
  ["double", -123456.789],
  ["duration", "12h30m"],
  ["float", 1.1234],
  ["inet", "8.8.8.8"],
  ["inet", "2001:db8::1"],
  ["int", -2147483648],
  ["smallint", 32767],
  ["time", "23:59:31.123456789"],
  ["timestamp", "2020-07-31T18:25:43.511Z"],
  ["timeuuid", "30821634-13ad-11eb-adc1-0242ac120002"],
  ["tinyint", -128],
  ["tinyint", 1],
  ["uuid", "f3abdfbf-479f-407b-9fde-128145bd7bef"],
  ["varint", "92233720368547758070000"],
];
const types = [...new Set(values.map(([type]) => type))];
const isText = (type: string): boolean => ["ascii", "text", "varchar"].includes(type);
const field = (type: string): string => `c${type[0]?.toUpperCase()}${type.slice(1)}`;

let fixture: Fixture;
beforeAll(async () => {
  const columns = types.map((type) => ({ name: `c_${type}`, typeDefinition: type }));
  const table = {
    name: "scalars",
    columnDefinitions: [{ name: "id", typeDefinition: "uuid" }, ...columns],
    primaryKey: { partitionKey: ["id"] },
  };
  fixture = await openFixture([table]);
});
afterAll(() => fixture.close());

const rows = "/api/rest/v1/keyspaces/shop/tables/scalars/rows";
const id = uuid(1);
const write = async (verb: "insert" | "update", members: string): Promise<unknown> => {
  const { errors } = await fixture.graphql(`mutation { ${verb}Scalars(value: {id: "${id}", ${members}}) { applied } }`);
  return errors?.map(({ message }) => message).join();
};
const readRest = async (): Promise<Record<string, unknown>> => {
  const { json } = await fixture.send("GET", `${rows}/${id}`);
  return (json as { rows: Record<string, unknown>[] }).rows[0] ?? {};
};
const readGraphQL = async (type: string): Promise<unknown> => {
  const { data } = await fixture.graphql(`{ scalars(value: {id: "${id}"}) { values { v: ${field(type)} } } }`);
  return (data?.["scalars"] as { values: { v: unknown }[] }).values[0]?.v;
};

describe("a value of a known test", () => {
  const cases = values.map(([type, written, read = written]) => [type, written, read] as const);
  test.each(cases)("of type %s reads back, however it is written: %j", async (type, written, read) => {
    const body = { changeset: [{ column: `c_${type}`, value: written }] };
    const writers = [
      () => write("insert", `${field(type)}: ${JSON.stringify(written)}`),
      () => write("update", `${field(type)}: ${JSON.stringify(written)}`),
      async () => ((await fixture.send("PUT", `${rows}/${id}`, body)).status === 200 ? undefined : "refused"),
    ];
    for (const writer of writers) {
      await write("insert", `${field(type)}: null`);
      expect(await writer()).toBeUndefined();
      expect(await readGraphQL(type)).toBe(read);
      expect((await readRest())[`c_${type}`]).toBe(read);
    }
  });

  it("is deleted by null, whatever its type", async () => {
    const fill = Object.fromEntries(values.map(([type, written]) => [type, written]));
    const members = (value: (type: string) => unknown) =>
      types.map((type) => `${field(type)}: ${JSON.stringify(value(type))}`).join(", ");
    const nulls = { changeset: types.map((type) => ({ column: `c_${type}`, value: null })) };
    const none = members(() => null);
    const writers = [
      () => write("insert", none),
      () => write("update", none),
      async () => void (await fixture.send("PUT", `${rows}/${id}`, nulls)),
    ];
    for (const writer of writers) {
      expect(
        await write(
          "insert",
          members((type) => fill[type]),
        ),
      ).toBeUndefined();
      expect(Object.values(await readRest())).not.toContain(null);
      expect(await writer()).toBeUndefined();
      const { id: _, ...rest } = await readRest();
      expect(Object.values(rest)).toEqual(types.map(() => null));
    }
  });

  test.each(types.filter((type) => !isText(type)))("of type %s is not the text abcd", async (type) => {
    // Four letters are Base64.
    const text = type === "blob" ? "abc" : "abcd";
    expect(await write("insert", `${field(type)}: "${text}"`)).toMatch(/^Expected value of type|cannot represent/);
    const query = `mutation($v: ScalarsInput!) { insertScalars(value: $v) { applied } }`;
    const { errors } = await fixture.graphql(query, { v: { id, [field(type)]: text } });
    expect(errors?.[0]?.message).toMatch(/^Variable "\$v" got invalid value/);
    const body = {
      columns: [
        { name: "id", value: id },
        { name: `c_${type}`, value: text },
      ],
    };
    expect(await fixture.send("POST", rows, body)).toMatchObject({
      status: 400,
      json: { description: expect.stringMatching(/^Bad request: Invalid \w+ value 'abcd?': cannot parse/) },
    });
  });

  test.each(["uuid", "timeuuid", "timestamp", "date", "time", "inet", "blob", "duration", "text", "ascii"])(
    "of type %s is not a bare number",
    async (type) => {
      expect(await write("insert", `${field(type)}: 5`)).toMatch(/^Expected value of type|cannot represent/);
    },
  );
});
