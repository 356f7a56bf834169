import { GraphQLEnumType, GraphQLInputObjectType, GraphQLInt, GraphQLList, GraphQLString } from "graphql";
import type { GraphQLInputFieldConfigMap, GraphQLInputType, GraphQLScalarType } from "graphql";
import { pageRows } from "@colonnade/runtime/protocol";
import type { Operator } from "../../store/index.ts";
import { allScalars } from "./scalars.ts";

export function enumOf(name: string, description: string, values: Readonly<Record<string, string>>): GraphQLEnumType {
  const described = Object.entries(values).map(([value, text]) => [value, { description: text }]);
  return new GraphQLEnumType({ name, description, values: Object.fromEntries(described) });
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

/** @see service-facts 2.5 */
export const queryOptions: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: "QueryOptions",
  description: "Options of a read. Null means the default, as for each of its fields.",
  fields: {
    consistency: {
      type: queryConsistency,
      defaultValue: "LOCAL_QUORUM",
      description: "How many replicas must respond. A store with a single copy ignores it.",
    },
    limit: { type: GraphQLInt, description: "The most rows in all pages together; at least 1. Null means all." },
    pageSize: {
      type: GraphQLInt,
      defaultValue: pageRows.default,
      description: `The most rows in a page, from 1 to ${pageRows.most}. A page may have fewer although there are more.`,
    },
    pageState: {
      type: GraphQLString,
      description: "Where the page begins: the `pageState` of the previous page. Null means at the first row.",
    },
  },
});

export const mutationOptions: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: "MutationOptions",
  description: "Options of a write. Null means the default, as for each of its fields.",
  fields: {
    consistency: {
      type: mutationConsistency,
      defaultValue: "LOCAL_QUORUM",
      description: "How many replicas must acknowledge. A store with a single copy ignores it.",
    },
    serialConsistency: {
      type: serialConsistency,
      defaultValue: "SERIAL",
      description: "Where a condition is agreed on. A store with a single copy ignores it.",
    },
    ttl: {
      type: GraphQLInt,
      description: "Seconds until the written values expire; 0 means never, null means the default of the table.",
    },
  },
});

/** Operators that compare with one value. */
const comparisons: readonly Operator[] = ["eq", "notEq", "gt", "gte", "lt", "lte"];

/** What each operator does, for the introspection. Null is for conditions: a read with null is rejected. */
const operatorTexts: Readonly<Record<Operator, string>> = {
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
};

/** The operators that a type has, each with the type of what it compares with. */
export type FilterOperators = Readonly<Partial<Record<Operator, GraphQLInputType>>>;

export function createFilter(name: string, description: string, operators: FilterOperators): GraphQLInputObjectType {
  const fields: GraphQLInputFieldConfigMap = {};
  for (const [operator, type] of Object.entries(operators)) {
    fields[operator] = { type, description: operatorTexts[operator as Operator] };
  }
  return new GraphQLInputObjectType({ name, description, fields });
}

/** Comparisons with a whole value of this type. */
export function comparisonsWith(type: GraphQLInputType): FilterOperators {
  return {
    ...Object.fromEntries(comparisons.map((operator) => [operator, type])),
    in: new GraphQLList(type),
  };
}

/** The filter of each scalar: `UuidFilterInput`. @see service-facts 2.6 */
const filters = new Map(
  allScalars.map((type) => {
    const description = `Tests of a \`${type.name}\`; all must pass.`;
    return [type, createFilter(`${type.name}FilterInput`, description, comparisonsWith(type))];
  }),
);

export function filterOfScalar(type: GraphQLScalarType): GraphQLInputObjectType {
  const filter = filters.get(type);
  if (!filter) throw new Error(`no filter for ${type.name}`);
  return filter;
}
