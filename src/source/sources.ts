/** The sources of a keyspace, by their names on the command line. */
import type { Session } from "@colonnade/runtime";
import type { KnownTypes } from "../model/index.ts";
import type { CqlFile } from "./cql-file/see-cql-file.ts";
import type { ConnectOptions } from "./cql/index.ts";
import type { KnownNames } from "./graphql/index.ts";
import type { MayLack } from "./left-out.ts";
import type { RestRules } from "./rest.ts";
import type { SeenKeyspace } from "./seen-keyspace.ts";

/** What a source gets to work with. */
export interface Asked {
  readonly keyspace: string;
  /** Opened by the first that needs it. */
  readonly session: () => Session;
  /** Of the source `cql`: which cluster. */
  readonly cluster: () => ConnectOptions;
  /** Of the source `file`: its CQL statements. */
  readonly file: () => CqlFile;
  readonly customTypes: KnownTypes["customTypes"];
  /**
   * Whether a table or user type may be left out if the source cannot describe it, or a definition cannot express it.
   */
  readonly mayLack?: MayLack | undefined;
  /** Reports the progress of a source that requests each table separately. */
  readonly onProgress?: RestRules["onProgress"];
  /** What is known of the names in the database, from files and from the sources asked before. */
  readonly known: KnownNames;
}

export type See = (asked: Asked) => Promise<SeenKeyspace>;

/** Each loads what it needs when it is asked. */
export const sources = {
  rest: async ({ session, keyspace, mayLack, onProgress }) =>
    (await import("./rest.ts")).seeRest(session(), keyspace, { mayLack, onProgress }),
  graphql: async ({ session, keyspace, known, mayLack }) =>
    (await import("./graphql/index.ts")).seeGraphQL(session(), keyspace, { known, mayLack }),
  cql: async ({ cluster, keyspace, customTypes, mayLack }) => {
    const { seeCql } = await import("./cql/see-cql.ts");
    return seeCql({ ...cluster(), keyspace, customTypes, mayLack });
  },
  file: async ({ file, keyspace, customTypes, mayLack }) => {
    const { seeCqlFile } = await import("./cql-file/see-cql-file.ts");
    return seeCqlFile(file(), keyspace, { customTypes, mayLack });
  },
} as const satisfies Readonly<Record<string, See>>;

export type SourceName = keyof typeof sources;

export const sourceNames: readonly SourceName[] = Object.keys(sources) as SourceName[];
