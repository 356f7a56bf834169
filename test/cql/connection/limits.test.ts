/** What clients cannot do: take memory, places or time that is not theirs. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, test } from "vitest";
import { BodyWriter } from "../../../src/cql/protocol/body-writer.ts";
import { headerLength, opcodes } from "../../../src/cql/protocol/envelope.ts";
import { openFake } from "./open-fake.ts";
import { errorOf, queryBody } from "./scripted-client.ts";

describe("a client that is not logged in", () => {
  const login = () => Promise.resolve("wrong" as const);

  test.each([3, 4, 5])("cannot send a large message, in v%i", async (version) => {
    const { connect } = await openFake({}, { login });
    const client = connect(version);
    const header = Buffer.alloc(headerLength);
    header[0] = version;
    header[4] = opcodes.startup;
    header.writeUInt32BE(200_000_000, 5);
    client.socket.write(header);
    expect(errorOf(await client.next()).message).toContain("Request is too big: length 200000000 exceeds");
    expect(await client.next()).toBeUndefined();
  });

  it("has to log in within some time", async () => {
    const { connect, counts } = await openFake({ limits: { loginMs: 50 } }, { login });
    const client = connect();
    await client.start();
    expect(await client.next()).toBeUndefined();
    await expect.poll(() => counts.closed).toBe(1);
  });

  it("has its messages read one by one", async () => {
    let asked = 0;
    const slow = async (): Promise<"wrong"> => {
      asked++;
      await sleep(20);
      return "wrong";
    };
    const { connect } = await openFake({}, { login: slow });
    const client = connect();
    await client.start();
    const token = new BodyWriter().bytes(Buffer.from("\0ann\0guess"));
    for (let guess = 0; guess < 20; guess++) client.send(opcodes.authResponse, token);
    expect(errorOf(await client.next())).toMatchObject({ code: 0x0100 });
    expect(await client.next()).toBeUndefined();
    expect(asked).toBe(1);
  });

  test.each([
    ["HTTP", "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"],
    ["TLS", Buffer.from("16030100c8010000c403032a", "hex")],
    ["zeros", Buffer.alloc(100)],
    ["a response", Buffer.from("840000000200000000", "hex")],
  ])("cannot speak %s", async (_, garbage) => {
    const { connect, exchanges } = await openFake();
    const client = connect();
    client.socket.write(garbage);
    expect((await client.next())?.opcode).toBe(opcodes.error);
    expect(await client.next()).toBeUndefined();
    expect(exchanges).toMatchObject([{ request: "unparsed", errorCode: "protocol" }]);
  });
});

describe("a client that is logged in", () => {
  it("is refused a message that is too large, and goes on", async () => {
    const { connect } = await openFake({ limits: { frames: { beforeLogin: 1000, afterLogin: 2000 } } });
    const client = connect();
    await client.start();
    client.send(opcodes.query, queryBody("x".repeat(3000), 4), { stream: 9 });
    const refused = await client.next();
    expect(refused?.stream).toBe(9);
    expect(errorOf(refused)).toMatchObject({ code: 0x2200 });
    expect((await client.query("void")).opcode).toBe(opcodes.result);
  });

  it("has some requests under way, and the others wait", async () => {
    const { connect, language } = await openFake({ limits: { inFlight: 3 } });
    const client = connect();
    await client.start();
    for (let stream = 1; stream <= 10; stream++) client.send(opcodes.query, queryBody("wait", 4), { stream });
    await expect.poll(() => language.waiting.length).toBe(3);
    await sleep(20);
    expect(language.waiting).toHaveLength(3);
    for (let done = 0; done < 10; done++) {
      await expect.poll(() => language.waiting.length).toBeGreaterThan(done);
      language.waiting[done]?.();
    }
    const streams = [];
    for (let stream = 1; stream <= 10; stream++) streams.push((await client.next())?.stream);
    expect(streams).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("has some bytes under way", async () => {
    const { connect, language } = await openFake({ limits: { bytesInFlight: 1000 } });
    const client = connect();
    await client.start();
    for (let stream = 1; stream <= 5; stream++) {
      client.send(opcodes.query, queryBody(`wait ${"x".repeat(600)}`, 4), { stream });
    }
    await expect.poll(() => language.waiting.length).toBe(2);
    await sleep(20);
    expect(language.waiting).toHaveLength(2);
  });

  it("that does not read its answers is not asked for more, and goes on when it reads", async () => {
    const { connect, language } = await openFake({ limits: { inFlight: 4 } });
    const client = connect();
    await client.start();
    client.socket.pause();
    const requests = 200;
    for (let stream = 0; stream < requests; stream++)
      client.send(opcodes.query, queryBody("big 1000000", 4), { stream });
    let executed = -1;
    while (executed < language.executed.length) {
      executed = language.executed.length;
      await sleep(100);
    }
    // What the system and Node hold of a connection is some megabytes.
    expect(executed).toBeLessThan(40);
    client.socket.resume();
    for (let stream = 0; stream < requests; stream++) {
      expect(await client.next()).toMatchObject({ stream, opcode: opcodes.result });
    }
  });

  it("that never reads its answers is gone after some time", async () => {
    const { connect, counts } = await openFake({ limits: { stalledMs: 100 } });
    const client = connect();
    await client.start();
    client.socket.pause();
    for (let stream = 0; stream < 40; stream++) client.send(opcodes.query, queryBody("big 1000000", 4), { stream });
    await expect.poll(() => counts.closed, { timeout: 5000 }).toBe(1);
  });

  it("that reads nothing is not told of changes for ever", async () => {
    const { connect, listening, counts } = await openFake();
    const client = connect();
    await client.start();
    await client.ask(opcodes.register, new BodyWriter().stringList(["SCHEMA_CHANGE"]));
    client.socket.pause();
    for (let told = 0; told < 1000 && counts.closed === 0; told++) {
      for (let more = 0; more < 1000; more++) {
        listening.sendEvent({ kind: "schema-change", change: "CREATED", target: "KEYSPACE", keyspace: "k".repeat(60) });
      }
      await sleep(0);
    }
    expect(counts.closed).toBe(1);
  });

  it("that leaves ends its requests", async () => {
    const { connect, language, exchanges, counts } = await openFake();
    const client = connect();
    await client.start();
    client.send(opcodes.query, queryBody("wait", 4));
    await expect.poll(() => language.waiting.length).toBe(1);
    client.close();
    await expect.poll(() => exchanges.length).toBe(2);
    expect(counts).toMatchObject({ opened: 1, closed: 1, begun: 2 });
  });
});

describe("all clients together", () => {
  it("are as many as there may be", async () => {
    const { connect, counts } = await openFake({ limits: { connections: 2 } });
    const [first, second] = [connect(), connect()];
    await Promise.all([first.start(), second.start()]);
    const third = connect();
    expect(await third.next()).toBeUndefined();
    expect(counts.refused).toBe(1);
    first.close();
    await expect.poll(() => counts.closed).toBe(1);
    expect((await connect().start()).opcode).toBe(opcodes.ready);
    expect((await second.query("void")).opcode).toBe(opcodes.result);
  });
});

describe("a port that closes", () => {
  it("answers what is under way, and nothing else", async () => {
    const { connect, listening, language } = await openFake({ graceMs: 5000 });
    const [busy, idle] = [connect(), connect()];
    await Promise.all([busy.start(), idle.start()]);
    busy.send(opcodes.query, queryBody("wait", 4), { stream: 5 });
    await expect.poll(() => language.waiting.length).toBe(1);
    const closed = listening.close();
    expect(await idle.next()).toBeUndefined();
    expect(await connect().next()).toBeUndefined();
    busy.send(opcodes.query, queryBody("void", 4), { stream: 6 });
    language.waiting[0]?.();
    expect(await busy.next()).toMatchObject({ stream: 5, opcode: opcodes.result });
    expect(await busy.next()).toBeUndefined();
    await closed;
    expect(language.executed).toEqual(["wait"]);
  });

  it("waits no longer than its grace", async () => {
    const { connect, listening, language } = await openFake({ graceMs: 50 });
    const client = connect();
    await client.start();
    client.send(opcodes.query, queryBody("wait", 4));
    await expect.poll(() => language.waiting.length).toBe(1);
    await listening.close();
    expect(await client.next()).toBeUndefined();
  });
});
