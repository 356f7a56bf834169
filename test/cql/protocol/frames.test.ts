/** Envelopes through a socket: split at every byte, in every form, and beyond the limits. */
import { describe, expect, it } from "vitest";
import { crc32, writeSegment } from "../../../src/cql/protocol/segments.ts";
import { FrameError } from "../../../src/cql/protocol/envelope.ts";
import type { Compression, Envelope } from "../../../src/cql/protocol/envelope.ts";
import { FrameReader } from "../../../src/cql/protocol/frame-reader.ts";
import { FrameWriter } from "../../../src/cql/protocol/frame-writer.ts";
import { compress } from "../../../src/cql/protocol/lz4.ts";
import { payloadOf } from "./recorded.ts";
import { readResponses } from "./read-responses.ts";
import { requestBytes, TestWriter } from "./test-writer.ts";

const limits = { beforeLogin: 1000, afterLogin: 1_000_000 };
const query = 7;

function started(version: number, compression?: Compression): FrameReader {
  const reader = new FrameReader(limits);
  reader.startUp(version, compression);
  reader.logIn();
  return reader;
}

function readAll(reader: FrameReader): Envelope[] {
  const envelopes: Envelope[] = [];
  for (let envelope = reader.next(); envelope; envelope = reader.next()) envelopes.push(envelope);
  return envelopes;
}

function envelope(version: number, stream: number, body: Buffer, flags = 0): Envelope {
  return { version, flags, stream, opcode: query, body };
}

/** Long buffers are compared faster by their checksum. */
function withChecksum(read: Envelope): object {
  return { ...read, body: crc32(read.body) };
}

describe("plain envelopes", () => {
  const bodies = [Buffer.from("one"), Buffer.alloc(0), Buffer.from("three")];
  const whole = Buffer.concat(bodies.map((body, index) => requestBytes(4, query, body, index, 2)));
  const expected = bodies.map((body, index) => envelope(4, index, body, 2));

  it("come out whole, however the chunks are cut", () => {
    for (let first = 0; first <= whole.length; first += 2)
      for (let second = first; second <= whole.length; second++) {
        const reader = new FrameReader(limits);
        const cuts = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
        const envelopes = cuts.flatMap((chunk) => {
          reader.add(chunk);
          return readAll(reader);
        });
        expect(envelopes).toEqual(expected);
      }
  });

  it("come out byte by byte", () => {
    const reader = new FrameReader(limits);
    const envelopes = [...whole].flatMap((byte) => {
      reader.add(Buffer.of(byte));
      return readAll(reader);
    });
    expect(envelopes).toEqual(expected);
  });

  it("have bodies of their own: a chunk may be used again", () => {
    const reader = new FrameReader(limits);
    const chunk = requestBytes(3, query, Buffer.from("mine"));
    reader.add(chunk);
    const [read] = readAll(reader);
    chunk.fill(0);
    expect(read?.body.toString()).toBe("mine");
  });

  it("have streams that are negative too", () => {
    const reader = new FrameReader(limits);
    reader.add(requestBytes(3, query, Buffer.alloc(0), 0xfffe));
    expect(reader.next()?.stream).toBe(-2);
  });
});

describe("versions", () => {
  const supported = "supported versions are (3/v3, 4/v4, 5/v5)";

  it.each([
    [66, 5],
    [6, 5],
    [0, 5],
    [71, 5],
  ])("%d is refused in one that is known, before its body is there", (version, answered) => {
    const reader = new FrameReader(limits);
    reader.add(requestBytes(version, 5, Buffer.alloc(100), 7).subarray(0, 9));
    expect(thrown(reader)).toMatchObject({
      code: "protocol",
      message: `Invalid or unsupported protocol version (${version}); ${supported}`,
      version: answered,
      stream: 7,
      isFatal: true,
    });
  });

  it("before 3 are answered with their own header", () => {
    const reader = new FrameReader(limits);
    // Version, flags, stream, opcode, length.
    reader.add(Buffer.from([2, 0, 9, 1, 0, 0, 0, 0]));
    const error = thrown(reader);
    expect(error).toMatchObject({ version: 2, stream: 9 });
    const [bytes] = new FrameWriter().write([
      { ...envelope(error.version, error.stream, Buffer.from("no")), opcode: 0 },
    ]);
    expect(bytes).toEqual(Buffer.from([0x82, 0, 9, 0, 0, 0, 0, 2, 0x6e, 0x6f]));
  });

  it("are refused at the first byte", () => {
    const reader = new FrameReader(limits);
    reader.add(Buffer.of(0x16));
    expect(thrown(reader)).toMatchObject({
      message: `Invalid or unsupported protocol version (22); ${supported}`,
      stream: 0,
    });
  });

  it("stay what STARTUP said", () => {
    const reader = started(4);
    reader.add(requestBytes(3, query, Buffer.alloc(0), 8));
    expect(thrown(reader)).toMatchObject({
      message: "Invalid message version. Got 3/v3 but previous messages on this connection had version 4/v4",
      version: 4,
      stream: 8,
    });
  });

  it("of responses are refused", () => {
    const reader = new FrameReader(limits);
    reader.add(requestBytes(0x84, query, Buffer.alloc(0)));
    expect(thrown(reader).message).toBe("Wrong protocol direction (expected REQUEST, got RESPONSE)");
  });
});

describe("limits", () => {
  it("are narrow before the login, and end the connection", () => {
    const reader = new FrameReader(limits);
    reader.add(requestBytes(4, query, Buffer.alloc(1001), 3).subarray(0, 9));
    expect(thrown(reader)).toMatchObject({
      code: "invalid",
      message: "Request is too big: length 1001 exceeds maximum allowed length 1000.",
      stream: 3,
      isFatal: true,
    });
    const allowed = new FrameReader(limits);
    allowed.add(requestBytes(4, query, Buffer.alloc(1000)));
    expect(allowed.next()?.body).toHaveLength(1000);
  });

  it.each([4, 5])("after it, cost a message, and v%d goes on with the next one", (version) => {
    const reader = started(version);
    const big = requestBytes(version, query, Buffer.alloc(1_000_001), 3);
    const next = requestBytes(version, query, Buffer.from("next"), 4);
    const bytes = version < 5 ? Buffer.concat([big, next]) : segmentsOf(Buffer.concat([big, next]));
    let error: FrameError | undefined;
    const envelopes: Envelope[] = [];
    for (let at = 0; at < bytes.length; at += 60_000) {
      reader.add(bytes.subarray(at, at + 60_000));
      try {
        envelopes.push(...readAll(reader));
      } catch (caught) {
        error = caught as FrameError;
        envelopes.push(...readAll(reader));
      }
    }
    expect(error).toMatchObject({ code: "invalid", stream: 3, isFatal: false });
    expect(error?.message).toBe("Request is too big: length 1000001 exceeds maximum allowed length 1000000.");
    expect(envelopes).toEqual([envelope(version, 4, Buffer.from("next"))]);
  });

  it("hold for what a body decompresses to", () => {
    const reader = started(4, "lz4");
    const body = Buffer.alloc(2_000_000);
    const block = compress(body) ?? body;
    const announced = new TestWriter().int(body.length).raw(block).bytes();
    reader.add(requestBytes(4, query, announced, 5, 1));
    expect(thrown(reader)).toMatchObject({ code: "invalid", stream: 5 });
  });

  it("hold for the length, also the largest one", () => {
    const reader = started(3);
    reader.add(Buffer.from("0300000107ffffffff", "hex"));
    expect(thrown(reader).message).toContain("length 4294967295 exceeds");
  });
});

describe("bodies with compression in v3 and v4", () => {
  const long = Buffer.from("INSERT INTO shop.items (id, name) VALUES (?, ?); ".repeat(40));

  it("are read when they are compressed, and when they are not", () => {
    const reader = started(4, "lz4");
    const block = compress(long) ?? Buffer.alloc(0);
    reader.add(requestBytes(4, query, new TestWriter().int(long.length).raw(block).bytes(), 1, 3));
    reader.add(requestBytes(4, query, long, 2, 0));
    // Cassandra writes an empty body as a block too: one token.
    reader.add(requestBytes(4, query, new TestWriter().int(0).byte(0).bytes(), 3, 1));
    expect(readAll(reader).map(({ body }) => body)).toEqual([long, long, Buffer.alloc(0)]);
  });

  it("are written compressed where they become shorter", () => {
    const writer = new FrameWriter();
    writer.startUp(4, "lz4");
    const bytes = Buffer.concat(writer.write([envelope(4, 1, long), envelope(4, 2, Buffer.alloc(100))]));
    expect(bytes.length).toBeLessThan(long.length / 2);
    expect(bytes[0]).toBe(0x84);
    expect(bytes[1]).toBe(1);
    const reader = started(4, "lz4");
    reader.add(asClient(bytes));
    const [first, second] = readAll(reader);
    expect(first?.body).toEqual(long);
    // Short ones are not worth it.
    expect(second).toEqual(envelope(4, 2, Buffer.alloc(100)));
  });

  it.each<[string, TestWriter]>([
    ["without a length", new TestWriter().short(1)],
    ["of a negative length", new TestWriter().int(-1).byte(0)],
    ["of another length", new TestWriter().int(5).byte(0)],
    ["that cannot become so long", new TestWriter().int(900_000).raw(Buffer.alloc(20))],
  ])("are refused %s", (_, body) => {
    const reader = started(4, "lz4");
    reader.add(requestBytes(4, query, body.bytes(), 6, 1));
    expect(thrown(reader)).toMatchObject({ code: "protocol", message: "Compressed lengths mismatch", stream: 6 });
  });

  /** The responses in the bytes, as if they were requests. */
  function asClient(bytes: Buffer): Buffer {
    const requests = Buffer.from(bytes);
    for (let at = 0; at < requests.length; at += 9 + requests.readUInt32BE(at + 5))
      requests.writeUInt8(requests.readUInt8(at) & 0x7f, at);
    return requests;
  }
});

describe("segments", () => {
  const bodies = [Buffer.from("one"), Buffer.alloc(300, "two"), Buffer.from("three"), Buffer.alloc(0)];
  const bytes = Buffer.concat(bodies.map((body, index) => requestBytes(5, query, body, index)));
  const expected = bodies.map((body, index) => envelope(5, index, body));

  it.each<Compression | undefined>([undefined, "lz4"])("are read after STARTUP, cut anywhere (%s)", (compression) => {
    const first = requestBytes(5, 1, new TestWriter().short(0).bytes());
    const whole = Buffer.concat([first, segmentsOf(bytes, compression)]);
    for (let cut = 1; cut < whole.length; cut++) {
      const reader = new FrameReader(limits);
      const envelopes: Envelope[] = [];
      for (const chunk of [whole.subarray(0, cut), whole.subarray(cut)]) {
        reader.add(chunk);
        for (let read = reader.next(); read; read = reader.next()) {
          if (read.opcode === 1) reader.startUp(5, compression);
          else envelopes.push(read);
        }
      }
      expect(envelopes).toEqual(expected);
    }
  });

  it.each<Compression | undefined>([undefined, "lz4"])("may end anywhere in an envelope (%s)", (compression) => {
    for (let length = 1; length < bytes.length; length += 3) {
      const reader = started(5, compression);
      reader.add(segmentsOf(bytes, compression, length));
      expect(readAll(reader)).toEqual(expected);
    }
  });

  it.each<Compression | undefined>([undefined, "lz4"])(
    "are written with as many envelopes as fit (%s)",
    (compression) => {
      const writer = new FrameWriter();
      writer.startUp(5, compression);
      const written = writer.write(expected);
      expect(written).toHaveLength(1);
      expect(readResponses(Buffer.concat(written), 5, compression)).toEqual({
        envelopes: expected,
        segments: [true],
      });
    },
  );

  it.each<Compression | undefined>([undefined, "lz4"])(
    "are several for what is longer than one (%s)",
    (compression) => {
      const writer = new FrameWriter();
      writer.startUp(5, compression);
      const long = envelope(5, 2, Buffer.alloc(300_000, payloadOf("random*300")));
      const envelopes = [envelope(5, 1, Buffer.from("before")), long, envelope(5, 3, Buffer.from("after"))];
      const read = readResponses(Buffer.concat(writer.write(envelopes)), 5, compression);
      expect(read.segments).toEqual([true, false, false, false, true]);
      expect(read.envelopes.map(withChecksum)).toEqual(envelopes.map(withChecksum));
    },
  );

  it("hold 131,071 bytes at most", () => {
    const writer = new FrameWriter();
    writer.startUp(5);
    const lengths = (...of: number[]): boolean[] =>
      readResponses(Buffer.concat(writer.write(of.map((length) => envelope(5, 1, Buffer.alloc(length))))), 5).segments;
    expect(lengths(131_062)).toEqual([true]);
    expect(lengths(131_063)).toEqual([false, false]);
    expect(lengths(131_000, 53)).toEqual([true]);
    expect(lengths(131_000, 54)).toEqual([true, true]);
  });

  it("do not begin before the response to STARTUP is written", () => {
    const writer = new FrameWriter();
    expect(Buffer.concat(writer.write([envelope(5, 0, Buffer.alloc(0))])).toString("hex")).toBe("850000000700000000");
    writer.startUp(5);
    expect(writer.write([])).toEqual([]);
  });
});

describe("plain envelopes are written", () => {
  it("together when they are short, and without a copy when they are long", () => {
    const long = Buffer.alloc(100_000, "x");
    const envelopes = [Buffer.from("a"), Buffer.from("b"), long, Buffer.from("c")].map((body, index) =>
      envelope(4, index, body),
    );
    const written = new FrameWriter().write(envelopes);
    expect(written).toHaveLength(3);
    expect(written[1]?.buffer).toBe(long.buffer);
    expect(readResponses(Buffer.concat(written), 4).envelopes.map(withChecksum)).toEqual(envelopes.map(withChecksum));
  });
});

/** Segments of a client around any bytes; its envelopes have no bit of a response, so the writer is not asked. */
function segmentsOf(bytes: Buffer, compression?: Compression, length = 0x1ffff): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += length) {
    const part = bytes.subarray(at, at + length);
    parts.push(writeSegment([part], part.length, bytes.length <= length, compression));
  }
  return Buffer.concat(parts);
}

function thrown(reader: FrameReader): FrameError {
  try {
    reader.next();
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
