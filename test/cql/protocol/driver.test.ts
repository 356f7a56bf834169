/** The Node driver's own encoder and decoder, of v3 and v4: its requests are read, and it reads the responses. */
import { createRequire } from "node:module";
import { types } from "cassandra-driver";
import { describe, expect, it } from "vitest";
import { CqlError } from "../../../src/cql/cql-error.ts";
import { FrameReader } from "../../../src/cql/protocol/frame-reader.ts";
import { unset } from "../../../src/cql/protocol/message.ts";
import type { ColumnSpec, Request, Response } from "../../../src/cql/protocol/message.ts";
import { readRequest } from "../../../src/cql/protocol/read-request.ts";
import { writeResponse } from "../../../src/cql/protocol/write-response.ts";
import type { CqlType } from "../../../src/model/index.ts";

/** What is used of the driver's own parts. */
interface Encoder {
  decode(bytes: Buffer, type: unknown): unknown;
  encode(value: unknown, type?: unknown): Buffer;
}
interface DriverRequest {
  write(encoder: Encoder, stream: number): Buffer;
}
interface DriverReader {
  readFlagsInfo(): { warnings?: string[] };
  readInt(): number;
  readBytes(): Buffer | null;
  readShortBytes(): Buffer;
  readError(): object;
  readEvent(): object;
  readStringMultiMap(): object;
  readMetadata(kind: number): Metadata;
}
interface Metadata {
  partitionKeys?: number[];
  pageState?: Buffer;
  keyspace?: string;
  table?: string;
  columns: { name: string; type: unknown; ksname?: string; tablename?: string }[];
}

const load = createRequire(import.meta.url);
const requests = load("cassandra-driver/lib/requests.js") as Record<
  string,
  new (...values: unknown[]) => DriverRequest
>;
const { ExecutionOptions } = load("cassandra-driver/lib/execution-options.js") as {
  ExecutionOptions: { empty(): object };
};
const readers = load("cassandra-driver/lib/readers.js") as {
  FrameReader: new (header: { version: number; flags: number; opcode: number }, body: Buffer) => DriverReader;
};
const DriverEncoder = load("cassandra-driver/lib/encoder.js") as new (version: number, options: object) => Encoder;

function options(of: Readonly<Record<string, unknown>>): object {
  const methods = Object.entries(of).map(([name, value]) => [name, () => value]);
  return Object.assign(ExecutionOptions.empty(), Object.fromEntries(methods));
}

function sent(version: number, name: string, ...values: unknown[]): Request {
  const Driver = requests[name];
  if (!Driver) throw new Error(name);
  const reader = new FrameReader({ beforeLogin: 10_000, afterLogin: 10_000 });
  reader.add(new Driver(...values).write(new DriverEncoder(version, {}), 77));
  const envelope = reader.next();
  if (!envelope) throw new Error("no envelope");
  expect(envelope.stream).toBe(77);
  expect(reader.next()).toBeUndefined();
  return readRequest(envelope);
}

function received(version: number, response: Response): { reader: DriverReader; opcode: number } {
  const { opcode, flags, body } = writeResponse(response, version);
  return { reader: new readers.FrameReader({ version, flags, opcode }, body), opcode };
}

const everything = options({
  getConsistency: types.consistencies.quorum,
  getSerialConsistency: types.consistencies.localSerial,
  getFetchSize: 5000,
  getPageState: Buffer.from("page"),
  getOrGenerateTimestamp: types.Long.fromNumber(1_700_000_000_000_000),
  getCustomPayload: { key: Buffer.from("value") },
});
const parameters = {
  ...{ consistency: 4, serialConsistency: 9, timestamp: 1_700_000_000_000_000n, skipMetadata: false },
  ...{ pageSize: 5000, pageState: Buffer.from("page") },
};

describe.each([3, 4])("requests of v%d", (version) => {
  const given = version === 3 ? options({ getCustomPayload: null }) : everything;

  it("are OPTIONS, STARTUP, REGISTER and AUTH_RESPONSE", () => {
    expect(sent(version, "StartupRequest", {})).toMatchObject({ kind: "startup" });
    expect(sent(version, "RegisterRequest", ["SCHEMA_CHANGE"])).toEqual({
      kind: "register",
      events: ["SCHEMA_CHANGE"],
    });
    const token = Buffer.from("\0user\0password");
    expect(sent(version, "AuthResponseRequest", token)).toEqual({ kind: "auth-response", token });
  });

  it("are PREPARE and EXECUTE", () => {
    expect(sent(version, "PrepareRequest", "SELECT 'ü'")).toMatchObject({ kind: "prepare", text: "SELECT 'ü'" });
    const meta = { columns: [{ type: { code: types.dataTypes.int } }, { type: { code: types.dataTypes.text } }] };
    const id = Buffer.from("id");
    const request = sent(version, "ExecuteRequest", "q", id, [1, null], given, meta);
    const values = [Buffer.of(0, 0, 0, 1), null];
    expect(request).toMatchObject({ kind: "execute", id, parameters: { values, ...(version > 3 && parameters) } });
  });

  it("are QUERY with values by place and by name", () => {
    const byName = [
      { name: "a", value: "x" },
      { name: "b", value: types.unset },
    ];
    if (version > 3)
      expect(sent(version, "QueryRequest", "q", byName, given, true)).toMatchObject({
        parameters: { ...parameters, values: new Map<string, unknown>([["a", Buffer.from("x")], ["b", unset]]) }, // prettier-ignore
      });
    expect(sent(version, "QueryRequest", "q", ["x", null], given)).toMatchObject({
      parameters: { values: [Buffer.from("x"), null] },
    });
  });

  it("are BATCH", () => {
    const meta = { columns: [{ type: { code: types.dataTypes.int } }] };
    const entries = [
      { query: "INSERT", params: ["x"] },
      { queryId: Buffer.from("id"), params: [7], meta },
    ];
    const batch = options({
      getConsistency: 1,
      isBatchLogged: false,
      getOrGenerateTimestamp: types.Long.fromNumber(5),
    });
    expect(sent(version, "BatchRequest", entries, batch)).toMatchObject({
      ...{ kind: "batch", type: "unlogged", parameters: { consistency: 1, timestamp: 5n } },
      entries: [
        { statement: "INSERT", values: [Buffer.from("x")] },
        { statement: Buffer.from("id"), values: [Buffer.of(0, 0, 0, 7)] },
      ],
    });
  });
});

function column(name: string, type: CqlType, table = "items"): ColumnSpec {
  return { keyspace: "shop", table, name, type };
}

const int: CqlType = { kind: "native", name: "int" };
const text: CqlType = { kind: "native", name: "text" };
const duration: CqlType = { kind: "native", name: "duration" };
const address = { name: "address", fields: [{ name: "street", type: text }, { name: "zip", type: int }] }; // prettier-ignore

const resultKinds = { rows: 2, prepared: 4 };

/** Types with the value that the driver encodes and decodes. */
const values: readonly (readonly [string, CqlType, unknown])[] = [
  ["int", int, 5],
  ["text", text, "ü"],
  ["date", { kind: "native", name: "date" }, types.LocalDate.fromString("2020-01-02")],
  ["smallint", { kind: "native", name: "smallint" }, -2],
  ["duration", duration, types.Duration.fromString("2mo3d4ns")],
  ["list", { kind: "list", item: text, frozen: false }, ["a", "b"]],
  ["map", { kind: "map", key: text, value: { kind: "set", item: int, frozen: true }, frozen: false }, { a: [1, 2] }],
  ["tuple", { kind: "tuple", items: [int, text] }, new types.Tuple(1, "a")],
  ["user type", { kind: "user", type: address, frozen: true }, { street: "s", zip: 1 }],
  ["vector of numbers", { kind: "vector", item: { kind: "native", name: "float" }, dimensions: 2 }, new types.Vector([1, 2], "float")], // prettier-ignore
  ["vector of texts", { kind: "vector", item: text, dimensions: 2 }, new types.Vector(["a", "bc"], "text")],
];

describe.each([3, 4])("responses of v%d", (version) => {
  const encoder = new DriverEncoder(version, {});

  // In v3 the database has classes for these two, which the driver does not know.
  const known = values.filter(([name]) => version > 3 || (name !== "date" && name !== "smallint"));

  it.each(known)("have values of type %s", (_, type, value) => {
    const columns = [column("value", type), column("other", int)];
    const bytesOf = (kind: CqlType): Buffer => {
      const { reader } = received(version, {
        kind: "result",
        answer: { kind: "rows", columns: [column("c", kind)], rows: [] },
      });
      reader.readInt();
      return encoder.encode(value, reader.readMetadata(resultKinds.rows).columns[0]?.type);
    };
    const cell = bytesOf(type);
    const answer = { kind: "rows", columns, rows: [[cell, null]], pageState: Buffer.from("next") } as const;
    const { reader } = received(version, { kind: "result", answer });
    expect(reader.readInt()).toBe(resultKinds.rows);
    const metadata = reader.readMetadata(resultKinds.rows);
    expect(metadata).toMatchObject({ keyspace: "shop", table: "items", pageState: Buffer.from("next") });
    expect(metadata.columns.map(({ name }) => name)).toEqual(["value", "other"]);
    expect(reader.readInt()).toBe(1);
    expect(encoder.decode(reader.readBytes() ?? Buffer.alloc(0), metadata.columns[0]?.type)).toEqual(value);
    expect(reader.readBytes()).toBeNull();
  });

  it("are of several tables, with warnings", () => {
    const columns = [column("a", int), column("b", text, "other")];
    const answer = { kind: "rows", columns, rows: [], warnings: ["slow"] } as const;
    const { reader } = received(version, { kind: "result", answer });
    expect(reader.readFlagsInfo().warnings).toEqual(version > 3 ? ["slow"] : undefined);
    reader.readInt();
    const metadata = reader.readMetadata(resultKinds.rows);
    expect(metadata.columns.map(({ ksname, tablename }) => [ksname, tablename])).toEqual([
      ["shop", "items"],
      ["shop", "other"],
    ]);
  });

  it("are prepared statements", () => {
    const { reader } = received(version, {
      ...{ kind: "prepared", id: Buffer.from("id"), metadataId: Buffer.from("m"), keyIndexes: [1, 0] },
      variables: [column("a", int), column("b", text)],
      columns: [column("c", duration)],
    });
    expect(reader.readInt()).toBe(resultKinds.prepared);
    expect(reader.readShortBytes().toString()).toBe("id");
    const variables = reader.readMetadata(resultKinds.prepared);
    expect(variables.partitionKeys).toEqual(version > 3 ? [1, 0] : undefined);
    expect(variables.columns).toMatchObject([{ name: "a" }, { name: "b" }]);
    expect(reader.readMetadata(resultKinds.rows).columns).toMatchObject([{ name: "c" }]);
  });

  it("are errors, events and options", () => {
    const error = new CqlError("already-exists", "no", { exists: { keyspace: "shop", table: "items" } });
    expect(received(version, { kind: "error", error }).reader.readError()).toMatchObject({
      ...{ code: 0x2400, message: "no", keyspace: "shop", table: "items" },
    });
    const event = {
      kind: "schema-change",
      change: "UPDATED",
      target: "TYPE",
      keyspace: "shop",
      name: "address",
    } as const;
    expect(received(version, { kind: "event", event }).reader.readEvent()).toMatchObject({
      ...{ eventType: "SCHEMA_CHANGE", schemaChangeType: "UPDATED", target: "TYPE", keyspace: "shop", udt: "address" },
    });
    const supported = { kind: "supported", options: new Map([["COMPRESSION", ["lz4"]]]) } as const;
    expect(received(version, supported).reader.readStringMultiMap()).toEqual({ COMPRESSION: ["lz4"] });
  });
});
