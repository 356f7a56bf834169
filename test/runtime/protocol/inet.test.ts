import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseInet, printInet } from "@colonnade/runtime/protocol";
import { runs } from "../../support/long.ts";

/** Zeros often, so that their runs meet in every way. */
const groups = fc.array(fc.oneof(fc.constant(0), fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });
const bytesOf = (list: readonly number[]): Uint8Array =>
  Uint8Array.from(list.flatMap((group) => [group >> 8, group & 0xff]));

describe("an address", () => {
  test.each([
    ["127.0.0.1", [127, 0, 0, 1]],
    ["::", Array<number>(16).fill(0)],
    ["::1", [...Array<number>(15).fill(0), 1]],
    ["1::", [0, 1, ...Array<number>(14).fill(0)]],
    ["2001:db8::1:0:0:1", [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]],
    ["1:0:3:4:5:6:7:8", [0, 1, 0, 0, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]],
    ["1.2.3.4", [1, 2, 3, 4]],
    ["fe80::a00:27ff:fe4e:66a1", [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0x0a, 0, 0x27, 0xff, 0xfe, 0x4e, 0x66, 0xa1]],
  ])("%s is printed as it is parsed", (text, bytes) => {
    expect(parseInet(text)).toEqual(Uint8Array.from(bytes));
    expect(printInet(Uint8Array.from(bytes))).toBe(text);
  });

  // RFC 5952, section 4: lower case, no leading zeros, the longest run of at least two zeros, the first of equals.
  test.each([
    ["2001:0DB8:0:0:0:0:0:0001", "2001:db8::1"],
    ["0:0:1:0:0:0:1:0", "0:0:1::1:0"],
    ["1:0:0:2:0:0:3:4", "1::2:0:0:3:4"],
    ["0:1:2:3:4:5:6:7", "0:1:2:3:4:5:6:7"],
    ["10:0:0:0:100:0:0:0", "10::100:0:0:0"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["::1.2.3.4", "::102:304"],
    // Java has no address of IPv6 with an IPv4 address in it: it has the four bytes, and the database stores those.
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["::ffff:102:304", "1.2.3.4"],
  ])("%s is printed as %s", (text, printed) => {
    expect(printInet(parseInet(text) ?? Uint8Array.of())).toBe(printed);
  });

  it("of six is what it was when it is printed and parsed, and legal to the platform", () => {
    fc.assert(
      fc.property(groups.map(bytesOf), (bytes) => {
        const isMapped = bytes.slice(0, 12).join() === "0,0,0,0,0,0,0,0,0,0,255,255";
        expect(parseInet(printInet(bytes))).toEqual(isMapped ? bytes.slice(12) : bytes);
        expect(isIP(printInet(bytes))).toBe(6);
      }),
      runs(500, 100_000),
    );
  });

  test.each(["1:2:3:4::5:6:7:8", "::1:2:3:4:5:6:7:8", "1.2.3.4::", "1.2.3.4::5", "::1.2.3.4:5"])(
    "is not %s",
    (text) => {
      expect(parseInet(text)).toBeUndefined();
    },
  );

  it("is one exactly when the platform says so", () => {
    const piece = fc.constantFrom(
      "",
      "0",
      "1",
      "ffff",
      "12345",
      ":",
      "::",
      "1.2.3.4",
      "255.255.255.256",
      ".",
      "g",
      "0a",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(":")),
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
      fc
        .array(fc.constantFrom("0", "1", "01", "255", "256", "", "a"), { minLength: 3, maxLength: 5 })
        .map((bytes) => bytes.join(".")),
    );
    fc.assert(
      fc.property(text, (text) => {
        expect(parseInet(text) !== undefined).toBe(isIP(text) > 0);
      }),
      runs(2000, 100_000),
    );
  });
});
