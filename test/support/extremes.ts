import type { NativeName, Value } from "@colonnade/runtime/protocol";

/** The least and the greatest value of each type that can be in a key, with what lies next to them. */
export const extremes: Readonly<Record<Exclude<NativeName, "counter" | "duration">, readonly Value[]>> = {
  ascii: ["", "\0", "a", "\x7f", "\x7f\x7f"],
  text: ["", "\0", "a", "\u{10ffff}", "\u{10ffff}\u{10ffff}"],
  varchar: ["", "\0", "\u{10ffff}"],
  blob: [[], [0], [0, 0xff], [0xff], [0xff, 0xff]].map((bytes) => Uint8Array.from(bytes)),
  inet: ["0.0.0.0", "::", "255.255.255.255", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  boolean: [false, true],
  tinyint: [-128, -1, 0, 127],
  smallint: [-32768, -1, 0, 255, 32767],
  int: [-(2 ** 31), -1, 0, 255, 2 ** 31 - 1],
  bigint: [-(2n ** 63n), -1n, 0n, 255n, 2n ** 63n - 1n],
  varint: [-(256n ** 5n), -256n, -255n, -1n, 0n, 255n, 256n, 256n ** 5n - 1n],
  float: [-3.4028235e38, -1e-45, -0, 0, 1e-45, 3.4028235e38].map(Math.fround),
  double: [-Number.MAX_VALUE, -Number.MIN_VALUE, -0, 0, Number.MIN_VALUE, Number.MAX_VALUE],
  decimal: ["-9E+50", "-1", "-1E-50", "0", "1E-50", "1", "9E+50"],
  date: ["-5877641-06-23", "1970-01-01", "+5881580-07-11"],
  time: ["00:00:00", "23:59:59.999999999"],
  timestamp: [-8.64e15, -1, 0, 8.64e15].map((ms) => new Date(ms)),
  uuid: [
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-1000-0000-000000000000",
    "ffffffff-ffff-1fff-ffff-ffffffffffff",
    "ffffffff-ffff-4fff-ffff-ffffffffffff",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ],
  // The last eight bytes are compared as signed ones.
  timeuuid: [
    "00000000-0000-1000-8080-808080808080",
    "00000000-0000-1000-7f7f-7f7f7f7f7f7f",
    "ffffffff-ffff-1fff-8080-808080808080",
    "ffffffff-ffff-1fff-7f7f-7f7f7f7f7f7f",
  ],
};
