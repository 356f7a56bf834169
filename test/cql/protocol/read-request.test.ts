/** Requests as Cassandra 5.0.9 encodes them, and requests that are broken. */
import { describe, expect, it } from "vitest";
import { CqlError } from "../../../src/cql/cql-error.ts";
import { opcodes } from "../../../src/cql/protocol/envelope.ts";
import { unset } from "../../../src/cql/protocol/message.ts";
import type { Request } from "../../../src/cql/protocol/message.ts";
import { readRequest } from "../../../src/cql/protocol/read-request.ts";
import { byVersion, recorded } from "./recorded.ts";
import { TestWriter } from "./test-writer.ts";

const statementId = Buffer.from("4245bf56d28f22197a4b30b46c809626", "hex");
const metadataId = Buffer.from("9f81f3c07476a0d97f6793673dd8e475", "hex");

const absent = {
  pageSize: undefined,
  pageState: undefined,
  serialConsistency: undefined,
  timestamp: undefined,
  keyspace: undefined,
  nowInSeconds: undefined,
};

const least = { ...absent, consistency: 1, values: [], skipMetadata: false };

function everything(version: number): Extract<Request, { kind: "query" }>["parameters"] {
  return {
    ...{ consistency: 6, values: [Buffer.from("pen"), null, Buffer.alloc(0)], skipMetadata: true, pageSize: 100 },
    ...{ pageState: undefined, serialConsistency: 9, timestamp: 1234567890123456n },
    ...(version >= 5 ? { keyspace: "shop", nowInSeconds: 3_000_000_000 } : { keyspace: undefined }),
    ...(version >= 5 ? {} : { nowInSeconds: undefined }),
  };
}

type Parameters = ReturnType<typeof everything>;

const query = (parameters: Parameters): Request => ({ kind: "query", text: "SELECT 'ü'", parameters });
const execute = (parameters: Parameters, version: number): Request => ({
  ...{ kind: "execute", id: statementId, parameters },
  ...{ metadataId: version >= 5 ? metadataId : undefined },
});

function batch({ consistency, serialConsistency, timestamp, keyspace, nowInSeconds }: Parameters): Request {
  return {
    kind: "batch",
    type: "unlogged",
    entries: [
      { statement: "INSERT 1", values: [] },
      { statement: statementId, values: [Buffer.from("pen"), null] },
    ],
    parameters: { consistency, serialConsistency, timestamp, keyspace, nowInSeconds },
  };
}

const startup = new Map([
  ["CQL_VERSION", "3.0.0"],
  ["COMPRESSION", "lz4"],
]);

const requests: Readonly<Record<string, readonly [opcode: number, (version: number) => Request]>> = {
  startup: [opcodes.startup, () => ({ kind: "startup", options: startup })],
  options: [opcodes.options, () => ({ kind: "options" })],
  "auth-response": [opcodes.authResponse, () => ({ kind: "auth-response", token: Buffer.from("\0user\0pass") })],
  register: [opcodes.register, () => ({ kind: "register", events: ["TOPOLOGY_CHANGE", "SCHEMA_CHANGE"] })],
  query: [opcodes.query, () => query(least)],
  execute: [opcodes.execute, (version) => execute(least, version)],
  batch: [opcodes.batch, () => batch(least)],
  prepare: [opcodes.prepare, () => ({ kind: "prepare", text: "SELECT 1", keyspace: undefined })],
  "query with everything": [opcodes.query, (version) => query(everything(version))],
  "execute with everything": [opcodes.execute, (version) => execute(everything(version), version)],
  "batch with everything": [opcodes.batch, (version) => batch(everything(version))],
  "prepare with everything": [
    opcodes.prepare,
    (version) => ({ kind: "prepare", text: "SELECT 1", keyspace: version >= 5 ? "shop" : undefined }),
  ],
};

function read(opcode: number, body: Buffer, version = 4, flags = 0): Request {
  return readRequest({ version, flags, stream: 0, opcode, body });
}

describe("the requests of Cassandra's encoders", () => {
  it.each(Object.entries(recorded.requests))("%s", (name, bytes) => {
    const [opcode, request] = requests[name] ?? [];
    expect(request).toBeDefined();
    for (const [version, hex] of byVersion(bytes)) {
      const body = Buffer.from(hex, "hex");
      const expected = request?.(version);
      expect(read(opcode ?? -1, body, version), `v${version}`).toEqual(expected);
      // What comes after a message is for later versions.
      expect(read(opcode ?? -1, Buffer.concat([body, Buffer.of(1, 2, 3)]), version)).toEqual(expected);
    }
  });

  it.each(Object.entries(recorded.requests))("%s, cut anywhere, is refused", (name, bytes) => {
    const [opcode] = requests[name] ?? [];
    for (const [version, hex] of byVersion(bytes))
      for (let length = 0; length < hex.length / 2; length++) {
        const body = Buffer.from(hex, "hex").subarray(0, length);
        expect(() => read(opcode ?? -1, body, version), `v${version}, ${length} bytes`).toThrow(CqlError);
      }
  });
});

describe("values", () => {
  const body = (write: (writer: TestWriter) => TestWriter, flags: number): Buffer =>
    write(new TestWriter().longString("q").short(1).byte(flags)).bytes();

  it("may have names", () => {
    const named = body((w) => w.short(2).string("a").value(Buffer.from("1")).string("b").int(-2), 0x41);
    const request = read(opcodes.query, named);
    expect(request).toMatchObject({
      parameters: {
        values: new Map<string, unknown>([
          ["a", Buffer.from("1")],
          ["b", unset],
        ]),
      },
    });
  });

  it("may be left out from v4 on", () => {
    const left = body((w) => w.short(1).int(-2), 0x01);
    expect(read(opcodes.query, left)).toMatchObject({ parameters: { values: [unset] } });
    expect(() => read(opcodes.query, left, 3)).toThrow("Invalid ByteBuf length -2");
  });

  it.each([-3, -2147483648])("have no length %d", (length) => {
    const broken = body((w) => w.short(1).int(length), 0x01);
    expect(() => read(opcodes.query, broken)).toThrow(`Invalid ByteBuf length ${length}`);
  });

  it("are views of the body: nothing is copied", () => {
    const whole = body((w) => w.short(1).value(Buffer.alloc(10_000)), 0x01);
    const request = read(opcodes.query, whole);
    const [value] = request.kind === "query" ? [...request.parameters.values.values()] : [];
    expect((value as Buffer).buffer).toBe(whole.buffer);
  });

  it("end with the message", () => {
    const broken = body((w) => w.short(1).int(5).byte(0), 0x01);
    expect(() => read(opcodes.query, broken)).toThrow(
      "Cannot read value of length 5, only 1 bytes remaining in the message",
    );
  });
});

describe("paging", () => {
  it.each([
    [100, 100],
    [0, undefined],
    [-1, undefined],
  ])("a page of %d rows", (size, pageSize) => {
    const body = new TestWriter().longString("q").short(1).byte(0x04).int(size).bytes();
    expect(read(opcodes.query, body)).toMatchObject({ parameters: { pageSize } });
  });

  it("goes on where a page ended", () => {
    const body = new TestWriter().longString("q").short(1).byte(0x08).value(Buffer.from("state")).bytes();
    expect(read(opcodes.query, body)).toMatchObject({ parameters: { pageState: Buffer.from("state") } });
  });
});

describe("the keyspace of PREPARE", () => {
  it("is one of several flags", () => {
    const body = (flags: number): Buffer => new TestWriter().longString("q").int(flags).string("shop").bytes();
    expect(read(opcodes.prepare, body(3), 5)).toMatchObject({ keyspace: "shop" });
    expect(read(opcodes.prepare, body(2), 5)).toMatchObject({ keyspace: undefined });
  });
});

describe("a custom payload", () => {
  const payload = new TestWriter().short(2).string("a").int(-1).string("b").value(Buffer.from("x")).bytes();
  const body = Buffer.concat([payload, new TestWriter().longString("SELECT 1").bytes()]);

  it("is ignored", () => {
    expect(read(opcodes.prepare, body, 4, 0x04)).toMatchObject({ kind: "prepare", text: "SELECT 1" });
  });

  it("does not exist in v3", () => {
    expect(() => read(opcodes.prepare, body, 3, 0x04)).toThrow(
      "Received frame with CUSTOM_PAYLOAD flag for native protocol version < 4",
    );
  });
});

describe("a request that is broken", () => {
  const tooShort = "Not enough bytes to read an UTF8 serialized string preceded by its";

  it.each<[string, number, TestWriter, string]>([
    ["unknown opcode", 0x77, new TestWriter(), "Unknown opcode 119"],
    ["gap in the opcodes", 0x04, new TestWriter(), "Unknown opcode 4"],
    [
      ...(["message of a server", opcodes.ready, new TestWriter()] as const),
      "Wrong protocol direction (expected RESPONSE, got REQUEST) for opcode 2 (READY)",
    ],
    ["text that is too long", opcodes.query, new TestWriter().int(1000).byte(1), `${tooShort} 4 bytes length`],
    ["text of a negative length", opcodes.query, new TestWriter().int(-1).byte(1), `${tooShort} 4 bytes length`],
    [
      "option that is too long",
      opcodes.startup,
      new TestWriter().short(1).short(9).int(1),
      `${tooShort} 2 bytes length`,
    ],
    [
      ...(["id that is too long", opcodes.execute, new TestWriter().short(20).int(1)] as const),
      "Not enough bytes to read a byte array preceded by its 2 bytes length",
    ],
    ["too many options", opcodes.startup, new TestWriter().short(0xffff), "Not enough bytes to read 65535 items"],
    ["too many events", opcodes.register, new TestWriter().short(2).short(0), "Not enough bytes to read 2 items"],
    ["unknown event", opcodes.register, new TestWriter().short(1).string("RAIN"), "Invalid value 'RAIN' for Type"],
    [
      ...(["unknown consistency", opcodes.query, new TestWriter().longString("q").short(12)] as const),
      "Unknown code 12 for a consistency level",
    ],
    [
      "timestamp out of range",
      opcodes.query,
      new TestWriter()
        .longString("q")
        .short(1)
        .byte(0x20)
        .long(-(2n ** 63n)),
      "Out of bound timestamp, must be in [-9223372036854775807, 9223372036854775807] (got -9223372036854775808)",
    ],
    ["unknown kind of batch", opcodes.batch, new TestWriter().byte(3), "Invalid BATCH message type 3"],
    [
      ...(["unknown kind of statement", opcodes.batch, new TestWriter().byte(0).short(1).byte(2).int(0)] as const),
      "Invalid query kind in BATCH messages. Must be 0 or 1 but got 2",
    ],
    ["text that is not UTF-8", opcodes.prepare, new TestWriter().int(1).byte(0xff), "Cannot decode string as UTF8"],
  ])("%s", (_, opcode, writer, message) => {
    let error: unknown;
    try {
      read(opcode, writer.bytes());
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(CqlError);
    expect(error).toMatchObject({ code: "protocol", message });
  });
});
