/** The sources that can be asked for a keyspace, by the names that the command line gives them. */
import type { Session } from "@colonnade/runtime";
import type { KnownTypes } from "../model/index.ts";
import type { ConnectOptions, CqlOptions } from "./cql/index.ts";
import type { KnownNames } from "./graphql/index.ts";
import type { SeenKeyspace } from "./seen-keyspace.ts";

/** What a source gets to work with. */
export interface Asked {
  readonly keyspace: string;
  /** Opened by the first that needs it. */
  readonly session: () => Session;
  /** Of the source `cql`: which cluster. */
  readonly cluster: () => ConnectOptions;
  readonly customTypes: KnownTypes["customTypes"];
  /** Of the source `cql`: whether a table may be left out that no definition can hold. */
  readonly mayLack?: CqlOptions["mayLack"];
  /** What is known of the names in the database, from files and from the sources asked before. */
  readonly known: KnownNames;
}

export type See = (asked: Asked) => Promise<SeenKeyspace>;

/** Each loads what it needs when it is asked. */
export const sources = {
  rest: async ({ session, keyspace }) => (await import("./rest.ts")).seeRest(session(), keyspace),
  graphql: async ({ session, keyspace, known }) =>
    (await import("./graphql/index.ts")).seeGraphQL(session(), keyspace, known),
  cql: async ({ cluster, keyspace, customTypes, mayLack }) => {
    const { seeCql } = await import("./cql/see-cql.ts");
    return seeCql({ ...cluster(), keyspace, customTypes, mayLack });
  },
} as const satisfies Readonly<Record<string, See>>;

export type SourceName = keyof typeof sources;

export const sourceNames: readonly SourceName[] = Object.keys(sources) as SourceName[];
