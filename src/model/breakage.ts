/** What a change of a definition breaks, by the rules of CQL, as a table. */
import type { Change, ChangeKind } from "./change.ts";

/** What can break, in the order in which it is told. */
export const breakages = ["source", "reads", "writes", "wire", "data"] as const;

/**
 * - `source`: code that compiles with the bindings of before does not compile with those of after.
 * - `reads`: what a deployed app asks for is refused, or answered otherwise than before.
 * - `writes`: what a deployed app writes is refused.
 * - `wire`: a name or a form in the documents and answers is another, for any client of the service.
 * - `data`: values are lost, vanish sooner, are read as something else, or have to be copied into another table.
 */
export type Breakage = (typeof breakages)[number];

/** Changes of the bindings alone: what another change does to the names of what stays. */
export type RenameKind = "member-renamed" | "api-name";

export interface BreakageRule {
  /** But for `source`. */
  readonly breaks: readonly Exclude<Breakage, "source">[];
  /** Whether one that is of this kind breaks nothing but maybe source after all. @default none does */
  readonly isHarmless?: (change: Pick<Change, "before" | "after">) => boolean;
  /** Whether code stops compiling: always, never, or if what stands for it in TypeScript is another. */
  readonly source: "always" | "never" | "by name" | "by value" | "by key" | "by finder" | "by write";
  /** A few words: what it means. */
  readonly means: string;
  /** What the database asks for in its place, or what to mind; one sentence without a final stop. */
  readonly way?: string;
}

const everything = ["reads", "writes", "wire", "data"] as const;

const newTable =
  "the database can rename key columns and change nothing else about a key: create a table with another name, copy the rows, then drop the old one";
const newColumn =
  "the database never changes a type: add a column with another name, copy the values, then drop the old one; for a column of the key, create another table";
const newType =
  "the database can only add and rename the fields of a user type: create a type with another name, and columns of that type";

/** @see service-facts 5.3, 5.4, 5.9; captures, cql-errors: ddl */
export const breakageRules: Readonly<Record<ChangeKind | RenameKind, BreakageRule>> = {
  "table-added": { breaks: [], source: "never", means: "a new table" },
  "table-dropped": {
    breaks: everything,
    source: "always",
    means: "a table that is no more",
    way: "all its rows are lost with it",
  },
  "partition-key": {
    breaks: ["reads", "writes", "data"],
    source: "by key",
    means: "other columns choose the partition, or in another order",
    way: newTable,
  },
  "clustering-key": {
    breaks: ["reads", "writes", "data"],
    source: "always",
    means: "other columns order the rows, or in another order",
    way: newTable,
  },
  "clustering-order": {
    breaks: ["reads", "data"],
    source: "never",
    means: "rows come the other way round",
    way: newTable,
  },
  "time-to-live": {
    breaks: ["data"],
    source: "never",
    means: "values that are written from then on vanish after another time; what is stored keeps its own",
    isHarmless: ({ before, after }) => after === "0" || (before !== "0" && Number(before) < Number(after)),
  },
  "column-added": {
    breaks: [],
    source: "always",
    means: "a new column, null in rows that are there; code that builds whole rows itself lacks its member",
  },
  "column-readded": {
    breaks: ["data"],
    source: "always",
    means: "a column with the name of one that was dropped, and of another type",
    way: "old values would be read as the new type, and most databases refuse it: choose another name",
  },
  "column-renamed": {
    breaks: ["reads", "writes", "wire"],
    source: "by name",
    means: "a key column with a new name: same place, same type",
    way: "run the ALTER TABLE below when the code with the new name is deployed: no row is copied, and the old name stops working at once; an index on the column has to be dropped first and created again",
  },
  "column-dropped": {
    breaks: everything,
    source: "always",
    means: "a column that is no more",
    way: "deploy code that does without it first; its values are lost, and its name can only come back with the same type",
  },
  "column-type": { breaks: everything, source: "by value", means: "a column of another type", way: newColumn },
  "column-static": {
    breaks: ["reads", "writes", "data"],
    source: "by write",
    means: "a column with one value per partition in place of one per row, or the other way round",
    way: "the database never makes a column static: add a column with another name, copy the values, then drop the old one",
  },
  "index-added": { breaks: [], source: "never", means: "a new finder" },
  "index-dropped": {
    breaks: ["reads"],
    source: "by finder",
    means: "a finder that is no more",
    way: "deploy code that does without the finder first",
  },
  "index-changed": {
    breaks: ["reads"],
    source: "by finder",
    means: "an index of another make, which may know other questions",
    isHarmless: ({ before = "" }) => !before.endsWith("sai"),
    way: "the index has to be dropped and made again, and finds nothing meanwhile",
  },
  "index-renamed": { breaks: [], source: "never", means: "an index that is called otherwise" },
  "user-type-added": { breaks: [], source: "never", means: "a new user type" },
  "user-type-dropped": {
    breaks: ["wire"],
    source: "always",
    means: "a user type that is no more; what becomes of its columns is told of each",
  },
  "field-added": {
    breaks: [],
    source: "always",
    means: "a new field, null in values that are there; code that builds values lacks its member",
    way: "code of before writes whole values, and with them null into the new field",
  },
  "field-dropped": { breaks: everything, source: "always", means: "a field that is no more", way: newType },
  "field-renamed": {
    breaks: ["reads", "writes", "wire"],
    source: "by name",
    means: "a field with a new name: same place, same type",
    way: "run the ALTER TYPE below when the code with the new name is deployed: no value is copied, and the old name stops working at once",
  },
  "field-type": { breaks: everything, source: "by value", means: "a field of another type", way: newType },
  "field-order": {
    breaks: ["data"],
    source: "never",
    means: "fields in another order, by which they are stored",
    way: "the database adds a field at the end: put the fields into the order that it has",
  },
  description: { breaks: [], source: "never", means: "another comment in the bindings" },
  "member-renamed": {
    breaks: [],
    source: "always",
    means: "another name in the bindings, because another name came or went",
    way: "give it the name of before in the config, under columns or tables",
  },
  "api-name": {
    breaks: ["reads", "writes", "wire"],
    source: "never",
    means: "another name in GraphQL, because another name came or went",
  },
};
