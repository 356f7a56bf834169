/**
 * The open Go server of 2020, from which the service's API comes: names like ours, other fields to select rows.
 *
 * A separate module, so that apps for our service do not include it.
 */
import { renaming } from "../table/bound-table.ts";
import type { Member } from "../table/bound-table.ts";
import { refuseBeyondRows } from "./beyond-rows.ts";
import { meaningByWords, unknownNamesByWords } from "./by-words.ts";
import { serviceProfile } from "./profile.ts";
import type { Filter, Profile } from "./profile.ts";
import type { Wire } from "../protocol/codec.ts";
import { printTime } from "../protocol/texts.ts";

export interface DataApisOptions {
  /**
   * Where it answers documents: below it for each keyspace, at it for the session's option `keyspace`.
   * @default "/graphql"
   */
  readonly graphqlPath?: string;
  /** The path of its REST, which creates tables. @default "/rest" */
  readonly restPath?: string;
}

/**
 * The profile of the Go data API server. It has no tokens, so any text will do:
 *
 * `createSession({ url: "http://localhost:8080", token: "none", profile: dataApisProfile() })`
 *
 * It supports neither increments nor filters on collections, and leaves out tables with a date, a duration, a tuple or
 * a user type.
 */
export function dataApisProfile({ graphqlPath = "/graphql", restPath = "/rest" }: DataApisOptions = {}): Profile {
  return {
    ...serviceProfile,
    graphqlPath: (keyspace) =>
      keyspace === undefined ? graphqlPath : `${graphqlPath}/${encodeURIComponent(keyspace)}`,
    tablesPath: (keyspace) => `${restPath}/v1/keyspaces/${encodeURIComponent(keyspace)}/tables`,
    selectBy,
    meaningOf: meaningByWords,
    unknownNamesIn: unknownNamesByWords,
    rename: renaming(readingTimes),
    refuse: refuseBeyondRows("cassandra-data-apis"),
  };
}

/** Equality is the argument `value`, for columns of any type; `filter` is the argument of a separate field. */
const selectBy: NonNullable<Profile["selectBy"]> = (query, filter = {}) => {
  const tests = Object.entries(filter as Readonly<Record<string, Readonly<Record<string, Wire>>>>);
  const isEquality = tests.every(([, test]) => Object.keys(test).every((operator) => operator === "eq"));
  if (!isEquality) return [`${query}Filter`, { filter }];
  const value: Filter = Object.fromEntries(tests.map(([name, { eq = null }]) => [name, eq]));
  return [query, { value: tests.length > 0 ? value : undefined }];
};

/** A write's answer has times as they were sent to the database: nanoseconds since midnight. */
function readingTimes(member: Member): Member {
  const { codec } = member;
  if (codec.cql !== "time") return member;
  const decode: typeof codec.decode = (wire) => codec.decode(typeof wire === "number" ? printTime(BigInt(wire)) : wire);
  return { ...member, codec: { ...codec, decode } };
}
