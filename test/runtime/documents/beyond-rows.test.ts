/** Documents beyond rows: their variables, and what is wrong with their data. */
import { describe, expect, it } from "vitest";
import {
  decodeNeighbors,
  decodePartitions,
  encodeCountAll,
  encodeDeleteWhere,
  encodeIndexed,
  encodeNearest,
  encodePartitions,
  encodeScan,
  encodeUpdateParts,
} from "@colonnade/runtime/documents";
import { add, append, removeAt, setAt } from "@colonnade/runtime/changes";
import { float, text, uuid } from "@colonnade/runtime";
import { list, set, vector } from "@colonnade/runtime/composites";
import type { Table, TableTypes } from "@colonnade/runtime";

const table = {
  ...{ keyspace: "shop", name: "docs", apiName: "Docs", partitionKey: ["id"], clusteringKey: ["at"] },
  columns: { id: uuid, at: text, tags: set(text), log: list(text), embedding: vector(float, 2) },
  apiNames: { tags: "docTags" },
} as unknown as Table<TableTypes>;
const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const row = { id, at: "a", docTags: null, log: null, embedding: [0, 1] };

describe("documents beyond rows", () => {
  it("encode changes of parts, by the names of the API", () => {
    const value = { id, at: "a", tags: add(["red"]), log: [append(["x"]), setAt(0, "y"), removeAt(2)] };
    expect(encodeUpdateParts(table, value, { ttl: 60 })).toEqual({
      value: { id, at: "a" },
      changes: { docTags: { add: ["red"] }, log: { append: ["x"], setAt: [{ index: 0, value: "y" }], removeAt: [2] } },
      options: { ttl: 60 },
    });
    expect(encodeUpdateParts(table, { id, at: "a", tags: ["red"] })).toEqual({
      value: { id, at: "a", docTags: ["red"] },
    });
    expect(() => encodeUpdateParts(table, { id, at: "a", tags: append(["red"]) })).toThrow("is a set");
  });

  it("encode what selects rows, and the options that were given", () => {
    const part = { number: 2, of: 3 };
    expect(encodeScan(table, { part, perPartition: 1, pageState: null })).toEqual({
      options: { part, perPartitionLimit: 1 },
    });
    expect(encodePartitions(table)).toEqual({ options: { distinct: true } });
    expect(encodeCountAll(table, { part })).toEqual({ options: { part } });
    expect(encodeIndexed(table, { tags: { contains: "red" } })).toEqual({ where: { docTags: { contains: "red" } } });
    const near = encodeNearest(table, "embedding" as never, [1, 0], { limit: 5, where: { tags: { contains: "red" } } });
    expect(near).toEqual({ vector: [1, 0], where: { docTags: { contains: "red" } }, options: { limit: 5 } });
    expect(encodeDeleteWhere(table, { id, at: { lt: "b" } }, { timestamp: 5n })).toEqual({
      where: { id: { eq: id }, at: { lt: "b" } },
      options: { timestamp: "5" },
    });
    expect(() => encodeDeleteWhere(table, {})).toThrow("id is missing");
    expect(() => encodeNearest(table, "embedding" as never, [1, 0], { limit: 0 })).toThrow("from 1 to 1000");
  });

  it("decode neighbors and partitions, and refuse data without them", () => {
    const page = { values: [row], pageState: null };
    expect(decodeNeighbors(table, { ...page, similarities: [0.5] })).toMatchObject([{ id, similarity: 0.5 }]);
    expect(() => decodeNeighbors(table, { ...page, similarities: [] })).toThrow("one similarity for each row");
    expect(() => decodeNeighbors(table, null)).toThrow("no data");
    expect(decodePartitions(table, { values: [{ id }], pageState: "x" })).toEqual({ rows: [{ id }], pageState: "x" });
    expect(() => decodePartitions(table, undefined)).toThrow("no data");
  });
});
