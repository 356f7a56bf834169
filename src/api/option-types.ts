/** The options of reads and writes, and the filters of scalars: types that every keyspace has. */
import { mostParts, pageRows } from "@colonnade/runtime/protocol";
import { listOf, required } from "./api-type.ts";
import type { ApiArgument, ApiEnum, ApiInput, ApiScalar, ApiTypeRef } from "./api-type.ts";
import { bigint, boolean, int, string } from "./scalars.ts";

/** The most rows that a page counts, which is the default, and the most that `nearest` finds. */
export const mostRows = { counted: 10_000, nearest: 1_000 } as const;

export function enumOf(name: string, description: string, values: Readonly<Record<string, string>>): ApiEnum {
  const described = Object.entries(values).map(([value, text]) => ({ name: value, description: text }));
  return { kind: "enum", name, description, values: described };
}

const levels = {
  LOCAL_ONE: "One replica in the data center of the service.",
  LOCAL_QUORUM: "More than half of the replicas in the data center of the service.",
  ALL: "Every replica.",
};
const serialLevels = {
  SERIAL: "Sees every conditional write, of all data centers.",
  LOCAL_SERIAL: "Sees every conditional write of the data center of the service.",
};

/** Passed to the store; an embedded one has a single copy, which satisfies all of them. */
const queryConsistency = enumOf("QueryConsistency", "How many replicas respond to a read.", {
  ...levels,
  ...serialLevels,
});
const mutationConsistency = enumOf("MutationConsistency", "How many replicas acknowledge a write.", levels);
const serialConsistency = enumOf("SerialConsistency", "Where the condition of a write is agreed on.", serialLevels);

/** No table's type begins with a lower-case letter, so none can have this name. */
const tablePart: ApiInput = {
  kind: "input",
  name: "tablePart",
  description: "One of the equal parts into which the tokens of the partitions are cut.",
  fields: [
    { name: "number", type: required(int), description: "Which part: from 1 to `of`." },
    { name: "of", type: required(int), description: `The number of parts: from 1 to ${mostParts}.` },
  ],
};

/** The options of a query: those that every server of the family has by their names, then our own. */
export const queryOptions: ApiInput = {
  kind: "input",
  name: "QueryOptions",
  description: "Options of a read. Null means the default, as for each of its fields.",
  fields: [
    {
      name: "consistency",
      type: queryConsistency,
      default: "LOCAL_QUORUM",
      description: "How many replicas must respond. A store with a single copy ignores it.",
    },
    {
      name: "limit",
      type: int,
      description: "The most rows in all pages together; at least 1. Null means all.",
    },
    {
      name: "pageSize",
      type: int,
      default: pageRows.default,
      description: `The most rows in a page, from 1 to ${pageRows.most}. A page may have fewer although there are more. A page that only counts has up to ${mostRows.counted}, which is its default.`,
    },
    {
      name: "pageState",
      type: string,
      description: "Where the page begins: the `pageState` of the previous page. Null or empty means at the first row.",
    },
    {
      name: "part",
      type: tablePart,
      description: "Only the partitions of one part, so that several readers scan a table together. Null means all.",
    },
    {
      name: "perPartitionLimit",
      type: int,
      description: "The most rows of each partition in all pages together; at least 1. Null means all.",
    },
    {
      name: "distinct",
      type: boolean,
      description:
        "Each partition once: `values` may select only the partition key and static fields. Null means false.",
    },
    {
      name: "writeTimes",
      type: listOf(required(string)),
      description: "Fields whose times of writing the result has in `writeTimes`, in this order. Null means none.",
    },
  ],
};

export const mutationOptions: ApiInput = {
  kind: "input",
  name: "MutationOptions",
  description: "Options of a write. Null means the default, as for each of its fields.",
  fields: [
    {
      name: "consistency",
      type: mutationConsistency,
      default: "LOCAL_QUORUM",
      description: "How many replicas must acknowledge. A store with a single copy ignores it.",
    },
    {
      name: "serialConsistency",
      type: serialConsistency,
      default: "SERIAL",
      description: "Where a condition is agreed on. A store with a single copy ignores it.",
    },
    {
      name: "ttl",
      type: int,
      description: "Seconds until the written values expire; 0 means never, null means the default of the table.",
    },
    {
      name: "timestamp",
      type: bigint,
      description:
        "When the write takes place, in microseconds since 1970: of several writes of a field the latest remains. Not for counters, not with conditions. Null means after every earlier write.",
    },
  ],
};

/** What each operator does. Null is for conditions: a read with null is rejected. */
const operatorTexts = {
  eq: "Equal to this. In a condition, null means: has no value.",
  notEq: "Not equal to this; only in a condition. Null means: has a value.",
  gt: "Greater than this. Null is rejected.",
  gte: "Greater than this, or equal. Null is rejected.",
  lt: "Less than this. Null is rejected.",
  lte: "Less than this, or equal. Null is rejected.",
  in: "Equal to one of these, at most 1,000. In a condition, a null among them means: has no value.",
  contains: "Has this item, or in a map this value; only in a read. Null is rejected.",
  containsKey: "Has this key; only in a read. Null is rejected.",
  containsEntry: "Has this key with this value; only in a read. Null is rejected.",
  at: "Tests of items by index, or of values by key; only in a condition, of a list or map that is not frozen.",
  fields: "Tests of fields; only in a condition, of a user type that is not frozen.",
} as const;

type Operator = keyof typeof operatorTexts;

/** The operators that a type has, each with the type of what it compares with. */
export type FilterOperators = Readonly<Partial<Record<Operator, ApiTypeRef>>>;

export function createFilter(name: string, description: string, operators: FilterOperators): ApiInput {
  const fields = Object.entries(operators).map(([operator, type]): ApiArgument => {
    return { name: operator, type, description: operatorTexts[operator as Operator] };
  });
  return { kind: "input", name, description, fields };
}

/** Comparisons with a whole value of this type. */
export function comparisonsWith(type: ApiTypeRef): FilterOperators {
  return { eq: type, notEq: type, gt: type, gte: type, lt: type, lte: type, in: listOf(type) };
}

/** The filters of scalars, by their names: `UuidFilterInput`. */
const filters = new Map<string, ApiInput>();

/** @param name another one where a table has a type of the plain one */
export function filterOfScalar(type: ApiScalar, name: string): ApiInput {
  const filter =
    filters.get(name) ?? createFilter(name, `Tests of a \`${type.name}\`; all must pass.`, comparisonsWith(type));
  filters.set(name, filter);
  return filter;
}
