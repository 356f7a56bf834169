import { int, text } from "@colonnade/runtime";
import { map, set } from "@colonnade/runtime/composites";
import type { Table } from "@colonnade/runtime";

interface PostsTypes {
  row: { user: number; at: number; name: string | null; tags: string[]; links: Map<string, string> };
  key: { user: number; at: number };
  where: { user: number };
  if: object;
  insert: { user: number; at: number; tags?: string[]; links?: Map<string, string> };
  update: { user: number; at?: number; name?: string | null };
}

/** A table with partitions of several rows, a static column, a set and a map. */
export const posts: Table<PostsTypes> = {
  keyspace: "shop",
  name: "posts",
  apiName: "Posts",
  columns: { user: int, at: int, name: text, tags: set(text), links: map(text, text) },
  partitionKey: ["user"],
  clusteringKey: ["at"],
  staticColumns: ["name"],
};
