/** The profile of Stargate: its names, its documents and values, its answers as they were recorded, and one program on both profiles. */
import fc from "fast-check";
import { graphql, parse, parseValue, validate, valueFromASTUntyped } from "graphql";
import { describe, expect, it, test } from "vitest";
import * as runtime from "@colonnade/runtime";
import { converted, frozen, list, map, set, tuple, userType } from "@colonnade/runtime/composites";
import {
  createSession,
  find,
  get,
  increment,
  insert,
  readIndexed,
  readStatic,
  remove,
  scan,
  serviceProfile,
  update,
} from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { assertDefinitions, createTable } from "@colonnade/runtime/definitions";
import type { Batch, Codec, CredentialsOptions, OpenSession, Profile, Transport, Wire } from "@colonnade/runtime";
import { lowerCamel, nameTables, natives } from "@colonnade/runtime/protocol";
import { bindTable } from "../../../src/runtime/table/bound-table.ts";
import { decodeStargateName, encodeStargateName } from "../../../src/runtime/protocol/stargate-names.ts";
import type { StargateNameKind } from "../../../src/runtime/protocol/stargate-names.ts";
import { stargateProfile } from "../../../src/runtime/profile/stargate-profile.ts";
import * as shop from "../../../examples/shop/generated/index.js";
import * as videos from "../../../examples/videos/generated/index.js";
import { ProfileService } from "../../fixtures/stargate/profile-service.ts";
import type { ExpectedNames } from "../../fixtures/stargate/profile-service.ts";
import {
  RecordedStargate,
  recorded,
  recordedShop,
  recordedValues,
  replyOf,
  stargateUrls,
} from "../../fixtures/stargate/recorded-stargate.ts";
import { runs } from "../../support/long.ts";
import { tableOf } from "../any-table.ts";

const { blob, counter, date, decimal, duration, int, text, timestamp, uuid } = runtime;

const packing = {
  expected: "text",
  check: (value: unknown) => typeof value === "string",
  encode: (value: string) => new TextEncoder().encode(value),
  decode: (value: Uint8Array) => new TextDecoder().decode(value),
};

const products = tableOf("products", { id: uuid, name: text, description: text, price: decimal });
const orderLines = tableOf(
  "order_lines",
  { customer: text, day: date, line: int, product: uuid, customerName: text, note: text, quantity: int },
  {
    partitionKey: ["customer", "day"],
    clusteringKey: [["line", "desc"], "product"],
    staticColumns: ["customerName"],
    cqlNames: { customerName: "customer_name" },
  },
);
const people = tableOf("people", {
  ...{ id: int, first: text, last: text, email: text, age: int },
  ...{ tags: set(text), attrs: map(text, text) },
});
const hits = tableOf("hits", { page: text, views: counter }, { partitionKey: ["page"] });
/** Names that cannot be what they are in CQL, and members of the app's own. */
const odd = tableOf(
  "Order",
  { id: int, query: text, second: text, secret: text },
  {
    apiName: "Order_1234",
    cqlNames: { query: "Query", second: "2nd", secret: "__x" },
    apiNames: { second: "x32_nd" },
  },
);

const ids = {
  four: "00000000-0000-4000-8000-000000000004",
  five: "00000000-0000-4000-8000-000000000005",
  one: "00000000-0000-4000-8000-000000000001",
};
const { auth: authUrl, rest: restUrl } = stargateUrls;

function openWith(transport: Transport, options: Partial<CredentialsOptions> = {}): OpenSession {
  return createSession({
    url: stargateUrls.graphql,
    credentials: { username: "cassandra", password: "cassandra" },
    keyspace: "shop",
    profile: stargateProfile({ authUrl, restUrl }),
    transport,
    random: () => 0,
    batch: batchWrites(),
    ...options,
  });
}

function openRecorded(options: Partial<CredentialsOptions> = {}) {
  const stargate = new RecordedStargate();
  return { stargate, session: openWith(stargate.transport, options) };
}

describe("a name in Stargate's GraphQL", () => {
  test.each<[string, StargateNameKind, string]>([
    ["foo_bar", "column", "foo_bar"],
    ["fooBar", "table", "fooBar"],
    ["_foobar", "column", "_foobar"],
    ["_", "table", "_"],
    ["foo__bar", "table", "foo__bar"],
    ["123", "table", "x31_23"],
    ["__foobar", "table", "x5f__foobar"],
    ["Hello world!", "table", "Hellox20_worldx21_"],
    ["user-name", "column", "userx2d_name"],
    ["\u{1f577}", "column", "x1f577_"],
    ["x41_y", "column", "x78_41_y"],
    ["x_y", "column", "x_y"],
    ["Query", "table", "Querx79_"],
    ["Query", "column", "Query"],
    ["Query", "user type", "QueryUdt"],
    ["order", "table", "order"],
    ["Order", "table", "Ordex72_"],
    ["Order", "user type", "OrderUdt"],
    ["conversionWarnings", "table", "conversionWarningx73_"],
    ["Float32", "table", "Float32"],
    ["Tuples", "table", "Tuplx65_s"],
    ["Tuples", "column", "Tuples"],
    ["Tuples", "user type", "Tuplx65_sUdt"],
    ["EntryFoo", "user type", "Entrx79_FooUdt"],
    ["TestResult", "table", "TestResulx74_"],
    ["FooFilterInput", "table", "FooFilterInpux74_"],
    ["FooUdt", "table", "FooUdx74_"],
    ["FooUdt", "user type", "FooUdtUdt"],
    ["EntryOrder", "table", "Entrx79_Ordex72_"],
  ])("of %s, a %s, is %s", (name, kind, expected) => {
    expect(encodeStargateName(name, kind)).toBe(expected);
    expect(decodeStargateName(expected, kind)).toBe(name);
  });

  const parts = fc.constantFrom(
    "x",
    "_",
    "__",
    "Entry",
    "Tuple",
    "Input",
    "Order",
    "Udt",
    "41",
    "a",
    "-",
    "é",
    "Query",
  );
  const anyName = fc.oneof(
    fc.array(parts, { minLength: 1, maxLength: 6 }).map((some) => some.join("")),
    fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
  );
  test.each<StargateNameKind>(["table", "column", "user type"])(
    "is legal and tells the name of the %s again",
    (kind) => {
      fc.assert(
        fc.property(anyName, (name) => {
          const encoded = encodeStargateName(name, kind);
          expect(encoded).toMatch(/^(?!__)[_A-Za-z][_0-9A-Za-z]*$/);
          expect(decodeStargateName(encoded, kind)).toBe(name);
        }),
        runs(2_000, 100_000),
      );
    },
  );
});

/** Opens a session that notes documents and answers that all is well and empty. */
function openNoting(profile: Profile, batch?: Batch) {
  const documents: { readonly query: string; readonly url: string }[] = [];
  const transport: Transport = async ({ url, body }) => {
    await Promise.resolve();
    if (url.endsWith("/auth")) return replyOf({ status: 201, body: { authToken: "T" } });
    const { query } = JSON.parse(body ?? "") as { query: string };
    documents.push({ url, query });
    const names = [...query.matchAll(/(\w+): (?:insert|update|delete)/g)].map(([, name = ""]) => name);
    const data = names.length > 0 ? Object.fromEntries(names.map((name) => [name, { applied: true }])) : undefined;
    return replyOf({ status: 200, body: { data: data ?? { result: { values: [], pageState: null } } } });
  };
  return { documents, session: openWith(transport, { profile, batch }) };
}

const key = { customer: "Ann", day: "2020-01-31", line: 1, product: ids.one };

/** Everything that generated functions do, by the name of the table. */
const operations: Readonly<Record<string, (session: OpenSession) => readonly Promise<unknown>[]>> = {
  products: (session) => [
    insert(session, products, { id: ids.one, name: "Arm", price: "1.50" }, { ttl: 60, consistency: "LOCAL_ONE" }),
    insert(session, products, { id: ids.four, name: null }, { ifNotExists: true }),
    update(session, products, { id: ids.five, price: "9" }, { if: { price: { gt: "8" }, name: { in: ["a", null] } } }),
    update(session, products, { id: ids.five, price: "9" }, { ifExists: true }),
    remove(session, products, { id: ids.five }, { if: { name: { notEq: null } } }),
    remove(session, products, { id: ids.five }),
    get(session, products, { id: ids.one }),
    find(session, products, { id: { in: [ids.one, ids.four] } }, { consistency: "LOCAL_QUORUM" }).page(),
  ],
  order_lines: (session) => [
    insert(session, orderLines, { ...key, quantity: 2, customerName: "Ann B." }),
    update(session, orderLines, { customer: "Ann", day: key.day, customerName: "Ann C." }),
    remove(session, orderLines, key),
    readStatic(session, orderLines, { customer: "Ann", day: key.day }, ["customerName"]),
    find(session, orderLines, { customer: "Ann", day: key.day, line: { gt: 1, lte: 3 } }).page(),
    find(session, orderLines, { customer: "Ann", day: key.day }, { order: "asc", pageSize: 4 }).page(),
    find(session, orderLines, { ...key, product: { gte: ids.one } }, { pageState: "AA==" }).page(),
    scan(session, orderLines, { select: ["note"] }).page(),
  ],
  people: (session) => [
    insert(session, people, { id: 1, tags: ["a"], attrs: new Map([["k", "v"]]) }),
    readIndexed(session, people, { email: "p1@x.org" }).page(),
    readIndexed(session, people, { tags: { contains: "a" } }).page(),
    readIndexed(session, people, { attrs: { containsKey: "k" } }).page(),
    readIndexed(session, people, { attrs: { containsEntry: ["k", "v"] } }).page(),
  ],
  hits: (session) => [
    increment(session, hits, { page: "c" }, { views: 5n }),
    get(session, hits, { page: "c" }),
    remove(session, hits, { page: "c" }),
  ],
  Order: (session) => [
    insert(session, odd, { id: 1, query: "q", second: "s", secret: "u" }, { ifNotExists: true }),
    update(session, odd, { id: 1, second: "s" }, { if: { secret: { eq: "u" } } }),
    get(session, odd, { id: 1 }),
    remove(session, odd, { id: 1 }),
  ],
};

describe("documents", () => {
  it.each(Object.keys(operations))("of %s are valid in the keyspace as Stargate described it", async (name) => {
    for (const batch of [batchWrites(), undefined]) {
      const { documents, session } = openNoting(stargateProfile(), batch);
      await Promise.all(operations[name]?.(session) ?? []);
      expect(documents.length).toBeGreaterThan(0);
      for (const { query } of documents) {
        expect(validate(recordedShop, parse(query)).map(String), query).toEqual([]);
      }
    }
  });

  it("that ask for the definitions find the tables as they are bound", async () => {
    const transport: Transport = async ({ url, body }) => {
      if (url.endsWith("/auth")) return replyOf({ status: 201, body: { authToken: "T" } });
      const { query } = JSON.parse(body ?? "") as { query: string };
      return replyOf({ status: 200, body: await graphql({ schema: recordedShop, source: query }) });
    };
    const { notes } = await assertDefinitions(openWith(transport), [products, orderLines, people, hits, odd]);
    expect(notes.map(({ table, column }) => `${table}.${column}`)).toEqual(["products.created"]);
    const ours = openWith(transport, { profile: { ...serviceProfile, graphqlPath: () => "/" } });
    await expect(assertDefinitions(ours, [orderLines])).rejects.toMatchObject({ code: "definitions" });
  });

  it("of our own service would not be", async () => {
    const { documents, session } = openNoting(serviceProfile);
    await get(session, products, { id: ids.one });
    await get(session, orderLines, key);
    const problems = documents.map(({ query }) => validate(recordedShop, parse(query)).length);
    expect(problems).toEqual([0, expect.toSatisfy((count: number) => count > 0)]);
  });

  it("name the keyspace in their path, the session's own too", async () => {
    const { documents, session } = openNoting(stargateProfile());
    await get(session, products, { id: ids.one });
    await get(session, { ...products, keyspace: "other keyspace" }, { id: ids.one });
    expect(documents.map(({ url }) => url)).toEqual([
      "http://localhost:8080/graphql/shop",
      "http://localhost:8080/graphql/other%20keyspace",
    ]);
  });

  it("have the names of escaped tables and columns, whatever they are called in our service", async () => {
    const { documents, session } = openNoting(stargateProfile());
    await insert(session, odd, { id: 1, query: "q", second: "s", secret: "u" });
    expect(documents[0]?.query).toBe(
      'mutation { result: insertOrdex72_(value: {id: 1, Query: "q", x32_nd: "s", x5f__x: "u"}) { applied } }',
    );
  });
});

describe("a user type", () => {
  interface Home {
    street: string | null;
    postalCode: string | null;
    line1: string | null;
  }
  const address = userType<Home>({
    name: "address",
    fields: { street: text, postalCode: text, line1: text },
    cqlNames: { postalCode: "postal_code", line1: "line_1" },
  });
  const notes = userType<{ sentAt: Date | null; to: Home | null }>({
    name: "note",
    fields: { sentAt: timestamp, to: frozen(address) },
    cqlNames: { sentAt: "sent_at" },
  });
  const table = tableOf("contacts", {
    id: int,
    home: address,
    others: list(frozen(notes)),
    byName: map(text, frozen(address)),
    pair: tuple(int, frozen(notes)),
  });
  const home = { street: "Main", postalCode: "1010", line1: null };
  const note = { sentAt: new Date("2020-08-10T18:48:31.020Z"), to: home };
  const row = { id: 1, home, others: [note], byName: new Map([["a", home]]), pair: [5, note] };
  const profile = stargateProfile();
  const { members, byName } = bindTable(table, profile);
  const codecOf = (name: string): Codec<unknown> => {
    const member = byName.get(name);
    if (!member) throw new Error(`there is no ${name}`);
    return member.codec;
  };

  it("has its fields under their CQL names, however deep it stands", () => {
    const wire = { street: "Main", postal_code: "1010", line_1: null };
    const noteWire = { sent_at: "2020-08-10T18:48:31.020Z", to: wire };
    expect(codecOf("home").encode(home)).toEqual(wire);
    expect(codecOf("others").encode([note])).toEqual([noteWire]);
    expect(codecOf("byName").encode(row.byName)).toEqual([{ key: "a", value: wire }]);
    expect(codecOf("pair").encode(row.pair)).toEqual({ item0: 5, item1: noteWire });
    expect(members.map(({ selection }) => selection)).toEqual([
      "id",
      "home { street postal_code line_1 }",
      "others { sent_at to { street postal_code line_1 } }",
      "byName { key value { street postal_code line_1 } }",
      "pair { item0 item1 { sent_at to { street postal_code line_1 } } }",
    ]);
  });

  it("is read back as it was written", () => {
    for (const { name, codec } of members) {
      const value = row[name as keyof typeof row];
      expect(codec.decode(codec.encode(value)), name).toEqual(value);
    }
  });

  it("is looked for by an index under those names too", () => {
    const wire = { street: "Main", postal_code: "1010", line_1: null };
    const { parts } = codecOf("byName");
    expect(parts?.value?.encode(home as never)).toEqual(wire);
    expect(parts?.key?.encode("a" as never)).toBe("a");
    expect(parts?.entry?.encode(["a", home] as never)).toEqual({ key: "a", value: wire });
    expect(codecOf("others").parts?.value?.encode(note as never)).toMatchObject({ to: wire });
  });

  it("stays what it is in our service", () => {
    expect(bindTable(table).byName.get("home")?.selection).toBe("home { street postalCode line1 }");
    expect(bindTable(table, profile)).toBe(bindTable(table, profile));
    expect(bindTable(table)).toBe(bindTable(table, serviceProfile));
  });

  it("of generated bindings has the fields that its definition has", () => {
    const layout = bindTable(videos.videosTable, stargateProfile());
    expect(layout.byName.get("chapters")?.selection).toBe(
      "chapters { title starts_after filmed_at { street postal_code city position { item0 item1 } } }",
    );
    expect(layout.byName.get("isPrivate")?.selection).toBe("private");
    expect(bindTable(videos.playlistTable, stargateProfile()).type).toBe("watch_later");
  });

  it("has a field whose name has a capital or a space in CQL under that name, escaped", () => {
    const odd = userType<{ postalCode: string | null; oldName: string | null }>({
      name: "odd",
      fields: { postalCode: text, oldName: text },
      cqlNames: { oldName: "old name" },
    });
    const layout = bindTable(tableOf("odds", { id: int, it: odd }), stargateProfile());
    expect(layout.byName.get("it")?.selection).toBe("it { postalCode oldx20_name }");
  });
});

describe("values", () => {
  const scalars = Object.entries(recordedValues).filter(([type]) => type in natives);

  it.each(scalars)("of %s that Stargate returned are read", (type, values) => {
    const codec = codecOf(natives[type as keyof typeof natives]);
    for (const { returned } of values) {
      // JSON has no infinity, and what is no number is no value of a double.
      if (returned === "Infinity") expect(() => codec.decode(returned)).toThrow();
      else expect(codec.check(codec.decode(returned as Wire)), String(returned)).toBe(true);
    }
  });

  it.each(scalars)("of %s are read as the codec reads what was written", (type, values) => {
    const codec = codecOf(natives[type as keyof typeof natives]);
    for (const { literal, returned } of values) {
      const written = valueFromASTUntyped(parseValue(literal)) as Wire;
      // What only Stargate takes, such as a host name for an address, or a Date of fewer digits.
      if (type === "timestamp" || type === "blob" || !codec.check(written)) continue;
      expect(codec.decode(returned as Wire), literal).toEqual(codec.decode(codec.encode(written)));
    }
  });

  it.each(scalars)("of %s are sent as something that it took", (type, values) => {
    const codec = codecOf(natives[type as keyof typeof natives]);
    const taken = values.map(({ literal }) => JSON.stringify(valueFromASTUntyped(parseValue(literal))));
    const sent = values
      .filter(({ returned }) => returned !== "Infinity")
      .map(({ returned }) => JSON.stringify(codec.encode(codec.decode(returned as Wire))));
    // Of most values it returned the very text that it took; the forms are the same for all.
    expect(taken.filter((literal) => sent.includes(literal)).length).toBeGreaterThan(0);
    const forms = new Set(sent.map((literal) => typeof JSON.parse(literal)));
    const formsTaken = new Set(taken.map((literal) => typeof JSON.parse(literal)));
    for (const form of forms) expect(formsTaken).toContain(form);
  });

  it("a duration of zero is written as an empty text, and read as one of zero wherever it stands", () => {
    expect(codecOf(duration).decode("")).toBe("0s");
    expect(codecOf(list(duration)).decode([""])).toEqual(["0s"]);
    expect(codecOf(map(text, duration)).decode([{ key: "a", value: "" }])).toEqual(new Map([["a", "0s"]]));
    expect(codecOf(userType<{ d: string | null }>({ name: "u", fields: { d: duration } })).decode({ d: "" })).toEqual({
      d: "0s",
    });
  });

  it("an empty blob is refused before anything is sent, since it would not be written", async () => {
    const files = tableOf("files", { id: int, body: blob, packed: converted(blob, packing), parts: list(blob) });
    const { documents, session } = openNoting(stargateProfile());
    const empty = new Uint8Array();
    for (const value of [{ body: empty }, { packed: "" }]) {
      const [name = ""] = Object.keys(value);
      await expect(insert(session, files, { id: 1, ...value })).rejects.toMatchObject({
        code: "validation",
        direction: "in",
        path: [name],
        message: expect.stringMatching(/is not .*, at least one byte long: Stargate does not write an empty blob/),
      });
      await expect(update(session, files, { id: 1, ...value })).rejects.toMatchObject({ code: "validation" });
    }
    expect(documents).toEqual([]);
    await insert(session, files, { id: 1, body: new Uint8Array([0]), packed: "a", parts: [empty] });
    expect(documents).toHaveLength(1);
    const { documents: ours, session: our } = openNoting(serviceProfile);
    await insert(our, files, { id: 1, body: empty });
    expect(ours[0]?.query).toContain('body: ""');
  });

  const street = userType({ name: "street", fields: { name: text, number: int } });
  const address = userType({ name: "address", fields: { line: street, zip: text, tags: list(text) } });
  const composites: Readonly<Record<string, Codec<unknown>>> = Object.fromEntries(
    Object.entries({
      "l_int list<int>": list(int),
      "m_text_int map<text, int>": map(text, int),
      "m_uuid_ts map<uuid, timestamp>": map(uuid, timestamp),
      "l_decimal list<decimal>": list(decimal),
      "ll list<frozen<list<int>>>": list(list(int)),
      "ml map<text, frozen<set<int>>>": map(text, set(int)),
      "t2 frozen<tuple<int, text>>": tuple(int, text),
      "t3 frozen<tuple<uuid, timestamp, frozen<list<text>>>>": tuple(uuid, timestamp, list(text)),
      "lt list<frozen<tuple<int, text>>>": list(tuple(int, text)),
      "u street": street,
      "u2 frozen<address>": address,
      "lu list<frozen<street>>": list(street),
      "mu map<text, frozen<street>>": map(text, street),
    }).map(([name, codec]) => [name, codecOf(codec)]),
  );

  it.each(Object.entries(composites))("of %s are read, and sent in the form that it took", (name, codec) => {
    const values = recordedValues[name] ?? [];
    expect(values.length).toBeGreaterThan(0);
    for (const { returned } of values) {
      const value = codec.decode(returned as Wire);
      expect(codec.check(value)).toBe(true);
      expect(codec.encode(value)).toEqual(returned);
    }
  });

  /** The codec of a column in Stargate. */
  function codecOf(codec: unknown): Codec<unknown> {
    const member = bindTable(tableOf("t", { id: int, value: codec }), stargateProfile()).byName.get("value");
    if (!member) throw new Error("it has no such column");
    return member.codec;
  }
});

describe("what Stargate answered", () => {
  it("to a token request is a token, which calls bring with them", async () => {
    const { stargate, session } = openRecorded();
    await insert(session, products, { id: "00000000-0000-4000-8000-000000000082", name: "o2" }, { ttl: 100 });
    const [created, call] = stargate.calls;
    expect(created?.url).toBe("http://localhost:8081/v1/auth");
    expect(call?.url).toBe("http://localhost:8080/graphql/shop");
    expect(call?.headers).toMatchObject({ "x-cassandra-token": [...stargate.tokens][0] });
    expect(call?.headers).not.toHaveProperty("x-service-token");
  });

  it("to a wrong password is an error that names the user", async () => {
    const { session } = openRecorded({ credentials: { username: "nobody", password: "x" } });
    await expect(session.connect()).rejects.toMatchObject({
      code: "credentials",
      message: expect.stringContaining('"nobody"') as string,
    });
  });

  it("to conditional writes is whether they were applied, and what stood in their way", async () => {
    const { session } = openRecorded();
    const existing = { id: ids.four, name: "other", price: "9" };
    expect(await insert(session, products, existing, { ifNotExists: true })).toEqual({
      applied: false,
      current: { id: ids.four, name: "lwt", description: null, price: null },
    });
    const { five } = ids;
    const change = (id: string, price: string, eq: string) =>
      update(session, products, { id, price }, { if: { price: { eq } } });
    expect(await change(five, "9", "8")).toEqual({ applied: true });
    expect(await change(five, "10", "8")).toEqual({ applied: false, current: { price: "9" } });
    expect(await change("00000000-0000-4000-8000-000000000066", "12", "1")).toEqual({
      applied: false,
      current: { price: null },
    });
    const missing = { id: "00000000-0000-4000-8000-000000000006", price: "7" };
    expect(await update(session, products, missing, { ifExists: true })).toEqual({ applied: false, current: null });
    expect(await update(session, products, { id: five, price: "8" }, { ifExists: true })).toEqual({ applied: true });
    expect(await remove(session, products, { id: ids.one }, { if: { name: { eq: "zz" } } })).toEqual({
      applied: false,
      current: { name: "Heavy Arm" },
    });
    expect(await remove(session, products, { id: ids.four })).toEqual({ applied: true });
  });

  it("to conditional writes in its first versions does not tell whether they were applied", async () => {
    const { stargate, session } = openRecorded();
    await session.connect();
    stargate.next.push(
      replyOf({ status: 200, body: { data: { result: { applied: null, value: { id: ids.four } } } } }),
    );
    await expect(insert(session, products, { id: ids.four }, { ifNotExists: true })).rejects.toMatchObject({
      ...{ code: "outcome-unknown", cause: { code: "protocol" } },
    });
  });

  it("to writes of one tick it answered in one document", async () => {
    const { stargate, session } = openRecorded();
    const results = await Promise.all([
      remove(session, products, { id: ids.four }),
      update(session, orderLines, { customer: "Ann", day: "2020-01-31", customerName: "Ann C." }),
    ]);
    expect(results).toEqual([{ applied: true }, { applied: true }]);
    expect(stargate.documents).toHaveLength(1);
    expect(await increment(session, hits, { page: "c" }, { views: 5n })).toEqual({ applied: true });
  });

  it("to queries are rows by their members", async () => {
    const { session } = openRecorded();
    const line = { customer: "Ann", day: "2020-01-31", line: 2, product: ids.one };
    const select = ["line", "quantity", "note", "customerName"] as const;
    expect(await find(session, orderLines, line, { select }).toArray()).toEqual([
      { line: 2, quantity: 21, note: "n21", customerName: "Ann B." },
    ]);
    const keys = { select: ["line", "product"] } as const;
    const partition = { customer: "Ann", day: "2020-01-31" };
    const above = await find(session, orderLines, { ...partition, line: { gt: 3 } }, keys).toArray();
    expect(above.map((row) => row["line"])).toEqual([5, 5, 4, 4]);
    const some = await find(session, orderLines, { ...partition, line: { in: [1, 3, 9] } }, keys).toArray();
    expect(some.map((row) => row["line"])).toEqual([3, 3, 1, 1]);
    const reversed = await find(session, orderLines, partition, { ...keys, order: "asc" }).toArray();
    expect(reversed.slice(0, 2).map((row) => row["product"])).toEqual([
      "00000000-0000-4000-8000-000000000002",
      ids.one,
    ]);
    expect(await find(session, people, { id: 99 }, { select: ["id"] }).toArray()).toEqual([]);
    expect(await readIndexed(session, people, { email: "p1@x.org" }, { select: ["id", "email"] }).toArray()).toEqual([
      { id: 1, email: "p1@x.org" },
      { id: 4, email: "p1@x.org" },
    ]);
    const asked = { attrs: { containsKey: "k2" } };
    expect(await readIndexed(session, people, asked, { select: ["id", "attrs"] }).toArray()).toEqual([
      { id: 2, attrs: new Map(Object.entries({ all: "x", k2: "v2" })) },
    ]);
  });

  it("to a page is where the next one begins, and to the last one nothing", async () => {
    const { session } = openRecorded();
    const read = (pageState?: string) =>
      find(
        session,
        orderLines,
        { customer: "Ann", day: "2020-01-31" },
        { select: ["line", "product"], pageSize: 4, pageState },
      ).page();
    const first = await read();
    expect(first.rows).toHaveLength(4);
    expect(first.pageState).toBe("ABcABAAAAAQQAAAAAAAAQACAAAAAAAAAAvB////78H////s=");
    const last = await read("ABcABAAAAAIQAAAAAAAAQACAAAAAAAAAAvB////38H////c=");
    expect(last).toMatchObject({ rows: [{ line: 1 }, { line: 1 }], pageState: null });
  });

  it("to a write without the right is an error of that write alone, which was refused", async () => {
    const { session } = openRecorded();
    await expect(insert(session, products, { id: "00000000-0000-4000-8000-000000000002" })).rejects.toMatchObject({
      ...{ code: "forbidden", outcome: "refused" },
      message: expect.stringContaining("has no MODIFY permission") as string,
    });
  });

  it("of an unknown keyspace is not found", async () => {
    const { session } = openRecorded();
    await expect(get(session, { ...products, keyspace: "nope" }, { id: ids.one })).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("Unknown keyspace 'nope'") as string,
    });
  });

  it("to a table's definition is that it made the table, or why not", async () => {
    const { stargate, session } = openRecorded();
    const made = tableOf("doc_products", { ...products.columns, created: timestamp });
    await createTable(session, made);
    expect(stargate.calls.at(-1)?.url).toBe("http://localhost:8082/v1/keyspaces/shop/tables");
    await expect(createTable(session, made, { ifNotExists: false })).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringContaining("already exists") as string,
    });
  });
});

describe("a refusal", () => {
  it("for a right that is missing is no reason for another token", async () => {
    const { stargate, session } = openRecorded();
    stargate.next.push(replyOf(recorded("create: without the right")));
    await expect(createTable(session, products)).rejects.toMatchObject({ code: "forbidden", status: 403 });
    expect(stargate.calls.filter(({ url }) => url.endsWith("/auth"))).toHaveLength(1);
  });

  const firstVersions = {
    data: { result: null },
    errors: [{ message: "Exception while fetching data (/result) : authorization failed", path: ["result"] }],
  };
  test.each<[string, { status: number; body: unknown }]>([
    ["as 1.0.91 says it", recorded("token unknown")],
    ["as the first versions say it", { status: 200, body: firstVersions }],
  ])("of a token that is dead, %s, brings another one", async (_, answer) => {
    const { stargate, session } = openRecorded();
    stargate.next.push(replyOf(answer));
    expect(await remove(session, products, { id: ids.four })).toEqual({ applied: true });
    expect(stargate.calls.filter(({ url }) => url.endsWith("/auth"))).toHaveLength(2);
  });

  it("that some fields alone have is no dead token, and neither are rows that tell of one", async () => {
    const { stargate, session } = openRecorded();
    const values = [{ id: ids.one, name: "authorization failed", description: null, price: null }];
    stargate.next.push(replyOf({ status: 200, body: { data: { result: { values, pageState: null } } } }));
    expect(await get(session, products, { id: ids.one })).toMatchObject({ name: "authorization failed" });
    const [message] = firstVersions.errors;
    stargate.next.push(
      replyOf({
        status: 200,
        body: { data: { w0: { applied: true }, w1: null }, errors: [{ ...message, path: ["w1"] }] },
      }),
    );
    const settled = await Promise.allSettled([
      remove(session, products, { id: ids.four }),
      remove(session, products, { id: ids.five }),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(stargate.calls.filter(({ url }) => url.endsWith("/auth"))).toHaveLength(1);
  });

  it("for too much to do leaves a conditional write unknown, and is waited out by one that is safe", async () => {
    const busy = replyOf({ status: 429, body: { errors: [{ message: "Database is overloaded" }] } });
    const { stargate, session } = openRecorded();
    await session.connect();
    stargate.next.push(busy);
    expect(await remove(session, products, { id: ids.four })).toEqual({ applied: true });
    stargate.next.push(busy);
    await expect(insert(session, products, { id: ids.four }, { ifNotExists: true })).rejects.toMatchObject({
      code: "outcome-unknown",
    });
  });

  test.each([
    ["Operation timed out - received only 0 responses.", "unknown"],
    ["Operation failed - received 0 responses and 1 failures", "unknown"],
    ["CAS operation result is unknown - proposal accepted by 1 but not a quorum.", "unknown"],
    ["Cannot achieve consistency level LOCAL_QUORUM", "refused"],
    ["Exception while fetching data (/w0) : authorization failed", "refused"],
  ])("of the database, %s, leaves a write %s", (message, outcome) => {
    expect(stargateProfile().meaningOf?.({ message })).toBe(outcome);
  });
});

describe("addresses", () => {
  it("are below that of the session, unless the profile has others", async () => {
    const urls: string[] = [];
    const { session } = (() => {
      const transport: Transport = async ({ url }) => {
        await Promise.resolve();
        urls.push(url);
        return replyOf({ status: 201, body: { authToken: "T" } });
      };
      const url = "https://db.example.com/api/";
      return { session: openWith(transport, { url, profile: stargateProfile({ restUrl: `${url}rest/` }) }) };
    })();
    await createTable(session, products);
    expect(urls).toEqual([
      "https://db.example.com/api/v1/auth",
      "https://db.example.com/api/rest/v1/keyspaces/shop/tables",
    ]);
  });

  it("that would carry the password unencrypted to another machine are refused", () => {
    expect(() => stargateProfile({ authUrl: "http://db.example.com:8081" })).toThrow(/unencrypted/);
    expect(() => stargateProfile({ restUrl: "db.example.com" })).toThrow(/is not an address/);
    const profile = stargateProfile({ authUrl: "http://db.example.com:8081/", allowInsecure: true });
    expect(profile.authPath).toBe("http://db.example.com:8081/v1/auth");
  });

  test.each<[string, Transport, RegExp]>([
    [
      "answers with something else",
      () => Promise.resolve(replyOf({ status: 404, body: { code: 404, message: "HTTP 404 Not Found" } })),
      /: http:\/\/localhost:8081\/v1\/auth answered HTTP 404.*; is http:\/\/localhost:8081 the service\?/,
    ],
    [
      "does not answer",
      () => Promise.reject(new runtime.TransportFailure("not-sent", "ECONNREFUSED", { unsendable: false })),
      /no connection to http:\/\/localhost:8081\/v1\/auth \(ECONNREFUSED\)/,
    ],
  ])("that %s are named as they are", async (_, transport, message) => {
    const session = openWith(transport);
    await expect(session.connect()).rejects.toThrow(message);
    await session.close();
  });
});

describe("one program", () => {
  const { ordersByCustomerTable: table } = shop;
  const customerId = "00000000-0000-4000-8000-0000000000c1";
  const orderId = "50554d6e-29bb-11e5-b345-feff819cdc9f";
  const orderOf = (day: number) => ({
    customerId,
    orderId,
    ...{ orderedAt: new Date(Date.UTC(2026, 10, day)), total: `${day}.50`, paid: false },
  });

  /** Makes the table and uses it, all with bindings that were generated without a thought of Stargate. */
  async function run(session: OpenSession): Promise<unknown[]> {
    const [first, second, third] = [orderOf(1), orderOf(2), orderOf(3)];
    const { total: _, paid: __, ...firstKey } = first;
    await createTable(session, table);
    await Promise.all([first, second, third].map((order) => shop.insertOrdersByCustomer(session, order)));
    const found: unknown[] = [await shop.getOrdersByCustomer(session, firstKey)];
    const where = { customerId, orderedAt: { gte: second.orderedAt } };
    for await (const page of shop.findOrdersByCustomer(session, where, { pageSize: 1 }).pages()) {
      found.push(page.rows.map(({ total }) => total));
    }
    const pay = (total: string) =>
      shop.updateOrdersByCustomer(session, { ...firstKey, paid: true }, { if: { total: { eq: total } } });
    found.push(await pay("9.99"), await pay("1.50"));
    found.push(await shop.deleteOrdersByCustomer(session, firstKey));
    found.push(await shop.getOrdersByCustomer(session, firstKey));
    return found;
  }

  const expected = [
    { ...orderOf(1), customerName: null },
    ["3.50"],
    ["2.50"],
    { applied: false, current: { total: "1.50" } },
    { applied: true },
    { applied: true },
    undefined,
  ];

  const ours = nameTables(["orders_by_customer"]).get("orders_by_customer") ?? { type: "", query: "" };
  const theirs = { type: "orders_by_customer", query: "orders_by_customer" };
  test.each<[string, Profile, ExpectedNames]>([
    ["our own service", serviceProfile, { ...ours, column: lowerCamel }],
    ["Stargate", stargateProfile(), { ...theirs, column: (name) => name }],
    ["Stargate at three ports", stargateProfile({ authUrl, restUrl }), { ...theirs, column: (name) => name }],
  ])("does the same with %s", async (_, profile, names) => {
    const url = "http://localhost:8080/base";
    const service = new ProfileService(profile, names, url);
    const session = openWith(service.transport, { url, profile });
    expect(await run(session)).toEqual(expected);
    expect(service.tokens).toBe(1);
  });
});
