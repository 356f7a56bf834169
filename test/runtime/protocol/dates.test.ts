/** Text ↔ what the database holds, for types that count from some zero: date, time and timestamp. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  dateFromDays,
  daysFromDate,
  parseTime,
  parseTimestamp,
  printTime,
  printTimestamp,
} from "@colonnade/runtime/protocol";
import { runs } from "../../support/long.ts";

const day = 86_400_000;

describe("a date", () => {
  test.each([
    ["1970-01-01", 0],
    ["1970-01-02", 1],
    ["1969-12-31", -1],
    ["2000-03-01", 11_017],
    ["0000-01-01", -719_528],
    ["-0001-12-31", -719_529],
    ["+10000-01-01", 2_932_897],
    ["-5877641-06-23", -(2 ** 31)],
    ["+5881580-07-11", 2 ** 31 - 1],
  ])("%s is day %i, and printed so", (text, days) => {
    expect(daysFromDate(text)).toBe(days);
    expect(dateFromDays(days)).toBe(text);
  });

  it("is printed as it is parsed, over the whole range", () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (days) => {
        expect(daysFromDate(dateFromDays(days))).toBe(days);
      }),
      runs(500, 100_000),
    );
  });

  it("is what the platform says, where the platform can say", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (days) => {
        const expected = new Date(days * day).toISOString().replace(/T.*/, "");
        expect(dateFromDays(days).replace(/^([+-])0*(?=\d{4})/, "$1")).toBe(
          expected.replace(/^([+-])0*(?=\d{4})/, "$1"),
        );
      }),
      runs(500, 100_000),
    );
  });

  it("of a month has as many days as the month", () => {
    const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [index, length] of lengths.entries()) {
      const month = String(index + 1).padStart(2, "0");
      expect(daysFromDate(`2020-${month}-${length}`)).toBeDefined();
      expect(daysFromDate(`2020-${month}-${length + 1}`)).toBeUndefined();
    }
  });
});

describe("a time", () => {
  test.each([
    ["00:00:00", 0n],
    ["00:00:01", 1_000_000_000n],
    ["23:59:59", 86_399_000_000_000n],
    ["23:59:59.999999999", 86_399_999_999_999n],
    ["00:00:00.000000001", 1n],
    ["18:25:43.511", 66_343_511_000_000n],
    ["18:25:43.01", 66_343_010_000_000n],
  ])("%s is %d nanoseconds, and printed so", (text, nanoseconds) => {
    expect(parseTime(text)).toBe(nanoseconds);
    expect(printTime(nanoseconds)).toBe(text);
  });

  test.each([
    ["00:00:00.5", 500_000_000n],
    ["00:00:00.50", 500_000_000n],
    ["00:00:00.000", 0n],
  ])("%s has the digits that it needs", (text, nanoseconds) => {
    expect(parseTime(text)).toBe(nanoseconds);
  });

  it("is printed as it is parsed", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 86_399_999_999_999n }), (nanoseconds) => {
        expect(parseTime(printTime(nanoseconds))).toBe(nanoseconds);
      }),
      runs(500, 100_000),
    );
  });
});

describe("a timestamp", () => {
  test.each([
    ["1970-01-01T00:00:00.000Z", 0],
    ["1970-01-01T00:00:00Z", 0],
    ["1970-01-01T00:00:00.5Z", 500],
    ["1970-01-01T00:00:00.05Z", 50],
    ["1970-01-01T00:00:00.0019Z", 1],
    ["1970-01-01T00:00:00.999999999Z", 999],
    ["1969-12-31T23:59:59.9999Z", -1],
    ["1970-01-01t00:00:00z", 0],
    ["1970-01-01 00:00:00Z", 0],
    ["1970-01-01T02:00:00+02:00", 0],
    ["1969-12-31T18:30:00-05:30", 0],
    ["1970-01-01T00:00:00-00:00", 0],
    ["1970-01-01T23:59:00+23:59", 0],
    ["+275760-09-13T00:00:00.000Z", 8.64e15],
    ["-271821-04-20T00:00:00.000Z", -8.64e15],
    ["0000-01-01T00:00:00Z", -62_167_219_200_000],
    ["2020-02-29T00:00:00Z", 1_582_934_400_000],
  ])("%s is %i ms", (text, ms) => {
    expect(parseTimestamp(text)?.getTime()).toBe(ms);
  });

  it("is printed as the platform prints it", () => {
    const edges = [0, -1, -30_610_224_000_001, -30_610_224_000_000, 253_402_300_799_999, 253_402_300_800_000];
    for (const ms of edges) expect(printTimestamp(new Date(ms))).toBe(new Date(ms).toISOString());
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (moment) => {
        expect(printTimestamp(moment)).toBe(moment.toISOString());
      }),
      runs(500, 100_000),
    );
    expect(() => printTimestamp(new Date(NaN))).toThrow(RangeError);
  });

  test.each([
    ["no time", "2020-07-31"],
    ["no zone", "2020-07-31T18:25:43"],
    ["no seconds", "2020-07-31T18:25Z"],
    ["30 February", "2020-02-30T00:00:00Z"],
    ["29 February of no leap year", "2021-02-29T00:00:00Z"],
    ["hour 24", "2020-07-31T24:00:00Z"],
    ["second 60, which no Date can hold", "2016-12-31T23:59:60Z"],
    ["a zone without colon", "2020-07-31T18:25:43+0200"],
    ["a zone of hours alone", "2020-07-31T18:25:43+02"],
    ["zone hour 24", "2020-07-31T18:25:43+24:00"],
    ["a comma", "2020-07-31T18:25:43,5Z"],
    ["a point without digits", "2020-07-31T18:25:43.Z"],
    ["a five-digit year", "12020-07-31T18:25:43Z"],
    ["beyond what a Date can hold", "+275760-09-13T00:00:00.001Z"],
    ["a number of milliseconds", "1596219943511"],
    ["a blank behind", "2020-07-31T18:25:43Z "],
    ["a date of mail", "Fri, 31 Jul 2020 18:25:43 GMT"],
  ])("with %s is none", (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it("is read as the platform reads it, in any zone", () => {
    const two = (value: number): string => String(value).padStart(2, "0");
    const zone = fc
      .tuple(fc.constantFrom("+", "-"), fc.nat(23), fc.nat(59))
      .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`);
    const years = { min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), fc.oneof(fc.constant("Z"), zone), (date, zone) => {
        const text = date.toISOString().replace("Z", zone);
        expect(parseTimestamp(text)?.getTime()).toBe(Date.parse(text));
      }),
      runs(500, 100_000),
    );
  });
});
