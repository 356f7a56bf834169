import { GraphQLEnumType, GraphQLInputObjectType, GraphQLInt, GraphQLList, GraphQLString } from "graphql";
import type { GraphQLScalarType } from "graphql";
import { pageRows } from "@colonnade/runtime/protocol";
import type { Operator } from "../../store/index.ts";
import { allScalars } from "./scalars.ts";

export function enumOf(name: string, values: readonly string[]): GraphQLEnumType {
  return new GraphQLEnumType({ name, values: Object.fromEntries(values.map((value) => [value, {}])) });
}

/** Passed to the store; an embedded one has a single copy, which satisfies all of them. */
const queryConsistency = enumOf("QueryConsistency", ["LOCAL_ONE", "LOCAL_QUORUM", "ALL", "SERIAL", "LOCAL_SERIAL"]);
const mutationConsistency = enumOf("MutationConsistency", ["LOCAL_ONE", "LOCAL_QUORUM", "ALL"]);
const serialConsistency = enumOf("SerialConsistency", ["SERIAL", "LOCAL_SERIAL"]);

/** @see service-facts 2.5 */
export const queryOptions: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: "QueryOptions",
  fields: {
    consistency: { type: queryConsistency, defaultValue: "LOCAL_QUORUM" },
    limit: { type: GraphQLInt, description: "Rows in all pages together." },
    pageSize: {
      type: GraphQLInt,
      defaultValue: pageRows.default,
      description: `Rows in a page, at most ${pageRows.most}.`,
    },
    pageState: { type: GraphQLString, description: "Where the page begins: the `pageState` of the page before it." },
  },
});

export const mutationOptions: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: "MutationOptions",
  fields: {
    consistency: { type: mutationConsistency, defaultValue: "LOCAL_QUORUM" },
    serialConsistency: { type: serialConsistency, defaultValue: "SERIAL" },
    ttl: { type: GraphQLInt, description: "Seconds after which the written values vanish; 0 means never." },
  },
});

/** Operators that compare with one value. */
export const comparisons: readonly Operator[] = ["eq", "notEq", "gt", "gte", "lt", "lte"];

/** The filter of each scalar: `UuidFilterInput`. @see service-facts 2.6 */
const filters = new Map(
  allScalars.map((type) => {
    const fields = Object.fromEntries(comparisons.map((operator) => [operator, { type }]));
    const filter = { name: `${type.name}FilterInput`, fields: { ...fields, in: { type: new GraphQLList(type) } } };
    return [type, new GraphQLInputObjectType(filter)];
  }),
);

export function filterOfScalar(type: GraphQLScalarType): GraphQLInputObjectType {
  const filter = filters.get(type);
  if (!filter) throw new Error(`no filter for ${type.name}`);
  return filter;
}
