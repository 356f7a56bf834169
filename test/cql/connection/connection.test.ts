/** One client over a real socket: the start of a connection, and requests with their answers. */
import { describe, expect, it, test } from "vitest";
import { BodyWriter } from "../../../src/cql/protocol/body-writer.ts";
import { flags, opcodes } from "../../../src/cql/protocol/envelope.ts";
import { listenConnections } from "../../../src/cql/connection/listen-connections.ts";
import { certificate, certificateKey } from "../../support/certificate.ts";
import { column } from "./fake-language.ts";
import { openFake } from "./open-fake.ts";
import { ScriptedClient, errorOf, executeBody, prepareBody, queryBody, stringMap } from "./scripted-client.ts";

const user = { username: "ann", password: "secret" };
const login = (name: string, password: string) =>
  Promise.resolve(
    name === user.username && password === user.password
      ? { name, readOnly: false, isCurrent: () => true }
      : ("wrong" as const),
  );

/** The ID that PREPARE answers, and the one of the columns. */
async function prepare(client: ScriptedClient, text: string): Promise<{ id: Buffer; metadataId: Buffer }> {
  const { body } = await client.ask(opcodes.prepare, prepareBody(text, client.version));
  expect(body.readInt32BE(0)).toBe(4);
  const id = body.subarray(6, 6 + body.readUInt16BE(4));
  const after = 6 + id.length;
  return { id, metadataId: body.subarray(after + 2, after + 2 + 16) };
}

describe("the start of a connection", () => {
  test.each([
    [3, undefined],
    [3, "lz4"],
    [4, undefined],
    [4, "lz4"],
    [5, undefined],
    [5, "lz4"],
  ] as const)("works in v%i with compression %s", async (version, compression) => {
    const { connect, exchanges } = await openFake({}, { login });
    const client = connect(version, compression === undefined ? {} : { compression });
    const { opcode, body } = await client.ask(opcodes.options);
    expect(opcode).toBe(opcodes.supported);
    expect(body.toString()).toContain("5/v5");
    expect((await client.start(user)).opcode).toBe(opcodes.authSuccess);
    const rows = await client.query("rows 1000");
    expect(rows).toMatchObject({ version, stream: 1, opcode: opcodes.result });
    expect((rows.flags & flags.compressed) !== 0).toBe(compression === "lz4" && version < 5);
    expect(rows.body.readInt32BE(0)).toBe(2);
    expect(exchanges.map(({ request, errorCode }) => [request, errorCode])).toEqual([
      ["options", undefined],
      ["startup", undefined],
      ["auth-response", undefined],
      ["query", undefined],
    ]);
  });

  it("needs no password where nobody is asked for one", async () => {
    const { connect } = await openFake();
    const client = connect();
    expect((await client.start()).opcode).toBe(opcodes.ready);
    expect((await client.query("void")).opcode).toBe(opcodes.result);
  });

  it("works with TLS", async () => {
    const { connect } = await openFake({ tls: { cert: certificate, key: certificateKey } }, { login });
    const client = connect(5, { tls: true });
    expect((await client.start(user)).opcode).toBe(opcodes.authSuccess);
    expect((await client.query("rows 3")).opcode).toBe(opcodes.result);
  });

  it("refuses wrong credentials in the database's words, and ends the connection", async () => {
    const { connect, exchanges } = await openFake({}, { login });
    const client = connect();
    expect(errorOf(await client.start({ username: "ann", password: "guess" }))).toEqual({
      code: 0x0100,
      message: "Provided username ann and/or password are incorrect",
    });
    expect(await client.next()).toBeUndefined();
    expect(exchanges.at(-1)).toMatchObject({ request: "auth-response", errorCode: "credentials", client: "127.0.0.1" });
  });

  it("says that one has to wait after too many guesses", async () => {
    const { connect } = await openFake({}, { login: () => Promise.resolve("too often") });
    expect(errorOf(await connect().start(user))).toMatchObject({ code: 0x1001 });
  });

  it("hides the reason when the check of a password fails", async () => {
    const { connect, errors } = await openFake({}, { login: () => Promise.reject(new Error("/home/ann/users.json")) });
    const { code, message } = errorOf(await connect().start(user));
    expect(code).toBe(0);
    expect(message).toBe(`Internal error (request ${errors[0]?.[1]})`);
  });

  test.each([
    ["a query before STARTUP", opcodes.query, "Unexpected message QUERY, expecting STARTUP or OPTIONS"],
    [
      "a password before STARTUP",
      opcodes.authResponse,
      "Unexpected message AUTH_RESPONSE, expecting STARTUP or OPTIONS",
    ],
  ])("refuses %s", async (_, opcode, message) => {
    const { connect } = await openFake({}, { login });
    const client = connect();
    const body = opcode === opcodes.query ? queryBody("void", 4) : new BodyWriter().bytes(null);
    expect(errorOf(await client.ask(opcode, body))).toEqual({ code: 0x0a, message });
    expect(await client.next()).toBeUndefined();
  });

  it("refuses a query before the password", async () => {
    const { connect, language } = await openFake({}, { login });
    const client = connect();
    expect((await client.start()).opcode).toBe(opcodes.authenticate);
    expect(errorOf(await client.query("void")).message).toBe("Unexpected message QUERY, expecting SASL_RESPONSE");
    expect(language.executed).toEqual([]);
  });

  test.each([
    [[], "Missing value CQL_VERSION in STARTUP message"],
    [[["CQL_VERSION", "4.0.0"]], "CQL version 4.0.0 is not supported by the binary protocol"],
    [
      [
        ["CQL_VERSION", "3.4.5"],
        ["COMPRESSION", "snappy"],
      ],
      "Unknown compression algorithm: snappy",
    ],
  ] as const)("refuses STARTUP with %j", async (options, message) => {
    const { connect } = await openFake();
    const client = connect();
    expect(errorOf(await client.ask(opcodes.startup, stringMap(options)))).toEqual({ code: 0x0a, message });
  });

  it("answers OPTIONS later too, which drivers use as a heartbeat, and refuses a second STARTUP", async () => {
    const { connect } = await openFake();
    const client = connect(5);
    await client.start();
    expect((await client.ask(opcodes.options)).opcode).toBe(opcodes.supported);
    expect(errorOf(await client.ask(opcodes.startup, stringMap([["CQL_VERSION", "3.0.0"]]))).message).toBe(
      "Unexpected message STARTUP, the connection is already initialized",
    );
    expect((await client.query("void")).opcode).toBe(opcodes.result);
  });

  it("answers unknown versions with one that is known, so that drivers choose that", async () => {
    const { connect } = await openFake();
    const client = connect(66);
    const reply = await client.ask(opcodes.options);
    expect(reply.version).toBe(5);
    expect(errorOf(reply).message).toContain("Invalid or unsupported protocol version (66)");
    expect(await client.next()).toBeUndefined();
  });

  it("waits until there is something to serve", async () => {
    const early = await listenConnections({ port: 0 });
    const client = new ScriptedClient(early.port);
    client.send(opcodes.options);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.waiting).toBe(0);
    await early.close();
    expect(await client.next()).toBeUndefined();
  });
});

describe("requests", () => {
  it("are answered as they become ready, by their stream", async () => {
    const { connect, language } = await openFake();
    const client = connect();
    await client.start();
    client.send(opcodes.query, queryBody("wait", 4), { stream: 7 });
    client.send(opcodes.query, queryBody("void", 4), { stream: 300 });
    expect((await client.next())?.stream).toBe(300);
    language.waiting[0]?.();
    expect((await client.next())?.stream).toBe(7);
  });

  it("use the keyspace of USE from then on", async () => {
    const { connect, language } = await openFake();
    const client = connect();
    await client.start();
    const { body } = await client.query("use shop");
    expect(body.readInt32BE(0)).toBe(3);
    await client.query("void");
    expect(language.callers.map(({ keyspace }) => keyspace)).toEqual([undefined, "shop"]);
  });

  it("show what is refused, and nothing of what fails", async () => {
    const { connect, errors, exchanges } = await openFake();
    const client = connect();
    await client.start();
    expect(errorOf(await client.query("refuse"))).toEqual({ code: 0x2200, message: "it is refused" });
    expect(errorOf(await client.query("wrong"))).toMatchObject({ code: 0x2000 });
    expect(errors).toEqual([]);
    const { code, message } = errorOf(await client.query("fail"));
    expect(code).toBe(0);
    expect(message).toMatch(/^Internal error \(request [\w-]{36}\)$/);
    expect(errors).toEqual([[new TypeError("a secret of the program"), message.slice(24, 60)]]);
    expect(exchanges.map(({ errorCode }) => errorCode)).toEqual([undefined, "invalid", "syntax", "server"]);
  });

  it("with a trace are executed, and warned of", async () => {
    const { connect } = await openFake();
    const client = connect();
    await client.start();
    const reply = await client.query("void", { flags: flags.tracing });
    expect(reply.flags).toBe(flags.warnings);
    expect(reply.body.toString()).toContain("Tracing is not supported: the request was executed without it");
    const old = connect(3);
    await old.start();
    expect((await old.query("void", { flags: flags.tracing })).flags).toBe(0);
  });

  it("end with a user that was changed or removed", async () => {
    let isCurrent = true;
    const own = { name: "ann", readOnly: true, isCurrent: () => isCurrent };
    const { connect, language } = await openFake({}, { login: () => Promise.resolve(own) });
    const client = connect();
    await client.start(user);
    await client.query("void");
    expect(language.callers).toEqual([{ keyspace: undefined, readOnly: true, user: "ann" }]);
    isCurrent = false;
    expect(errorOf(await client.query("void"))).toMatchObject({ code: 0x0100 });
    expect(await client.next()).toBeUndefined();
    expect(language.executed).toHaveLength(1);
  });
});

describe("prepared statements", () => {
  test.each([4, 5])("are executed by their ID, on every connection, in v%i", async (version) => {
    const { connect, language } = await openFake();
    const [first, second] = [connect(version), connect(version)];
    await Promise.all([first.start(), second.start()]);
    const { id, metadataId } = await prepare(first, "rows 2");
    // Made as the database makes it.
    expect(id.toString("hex")).toBe("6677eba5f80c3e68f0b20ba9bc31eb39");
    const whole = await second.ask(opcodes.execute, executeBody(id, version, metadataId));
    const short = await second.ask(opcodes.execute, executeBody(id, version, metadataId, true));
    expect(whole.body.readInt32BE(4) & 4).toBe(0);
    expect(short.body.readInt32BE(4) & 4).toBe(4);
    expect(language.callers).toHaveLength(1);
  });

  it("have IDs of keyspace and text", async () => {
    const { connect } = await openFake();
    const client = connect();
    await client.start();
    const before = await prepare(client, "rows 1");
    await client.query("use shop");
    const after = await prepare(client, "rows 1");
    expect(before.id.toString("hex")).toBe("b2bc1caadf766f81ed4f55e7092d4e9c");
    expect(after.id.toString("hex")).toBe("72d78375369bf08e5adc3f0c81007f58");
    expect((await prepare(client, "rows 1")).id).toEqual(after.id);
  });

  it("that are unknown are to be prepared again", async () => {
    const { connect } = await openFake();
    const client = connect();
    await client.start();
    const id = Buffer.alloc(16, 7);
    const reply = await client.ask(opcodes.execute, executeBody(id, 4));
    expect(errorOf(reply)).toMatchObject({ code: 0x2500 });
    expect(errorOf(reply).message).toContain(`Prepared query with ID ${id.toString("hex")} not found`);
    expect(reply.body.subarray(-16)).toEqual(id);
  });

  it("go on after a change that they do not notice", async () => {
    const { connect, language } = await openFake();
    const client = connect();
    await client.start();
    const { id } = await prepare(client, "rows 1");
    language.table = { ...language.table, version: 2 };
    expect((await client.ask(opcodes.execute, executeBody(id, 4))).opcode).toBe(opcodes.result);
    expect(language.callers).toHaveLength(2);
  });

  it("are to be prepared again in v4 when their columns change, and then show them always", async () => {
    const { connect, language } = await openFake();
    const [client, other] = [connect(), connect()];
    await Promise.all([client.start(), other.start()]);
    const { id } = await prepare(client, "rows 1");
    language.table = { ...language.table, version: 2, columns: [column("id"), column("name")] };
    expect(errorOf(await client.ask(opcodes.execute, executeBody(id, 4)))).toMatchObject({ code: 0x2500 });
    expect(errorOf(await client.ask(opcodes.execute, executeBody(id, 4)))).toMatchObject({ code: 0x2500 });
    expect((await prepare(client, "rows 1")).id).toEqual(id);
    // The other client does not know of it, and skips the columns.
    const reply = await other.ask(opcodes.execute, executeBody(id, 4, undefined, true));
    expect(reply.body.readInt32BE(4) & 4).toBe(0);
    expect(reply.body.readInt32BE(8)).toBe(2);
  });

  it("tell v5 of changed columns by another ID of them", async () => {
    const { connect, language } = await openFake();
    const client = connect(5);
    await client.start();
    const { id, metadataId } = await prepare(client, "rows 1");
    language.table = { ...language.table, version: 2, columns: [column("id"), column("name")] };
    const reply = await client.ask(opcodes.execute, executeBody(id, 5, metadataId, true));
    expect(reply.body.readInt32BE(4) & 0xc).toBe(8);
    const changed = reply.body.subarray(14, 30);
    expect(changed.equals(metadataId)).toBe(false);
    const next = await client.ask(opcodes.execute, executeBody(id, 5, changed, true));
    expect(next.body.readInt32BE(4) & 0xc).toBe(4);
  });

  it("are to be prepared again in v5 too when their markers change", async () => {
    const { connect, language } = await openFake();
    const client = connect(5);
    await client.start();
    const { id, metadataId } = await prepare(client, "write");
    language.table = { ...language.table, version: 2, variables: [column("id")] };
    expect(errorOf(await client.ask(opcodes.execute, executeBody(id, 5, metadataId)))).toMatchObject({ code: 0x2500 });
  });

  it("are forgotten in the order of their last use", async () => {
    const { connect } = await openFake({}, { statements: { statements: 2, characters: 1000 } });
    const client = connect();
    await client.start();
    const execute = async (id: Buffer) => (await client.ask(opcodes.execute, executeBody(id, 4))).opcode;
    const [first, second] = [await prepare(client, "rows 1"), await prepare(client, "rows 2")];
    expect(await execute(first.id)).toBe(opcodes.result);
    const third = await prepare(client, "rows 3");
    expect(await execute(second.id)).toBe(opcodes.error);
    expect(await execute(first.id)).toBe(opcodes.result);
    expect(await execute(third.id)).toBe(opcodes.result);
  });

  it("are forgotten when their texts are long", async () => {
    const { connect } = await openFake({}, { statements: { statements: 10, characters: 30 } });
    const client = connect();
    await client.start();
    const first = await prepare(client, `rows ${"1".padStart(20, "0")}`);
    await prepare(client, `rows ${"2".padStart(20, "0")}`);
    expect(errorOf(await client.ask(opcodes.execute, executeBody(first.id, 4)))).toMatchObject({ code: 0x2500 });
  });

  it("are executed in batches, among texts", async () => {
    const { connect, language } = await openFake();
    const client = connect();
    await client.start();
    const { id } = await prepare(client, "write 1");
    const text = Buffer.from("write 2");
    const body = new BodyWriter().byte(1).short(2);
    body.byte(0).int(text.length).raw(text).short(0);
    body.byte(1).shortBytes(id).short(0);
    body.short(1).byte(0);
    expect((await client.ask(opcodes.batch, body)).opcode).toBe(opcodes.result);
    expect(language.executed).toEqual(["unlogged batch of 2"]);
  });
});

describe("events", () => {
  const event = {
    kind: "schema-change",
    change: "CREATED",
    target: "TABLE",
    keyspace: "shop",
    name: "products",
  } as const;

  test.each([4, 5])("reach those who register for them, in v%i", async (version) => {
    const { connect, listening } = await openFake();
    const [eager, other] = [connect(version), connect(version)];
    await Promise.all([eager.start(), other.start()]);
    await eager.ask(opcodes.register, new BodyWriter().stringList(["SCHEMA_CHANGE", "STATUS_CHANGE"]));
    await other.ask(opcodes.register, new BodyWriter().stringList(["TOPOLOGY_CHANGE"]));
    listening.sendEvent(event);
    const reply = await eager.next();
    expect(reply).toMatchObject({ opcode: opcodes.event, stream: -1, version });
    expect(reply?.body.toString()).toMatch(/SCHEMA_CHANGE.*CREATED.*TABLE.*shop.*products/s);
    expect((await other.query("void")).opcode).toBe(opcodes.result);
    expect(other.waiting).toBe(0);
  });

  it("of an unknown kind are refused", async () => {
    const { connect } = await openFake();
    const client = connect();
    await client.start();
    const reply = await client.ask(opcodes.register, new BodyWriter().stringList(["WEATHER"]));
    expect(errorOf(reply)).toEqual({ code: 0x0a, message: "Invalid value 'WEATHER' for Type" });
  });
});
