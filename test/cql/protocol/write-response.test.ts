/** Responses are, byte by byte, what Cassandra 5.0.9 writes. */
import { describe, expect, it } from "vitest";
import { CqlError } from "../../../src/cql/cql-error.ts";
import type { CqlErrorCode, ErrorDetails } from "../../../src/cql/cql-error.ts";
import { opcodes } from "../../../src/cql/protocol/envelope.ts";
import type { ColumnSpec, Response, Rows, SchemaChange } from "../../../src/cql/protocol/message.ts";
import { writeResponse } from "../../../src/cql/protocol/write-response.ts";
import type { NativeType } from "../../../src/model/index.ts";
import { byVersion, recorded } from "./recorded.ts";

const id = column("id", "uuid");
const name = column("name", "text");
const other = { ...column("n", "int"), table: "other" };

function column(of: string, type: NativeType): ColumnSpec {
  return { keyspace: "shop", table: "items", name: of, type: { kind: "native", name: type } };
}

const uuid = Buffer.from("00112233445566778899aabbccddeeff", "hex");
const rows: Rows = {
  kind: "rows",
  columns: [id, name],
  rows: [
    [uuid, Buffer.from("pen")],
    [uuid, null],
    [Buffer.alloc(0), Buffer.alloc(0)],
  ],
};

const statementId = Buffer.from("4245bf56d28f22197a4b30b46c809626", "hex");
const metadataId = Buffer.from("9f81f3c07476a0d97f6793673dd8e475", "hex");
const prepared = { kind: "prepared", id: statementId, metadataId, variables: [name, id], keyIndexes: [1] } as const;

const changes: Readonly<Record<string, SchemaChange>> = {
  "CREATED KEYSPACE shop": { kind: "schema-change", change: "CREATED", target: "KEYSPACE", keyspace: "shop" },
  "UPDATED TABLE shop.items": {
    ...{ kind: "schema-change", change: "UPDATED", target: "TABLE", keyspace: "shop", name: "items" },
  },
  "DROPPED TYPE shop.address": {
    ...{ kind: "schema-change", change: "DROPPED", target: "TYPE", keyspace: "shop", name: "address" },
  },
};

const replicas = { consistency: 4, required: 2, received: 1, writeType: "BATCH", hasData: true };

const errors: Readonly<Record<CqlErrorCode, readonly [message: string, details?: ErrorDetails]>> = {
  server: ["no"],
  protocol: ["no"],
  credentials: ["no"],
  unavailable: ["Cannot achieve consistency level QUORUM", { replicas }],
  overloaded: ["no"],
  truncate: ["no"],
  "write-timeout": ["no", { replicas }],
  "read-timeout": ["Operation timed out - received only 1 responses.", { replicas }],
  "function-failure": [
    "execution of 'shop.f[int, text]' failed: no",
    { function: { keyspace: "shop", name: "f", arguments: ["int", "text"] } },
  ],
  syntax: ["no"],
  unauthorized: ["no"],
  invalid: ["ungültig"],
  config: ["no"],
  "already-exists": [
    'Cannot add already existing table "items" to keyspace "shop"',
    { exists: { keyspace: "shop", table: "items" } },
  ],
  unprepared: [
    "Prepared query with ID 4245bf56d28f22197a4b30b46c809626 not found (either the query was not prepared on this host (maybe the host has been restarted?) or you have prepared too many queries and it has been evicted from the internal cache)",
    { id: statementId },
  ],
};

function result(answer: Extract<Response, { kind: "result" }>["answer"], more = {}): Response {
  return { kind: "result", answer, ...more };
}

const responses: Readonly<Record<string, readonly [opcode: number, Response]>> = {
  rows: [opcodes.result, result(rows)],
  "rows of two tables": [
    opcodes.result,
    result({
      ...{ ...rows, columns: [id, other] },
    }),
  ],
  "rows without columns": [opcodes.result, result(rows, { skipMetadata: true })],
  "rows with changed columns": [opcodes.result, result(rows, { skipMetadata: true, metadataId })],
  prepared: [opcodes.result, { ...prepared, columns: [id, name] }],
  "prepared without rows": [opcodes.result, { ...prepared, columns: undefined }],
  "prepared without markers": [opcodes.result, { ...prepared, variables: [], keyIndexes: [], columns: undefined }],
  void: [opcodes.result, result({ kind: "void" })],
  "set keyspace": [opcodes.result, result({ kind: "set-keyspace", keyspace: "shop" })],
  ...Object.fromEntries(
    Object.entries(changes).flatMap(([text, event]) => [
      [`change: ${text}`, [opcodes.result, result(event)]],
      [`event: ${text}`, [opcodes.event, { kind: "event", event }]],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(errors).map(([code, [message, details]]) => [
      `error: ${code}`,
      [opcodes.error, { kind: "error", error: new CqlError(code as CqlErrorCode, message, details) }],
    ]),
  ),
  ready: [opcodes.ready, { kind: "ready" }],
  authenticate: [
    opcodes.authenticate,
    { kind: "authenticate", authenticator: "org.apache.cassandra.auth.PasswordAuthenticator" },
  ],
  "auth-success": [opcodes.authSuccess, { kind: "auth-success" }],
  supported: [
    opcodes.supported,
    {
      kind: "supported",
      options: new Map([
        ["CQL_VERSION", ["3.4.7"]],
        ["COMPRESSION", ["lz4"]],
      ]),
    },
  ],
};

describe("responses have the bytes of Cassandra's", () => {
  it.each(Object.entries(recorded.responses))("%s", (of, bytes) => {
    const [opcode, response] = responses[of] ?? [];
    expect(response).toBeDefined();
    for (const [version, hex] of byVersion(bytes)) {
      const written = writeResponse(response as Response, version);
      expect(written.body.toString("hex"), `v${version}`).toBe(hex);
      expect(written.opcode).toBe(opcode);
      expect(written.flags).toBe(0);
    }
  });
});

describe("rows", () => {
  it("say where the next page begins, and have their columns again when these changed", () => {
    const answer = { ...rows, rows: [], pageState: Buffer.from("page") };
    const body = (version: number, more = {}): string =>
      writeResponse(result(answer, more), version).body.toString("latin1");
    const columns = "\0\x04shop\0\x05items\0\x02id\0\x0c\0\x04name\0\x0d";
    expect(body(4)).toBe(`\0\0\0\x02\0\0\0\x03\0\0\0\x02\0\0\0\x04page${columns}\0\0\0\0`);
    expect(body(4, { skipMetadata: true })).toBe("\0\0\0\x02\0\0\0\x07\0\0\0\x02\0\0\0\x04page\0\0\0\0");
    expect(body(5, { skipMetadata: true, metadataId: Buffer.from("id") })).toBe(
      `\0\0\0\x02\0\0\0\x0b\0\0\0\x02\0\0\0\x04page\0\x02id${columns}\0\0\0\0`,
    );
    // An id is news of v5.
    expect(body(4, { metadataId: Buffer.from("id") })).toBe(body(4));
  });

  it("may have cells of every length, more or fewer than columns, in any kind of array", () => {
    const cells = Array.from({ length: 40 }, (_, length) => new Uint8Array(length).fill(length));
    const columns = cells.map((_, index) => column(`c${index}`, "blob"));
    const { body } = writeResponse(result({ kind: "rows", columns, rows: [cells, cells.slice(0, 1)] }), 4);
    const expected = [...cells, cells[0], ...cells.slice(1).map(() => null)].map((cell) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(cell?.length ?? -1);
      return Buffer.concat([length, cell ?? Buffer.alloc(0)]);
    });
    const end = Buffer.concat(expected);
    expect(body.subarray(body.length - end.length)).toEqual(end);
  });

  it("write the columns of a statement once for each version", () => {
    let reads = 0;
    const counted: ColumnSpec = {
      ...id,
      get name() {
        reads++;
        return "id";
      },
    };
    const answer: Rows = { kind: "rows", columns: [counted], rows: [] };
    const written = [4, 5, 4, 5].map((version) => writeResponse(result(answer), version).body);
    expect(reads).toBe(2);
    expect(written[0]).toEqual(written[2]);
  });
});

describe("warnings", () => {
  const warnings = ["slow", "wide"];
  const text = "\0\x02\0\x04slow\0\x04wide";

  it.each<[string, Response]>([
    ["rows", result({ ...rows, warnings })],
    ["void", result({ kind: "void", warnings })],
  ])("go ahead of %s from v4 on", (_, response) => {
    const [v3, v4] = [writeResponse(response, 3), writeResponse(response, 4)];
    expect(v3.flags).toBe(0);
    expect(v4.flags).toBe(0x08);
    expect(v4.body.toString("latin1")).toBe(text + v3.body.toString("latin1"));
  });

  it("without any, there is no flag", () => {
    expect(writeResponse(result({ kind: "void", warnings: [] }), 4).flags).toBe(0);
  });
});

describe("texts that are too long for their notation", () => {
  it("end between two characters", () => {
    const error = new CqlError("invalid", "ü".repeat(40_000));
    const { body } = writeResponse({ kind: "error", error }, 4);
    expect(body.readUInt16BE(4)).toBe(65_534);
    expect(body.subarray(6).toString()).toBe("ü".repeat(32_767));
  });
});
