/** States what each change of a definition breaks, by the rules of CQL, as a table. */
import type { Change, ChangeKind } from "./change.ts";

/** What can break, in the order of reports. */
export const breakages = ["code", "reads", "writes", "wire", "data"] as const;

/**
 * - `code`: code that compiles with the old bindings does not compile with the new ones.
 * - `reads`: a deployed app's read is rejected, or returns a different result.
 * - `writes`: a deployed app's write is rejected.
 * - `wire`: a name or format in requests and responses changes, for any client of the service.
 * - `data`: values are lost, expire sooner, are read as something else, or have to be copied into another table.
 */
export type Breakage = (typeof breakages)[number];

/** Names of unchanged members, in the bindings or the API, that another change affects. */
export type NameShiftKind = "member-renamed" | "api-name";

export interface BreakageRule {
  /** All classes except `code`. */
  readonly breaks: readonly Exclude<Breakage, "code">[];
  /** Whether a change of this kind breaks at most `code`. @default no change does */
  readonly isHarmless?: (change: Pick<Change, "before" | "after">) => boolean;
  /** Whether code stops compiling: always, never, or only if a part of the generated code differs. */
  readonly codeBreaks:
    | "always"
    | "never"
    /** Only if the name or the value of the column's member differs, or a finder accepts something else for it. */
    | "by member"
    /** Only if the partition key has other columns: their order makes no difference. */
    | "by key"
    /** Only if a function by an index is gone, or accepts something else. */
    | "by finder"
    /** Only if the static row or the type of an update differs: always, unless a counter becomes static. */
    | "by write";
  /** How the database makes the change: by dropping the object and creating it again, or not at all. @default by a statement */
  readonly made?: "again" | "never";
  /** The meaning, in a few words. */
  readonly means: string;
  /** What to do instead, or what to watch for; one sentence without a final stop. */
  readonly way?: string;
}

const everything = ["reads", "writes", "wire", "data"] as const;

const newTable =
  "the database can rename key columns and change nothing else about a key: create a table with another name, copy the rows, then drop the old one";
const newColumn =
  "the database never changes a type: add a column with another name, copy the values, then drop the old one; for a column of the key, create another table";
const newType =
  "the database can only add and rename the fields of a user type: create a type with another name, and columns of that type";

/** The rule of each kind of change. What `ALTER` cannot do is a change that needs another table or type. */
export const breakageRules: Readonly<Record<ChangeKind | NameShiftKind, BreakageRule>> = {
  "table-added": { breaks: [], codeBreaks: "never", means: "a new table" },
  "table-dropped": {
    breaks: everything,
    codeBreaks: "always",
    means: "a dropped table",
    way: "all its rows are lost with it",
  },
  "partition-key": {
    breaks: ["reads", "writes", "data"],
    codeBreaks: "by key",
    made: "never",
    means: "different columns determine the partition, or in a different order",
    way: newTable,
  },
  "clustering-key": {
    breaks: ["reads", "writes", "data"],
    codeBreaks: "always",
    made: "never",
    means: "different columns order the rows, or in a different order",
    way: newTable,
  },
  "clustering-order": {
    breaks: ["reads", "data"],
    codeBreaks: "never",
    made: "never",
    means: "rows are returned in reverse order",
    way: newTable,
  },
  "time-to-live": {
    breaks: ["data"],
    codeBreaks: "never",
    means: "values written from then on expire after a different time; stored values keep theirs",
    isHarmless: ({ before, after }) => after === "0" || (before !== "0" && Number(before) < Number(after)),
  },
  "column-added": {
    breaks: [],
    codeBreaks: "always",
    means: "a new column, null in existing rows; code that builds whole rows itself lacks its member",
  },
  "column-readded": {
    breaks: ["data"],
    codeBreaks: "always",
    made: "never",
    means: "a column with the name of a dropped column and a different type",
    way: "old values would be read as the new type, and most databases reject it: choose another name",
  },
  "column-renamed": {
    breaks: ["reads", "writes", "wire"],
    codeBreaks: "by member",
    means: "a key column with a new name: same place, same type",
    way: "run the ALTER TABLE below when you deploy the code with the new name: no row is copied, and the old name stops working at once; drop an index on the column first and create it again afterwards",
  },
  "column-dropped": {
    breaks: everything,
    codeBreaks: "always",
    means: "a dropped column",
    way: "first deploy code that does not use it; its values are lost, and its name can be reused only with the same type",
  },
  "column-type": {
    breaks: everything,
    codeBreaks: "by member",
    made: "never",
    means: "a column with a different type",
    way: newColumn,
  },
  "column-static": {
    breaks: ["reads", "writes", "data"],
    codeBreaks: "by write",
    made: "never",
    means: "a column with one value per partition instead of one per row, or vice versa",
    way: "the database never makes a column static: add a column with another name, copy the values, then drop the old one",
  },
  // A second index on a collection ends that other finders can restrict it.
  "index-added": { breaks: [], codeBreaks: "by finder", means: "a new finder" },
  "index-dropped": {
    breaks: ["reads"],
    codeBreaks: "by finder",
    means: "a removed finder",
    way: "first deploy code that does not use the finder",
  },
  "index-changed": {
    breaks: ["reads"],
    codeBreaks: "by finder",
    made: "again",
    means: "an index of a different kind or with different options, which may find different rows",
    // A storage-attached index without options finds what any other index finds, and more.
    isHarmless: ({ before = "", after = "" }) => !before.includes(", sai") && !after.includes(": "),
    way: "drop the index and create it again; it finds nothing in between",
  },
  "index-renamed": { breaks: [], codeBreaks: "never", made: "again", means: "an index with a different name" },
  "user-type-added": { breaks: [], codeBreaks: "never", means: "a new user type" },
  "user-type-dropped": {
    breaks: ["wire"],
    codeBreaks: "always",
    means: "a dropped user type; each of its columns is reported separately",
  },
  "field-added": {
    breaks: [],
    codeBreaks: "always",
    means: "a new field, null in existing values; code that builds values lacks its member",
    way: "code generated earlier writes the whole value and sets the new field to null",
  },
  "field-dropped": { breaks: everything, codeBreaks: "always", made: "never", means: "a dropped field", way: newType },
  "field-renamed": {
    breaks: ["reads", "writes", "wire"],
    codeBreaks: "by member",
    means: "a field with a new name: same place, same type",
    way: "run the ALTER TYPE below when you deploy the code with the new name: no value is copied, and the old name stops working at once",
  },
  "field-type": {
    breaks: everything,
    codeBreaks: "by member",
    made: "never",
    means: "a field with a different type",
    way: newType,
  },
  "field-order": {
    breaks: ["data"],
    codeBreaks: "never",
    made: "never",
    means: "fields in a different order, which is the order in which they are stored",
    way: "the database adds fields at the end: use the order of the database",
  },
  description: { breaks: [], codeBreaks: "never", means: "a different comment in the bindings" },
  "member-renamed": {
    breaks: [],
    codeBreaks: "always",
    means: "a different name in the bindings, because another name was added or removed",
    way: "set the old name in the config, under columns or tables; for a finder, another name of the column that it conflicts with",
  },
  "api-name": {
    breaks: ["reads", "writes", "wire"],
    codeBreaks: "never",
    means: "a different name in GraphQL, because another name was added or removed",
  },
};

/** The rule of a change. The database alters only the comment of a materialized view, whose rows are in its table too. */
export function ruleOf({
  kind,
  place,
}: Pick<Change, "place"> & { readonly kind: keyof typeof breakageRules }): BreakageRule {
  const rule = breakageRules[kind];
  if (!place.isView || kind === "description") return rule;
  const breaks = rule.breaks.filter((breakage) => breakage !== "data");
  if (kind === "table-dropped") return { ...rule, breaks, means: "a dropped view", way: "its rows stay in its table" };
  if (kind === "table-added") return { ...rule, means: "a new view" };
  return { ...rule, breaks, made: "again", way: recreatedView };
}

const recreatedView =
  "the database does not alter a view: drop it and create it again, and it is filled from its table; diff --format cql prints both statements";
