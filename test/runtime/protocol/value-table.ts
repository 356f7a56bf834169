import type { NativeName } from "@colonnade/runtime/protocol";

/** What each native type takes, up to the ends of its range, and what it just does not. */
interface Examples {
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}

const whole = (bits: number): Examples => ({
  accepted: [0, -0, 1, -1, 2 ** (bits - 1) - 1, -(2 ** (bits - 1))],
  refused: [2 ** (bits - 1), -(2 ** (bits - 1)) - 1, 0.5, Number.NaN, Infinity, -Infinity, "1", 1n, true, new Date(0)],
});

const long: Examples = {
  accepted: [0n, 1n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)],
  refused: [2n ** 63n, -(2n ** 63n) - 1n, 2n ** 64n, 0, 1, "1", "1n", true],
};

const text: Examples = {
  accepted: [
    "",
    " ",
    "\0",
    "é",
    "ж",
    "😀",
    "\ud83d\ude00",
    "line\nline",
    "\u2028",
    "\ufeff",
    "\uffff",
    "x".repeat(1e5),
  ],
  refused: ["\ud800", "\udc00", "a\ud83d", "\ude00\ud83d", "\ud83d\ud83d\ude00", 1, 1n, true, ["a"], new String("a")],
};

const notText = [0, 1n, true, ["::1"], {}, Symbol("s"), () => "a"];

export const valueTable: Readonly<Record<NativeName, Examples>> = {
  ascii: { accepted: ["", "\0", "a", "~", "\x7f", "a\nb"], refused: ["\x80", "é", "aé", "😀", "\ud800", ...notText] },
  text,
  varchar: text,
  tinyint: whole(8),
  smallint: whole(16),
  int: whole(32),
  bigint: long,
  counter: long,
  varint: { accepted: [...long.accepted, 2n ** 63n, -(10n ** 300n)], refused: [0, 1.5, "1", "1n", true, Number.NaN] },
  float: {
    accepted: [0, -0, 0.1, 1e-45, 5e-324, 3.4028234663852886e38, -3.4028234663852886e38, 3.4028235e38, -3.4028235e38],
    refused: [3.4028236e38, -3.5e38, 1e39, Number.MAX_VALUE, Number.NaN, Infinity, -Infinity, "0.1", 1n],
  },
  double: {
    accepted: [0, -0, 0.1, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 1],
    refused: [Number.NaN, Infinity, -Infinity, "0.1", "NaN", 1n, true],
  },
  decimal: {
    accepted: [
      ...["0", "-0", "0.00", "9.99", "-1.50", "+1", "1.", ".5", "1e5", "1E+5", "1e-5", "0E-10"],
      ...["1e2147483648", "1e-2147483647", "1".repeat(400), `0.${"0".repeat(400)}1`],
    ],
    refused: [
      ...[
        "",
        ".",
        "-",
        "+-1",
        "1,5",
        "1_000",
        " 1",
        "1 ",
        "0x10",
        "NaN",
        "Infinity",
        "1e",
        "e5",
        "1e1.5",
        "1.2.3",
        "١",
      ],
      ...["1e2147483649", "1e-2147483648", "1e999999999999", "1e-999999999999", 9.99, 1n],
    ],
  },
  boolean: { accepted: [true, false], refused: [0, 1, "true", "", "false", 1n, [true], new Boolean(true)] },
  uuid: {
    accepted: [
      "00000000-0000-0000-0000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10",
      "5F3A1D52-6E59-4B8E-9C43-0D5A1C2B7E10",
    ],
    refused: [
      ...["", "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e1", "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e100"],
      ...["5f3a1d526e594b8e9c430d5a1c2b7e10", "{5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10}"],
      ...["5g3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", " 5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10"],
      ...["5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10\n", "5f3a1d52-6e594b8e-9c43-0d5a-1c2b7e10", 1],
    ],
  },
  timeuuid: {
    accepted: ["00000000-0000-1000-8000-000000000000", "FE2B4360-28C6-11E2-81C1-0800200C9A66"],
    refused: [
      ...["5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", "00000000-0000-0000-0000-000000000000"],
      ...["fe2b4360-28c6-71e2-81c1-0800200c9a66", "fe2b4360-28c6-01e1-81c1-0800200c9a66"],
      ...["fe2b436028c611e281c10800200c9a66", "", 1],
    ],
  },
  inet: {
    accepted: [
      ...["0.0.0.0", "255.255.255.255", "127.0.0.1", "::", "::1", "1::", "1::8", "fe80::1", "FE80::A"],
      ...["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"],
    ],
    refused: [
      ...[
        "",
        "1",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "1.1.1.256",
        "01.2.3.4",
        "1.2.3.-4",
        "1..2.3",
        " 1.2.3.4",
        "0x1.1.1.1",
      ],
      ...["::1::", ":::", ":", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4::5:6:7:8", "12345::", "g::"],
      ...["1.2.3.4::", "1.2.3.4::5", "1.2.3.4:1:2:3:4:5:6", "::1.2.3.4:5", "::1.2.3", "::256.1.1.1"],
      ...["fe80::1%eth0", "[::1]", "::1/128", "localhost", 2130706433],
    ],
  },
  date: {
    accepted: [
      ...["1970-01-01", "2020-02-29", "2000-02-29", "0000-01-01", "9999-12-31", "-0001-12-31", "+10000-01-01"],
      ...["-5877641-06-23", "+5881580-07-11", "5881580-07-11"],
    ],
    refused: [
      ...["", "2020-02-30", "2021-02-29", "1900-02-29", "2020-00-01", "2020-13-01", "2020-04-31", "2020-01-00"],
      ...["2020-1-1", "20-01-01", "2020/01/01", "2020-01-01 ", "2020-01-01T00:00:00Z", "-5877641-06-22"],
      ...["+5881580-07-12", "99999999-01-01", "18262", 18262, new Date(0)],
    ],
  },
  time: {
    accepted: ["00:00:00", "23:59:59", "23:59:59.999999999", "08:30:00.5", "00:00:00.000000001"],
    refused: [
      ...["", "24:00:00", "23:60:00", "23:59:60", "8:30:00", "08:30", "08:30:00.", "08:30:00.1234567890", "-01:00:00"],
      ...["08:30:00Z", "08:30:00,5", " 08:30:00", 30600, 30600n],
    ],
  },
  timestamp: {
    accepted: [new Date(0), new Date(-1), new Date(8.64e15), new Date(-8.64e15), new Date("2020-02-29T00:00:00Z")],
    refused: [new Date(Number.NaN), new Date(8.64e15 + 1), 0, "2020-07-31T18:25:43.511Z", "", 0n, {}, []],
  },
  duration: {
    accepted: [
      ...["1y2mo3w4d5h6m7s8ms9us10ns", "0s", "-1d", "90m", "1Y", "1MO", "5µs", "P1Y2M3W4DT5H6M7S", "-P1D", "PT1S"],
      ...["2147483647mo", "2147483647d", "9223372036854775807ns", "-2147483647mo2147483647d9223372036854775807ns"],
    ],
    refused: [
      ...["", "-", "1", "y", "1x", "1d2y", "1h1h", "1.5h", "1d -1h", "--1d", "+1d", " 1d", "1d 2h"],
      ...["P", "PT", "-P", "P1S", "P1DT", "p1d", "P1.5D", "P-1D", "PT1S2H"],
      ...["2147483648mo", "178956971y", "2147483648d", "306783379w", "9223372036854775808ns", "2562048h", 1, 1n],
    ],
  },
  blob: {
    accepted: [new Uint8Array(), Uint8Array.of(0, 255), Buffer.from("a"), new Uint8Array(1e4)],
    refused: [
      "",
      "AA==",
      [0, 255],
      new ArrayBuffer(2),
      new Uint16Array(2),
      new DataView(new ArrayBuffer(2)),
      0,
      { 0: 1 },
    ],
  },
};

/** What no column takes as a value: those that may be null or absent say so beside it. */
export const neverValues: readonly unknown[] = [null, undefined, {}, [], Symbol("s"), Object.create(null)];

/** A value as the name of a test has it. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 50 ? `${value.slice(0, 50)}…` : value);
  if (typeof value === "bigint") return `${value}n`.replace(/^(.{40}).+/, "$1…");
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof Uint8Array) return `${value.constructor.name}(${value.length})`;
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? `list of ${value.length}` : Object.prototype.toString.call(value);
}
