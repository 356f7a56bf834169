import { expect, test } from "vitest";
import type { Replication } from "../../../src/model/print-cql.ts";
import { replicationIn } from "../../../src/store/cassandra/cassandra-store.ts";

test.each<[string, readonly string[], Replication | undefined, Replication]>([
  ["one node has one replica", ["here"], undefined, { here: 1 }],
  ["two nodes have two", ["here", "here"], undefined, { here: 2 }],
  ["three have three", ["here", "here", "here"], undefined, { here: 3 }],
  ["more have three too", ["here", "here", "here", "here"], undefined, { here: 3 }],
  ["each data center has its own number", ["here", "there", "here"], undefined, { here: 2, there: 1 }],
  ["a number counts in each of them", ["here", "there"], 5, { here: 5, there: 5 }],
  ["numbers by data center count as they are", ["here", "there"], { there: 2 }, { there: 2 }],
])("%s", (_, dataCenters, wanted, replication) => {
  expect(replicationIn(dataCenters, wanted)).toEqual(replication);
});
