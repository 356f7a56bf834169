import { expect, test } from "vitest";
import { printBytes, printDuration, printMs } from "../../../src/console/operation/units.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [15_240, "15.2 kB"],
  [666_000, "666 kB"],
  [1_234_567, "1.2 MB"],
  [2e15, "2000 TB"],
])("%d bytes are %s", (bytes, text) => expect(printBytes(bytes)).toBe(text));

test.each([
  [0.04, "0.0 ms"],
  [9.94, "9.9 ms"],
  [10.4, "10 ms"],
  [9_999, "9999 ms"],
  [12_340, "12.3 s"],
])("%d milliseconds are %s", (ms, text) => expect(printMs(ms)).toBe(text));

test.each([
  [0.4, "0 s"],
  [59, "59 s"],
  [61, "1 min 1 s"],
  [3_600, "1 h 0 min"],
  [93_784, "1 d 2 h"],
])("%d seconds are %s", (seconds, text) => expect(printDuration(seconds)).toBe(text));
