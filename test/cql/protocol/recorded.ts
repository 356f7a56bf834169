/** What the encoders of Cassandra 5.0.9 write. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** By the versions that have the same bytes: `3,4` → hexadecimal. */
type Bytes = Readonly<Record<string, string>>;

interface Recorded {
  readonly types: Readonly<Record<string, Bytes>>;
  readonly responses: Readonly<Record<string, Bytes>>;
  readonly requests: Readonly<Record<string, Bytes>>;
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly payload: string;
  readonly lz4: boolean;
  readonly isWhole: boolean;
  readonly bytes: string;
}

const file = join(import.meta.dirname, "../../fixtures/cql/protocol.json");
export const recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded;

/** `[version, hex]` of each version. */
export function byVersion(bytes: Bytes): [version: number, hex: string][] {
  return Object.entries(bytes).flatMap(([versions, hex]) =>
    versions.split(",").map((version): [number, string] => [Number(version), hex]),
  );
}

/** The payloads of the recorded segments, by their names. */
export function payloadOf(name: string): Buffer {
  if (name === "x*5000") return Buffer.alloc(5000, "x");
  if (name !== "random*300") return Buffer.from(name);
  let seed = 1;
  return Buffer.from(Array.from({ length: 300 }, () => (seed = (seed * 48271) % 2147483647) & 0xff));
}
