import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";

/** Seconds since 1970 that the database can hold as the end of a cell. */
const latestExpiry = 2 ** 31 - 2;

/** In whole milliseconds, as its entry in the order of expiry is: a row that nobody reads any more is deleted by it too. */
export function expiryOf(layout: Layout, ttlSeconds: number, nowMs: number): number {
  if (ttlSeconds === 0) return Infinity;
  if (Math.floor(nowMs / 1000) + ttlSeconds <= latestExpiry) return Math.floor(nowMs) + ttlSeconds * 1000;
  throw refusal(
    `Request on table ${layout.keyspace}.${layout.table.name} with ttl of ${ttlSeconds} seconds exceeds maximum supported ` +
      "expiration date of 2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date " +
      "overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 and CASSANDRA-14227 " +
      "for more details.",
  );
}
