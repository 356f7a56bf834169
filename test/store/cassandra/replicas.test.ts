/** Replicas as the driver finds them, with the driver's own ring. A cluster: `test/cluster/connections.large.test.ts`. */
import { createRequire } from "node:module";
import { expect, it, vi } from "vitest";
import { replicasIn } from "../../../src/store/cassandra/replicas.ts";

const require = createRequire(import.meta.url);
const { Murmur3Tokenizer, RandomTokenizer } = require("cassandra-driver/lib/tokenizer.js");
const { TokenRange } = require("cassandra-driver/lib/token.js");

/** A client whose replicas are named by the end of their range, found as the driver finds them. */
function clientOf(texts: readonly string[], tokenizer = new Murmur3Tokenizer()) {
  const makeRing = (all: readonly string[]) => {
    const ring = all.map((text) => tokenizer.parse(text));
    ring.sort((one, other) => one.compare(other));
    const ranges = new Set(ring.map((end, place) => new TokenRange(ring.at(place - 1), end, tokenizer)));
    return { ring, ranges };
  };
  let current = makeRing(texts);
  const getReplicas = vi.fn((keyspace: string, key: unknown) => {
    const token = tokenizer.hash(key);
    const end = current.ring.find((one) => one.compare(token) >= 0) ?? current.ring[0];
    return [`${keyspace} ${end}`] as unknown as object[];
  });
  const metadata = {
    getTokenRanges: () => current.ranges,
    newToken: (key: Buffer) => tokenizer.hash(key),
    keyspaces: { shop: {}, other: {} } as Record<string, object>,
  };
  return { client: { getReplicas, metadata }, move: (all: readonly string[]) => (current = makeRing(all)) };
}

const ring = Array.from({ length: 48 }, (_, place) => String(-(2n ** 63n) + BigInt(place * 2 + 1) * 2n ** 57n + 7n));
const keys = Array.from({ length: 2000 }, (_, number) => Buffer.from(`key ${number * 7919}`));

it("are those of the driver, which is asked once for each range of a keyspace", () => {
  const { client } = clientOf(ring);
  const find = replicasIn(client);
  for (const keyspace of ["shop", "other"]) {
    const found = keys.map((key) => find(keyspace, key));
    expect(client.getReplicas.mock.calls.length).toBeLessThanOrEqual(ring.length * (keyspace === "shop" ? 1 : 2));
    const calls = client.getReplicas.mock.calls.length;
    expect(found).toEqual(keys.map((key) => client.getReplicas(keyspace, key)));
    client.getReplicas.mock.calls.length = calls;
  }
});

it("are looked for again when the ring or the keyspace has changed", () => {
  const { client, move } = clientOf(ring);
  const find = replicasIn(client);
  const [key] = keys as [Buffer];
  find("shop", key);
  move(["0"]);
  expect(find("shop", key)).toEqual(["shop 0"]);
  client.metadata.keyspaces["shop"] = {};
  client.getReplicas.mockReturnValueOnce([{ name: "new" }]);
  expect(find("shop", key)).toEqual([{ name: "new" }]);
});

it("are left to the driver for other tokens, unknown keyspaces and what is not a key", () => {
  const random = clientOf(["0", "9", "99999999999"], new RandomTokenizer());
  const find = replicasIn(random.client);
  find("shop", keys[0]);
  find("shop", keys[0]);
  expect(random.client.getReplicas).toHaveBeenCalledTimes(2);
  const { client, move } = clientOf(ring);
  client.getReplicas.mockReturnValue(null as unknown as object[]);
  expect(replicasIn(client)("nowhere", keys[0])).toBeNull();
  expect(replicasIn(client)("shop", undefined)).toBeNull();
  // Before the client has read it.
  move([]);
  expect(replicasIn(client)("shop", keys[0])).toBeNull();
});
