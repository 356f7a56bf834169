/** Times in zones that have a name; all are those of Cassandra 5.0.9. */
import { expect, it } from "vitest";
import { parseTimestampText } from "../../../src/cql/values/timestamp-text.ts";

it.each([
  ["2024-01-01 10:00 EST", "2024-01-01T15:00:00.000Z"],
  ["2024-07-01 10:00 EST", "2024-07-01T14:00:00.000Z"],
  ["2024-07-01 10:00 CEST", "2024-07-01T08:00:00.000Z"],
  ["2024-07-01T10:00:00.123 Asia/Kolkata", "2024-07-01T04:30:00.123Z"],
  ["2024-07-01 CET", "2024-06-30T22:00:00.000Z"],
  ["2024-07-01 10:00 MSK", "2024-07-01T07:00:00.000Z"],
  // Left out when the clocks were changed, and shown twice.
  ["2024-03-31 02:30 Europe/Berlin", "2024-03-31T01:30:00.000Z"],
  ["2024-10-27 02:30 Europe/Berlin", "2024-10-27T00:30:00.000Z"],
])("reads %s", (text, utc) => {
  const ms = parseTimestampText(text);
  expect(ms === undefined ? undefined : new Date(Number(ms)).toISOString()).toBe(utc);
});

it.each([
  "2024-07-01 10:00 europe/berlin",
  "2024-07-01 10:00 est",
  "2024-07-01 10:00CET",
  "2024-07-01 10:00 Nowhere",
  "2024-07-01 10:00 Europe/Nowhere",
  "2024-07-01 10:00 CET CET",
  "24-07-01 CET",
])("does not read %s", (text) => {
  expect(parseTimestampText(text)).toBeUndefined();
});
