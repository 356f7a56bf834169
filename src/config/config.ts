/**
 * The shape of `colonnade.config.*`, as people write it.
 *
 * `load.ts` finds the file and reads it, `validate.ts` names every mistake in it, `resolve-markers.ts` puts in its secrets. Nothing
 * here reads definitions or opens a connection, and loading a config never needs a secret.
 */
import type { EnvMarker } from "./env.ts";

export interface Config {
  /** For editors of the JSON form. */
  readonly $schema?: string | undefined;
  /** By their names in the database; a list for one that has several outputs. */
  readonly keyspaces: Readonly<Record<string, KeyspaceConfig | readonly KeyspaceConfig[]>>;
  /** The service that `introspect`, `diff` and `push` talk to. */
  readonly service?: ServiceConfig | undefined;
  /** The cluster that they talk to when they are told to, or when there is no service. */
  readonly cluster?: ClusterConfig | undefined;
}

/** Where a keyspace comes from and where its bindings go, and how they look. Paths are relative to the config file. */
export interface KeyspaceConfig {
  /** The keyspace's folder of definitions, or a folder of such folders. */
  readonly definitions: string;
  /** A folder for the generated files alone. */
  readonly output: string;
  /** The tables to write bindings of, by their names in the database; `*` stands for any text. @default all of them */
  readonly include?: readonly string[] | undefined;
  /** The tables to leave out, though they are included; patterns alike. @default none */
  readonly exclude?: readonly string[] | undefined;
  /** Whether to write validators for zod. @default true */
  readonly validators?: boolean | undefined;
  /** Names of members: `created_at` as `createdAt`, or as it is. @default "camel" */
  readonly naming?: "camel" | "verbatim" | undefined;
  /** How relative imports in the generated files end. @default ".js" */
  readonly importExtension?: ".js" | ".ts" | "" | undefined;
  /** Whether a table with a single key column has a type of its own for it: `ProductsId`. @default false */
  readonly brandedIds?: boolean | undefined;
  /** Whether to write `asserts.ts`, which fails to compile when validators and interfaces disagree. @default false */
  readonly asserts?: boolean | undefined;
  /**
   * How the values of a CQL type look, wherever it stands: `{ decimal: { codec: "money", type: "Money", from: "./src/money.ts" } }`.
   * A type that Colonnade does not know is `"unknown"`.
   */
  readonly types?: Readonly<Record<string, ValueConfig>> | undefined;
  /**
   * What columns are called and how their values look, by `table.column` or `type.field`; `*` stands for any text, and without a dot the
   * column of any table is meant. Of several that fit the last one counts, but one without `*` counts more.
   */
  readonly columns?: Readonly<Record<string, ColumnConfig>> | undefined;
  /** What tables are called in the generated code, by their names in the database. */
  readonly tables?: Readonly<Record<string, TableConfig>> | undefined;
  /** What user types are called in the generated code, by their names in the database. */
  readonly userTypes?: Readonly<Record<string, UserTypeConfig>> | undefined;
}

/** How values look instead: as the JSON that they travel as, or by a codec of your own. */
export type ValueConfig = "unknown" | CodecConfig;

/** A codec that a module of yours exports. */
export interface CodecConfig {
  /** The name it is exported by. */
  readonly codec: string;
  /** The type of its values, exported by the same module unless it is one like `string` or `Date`. */
  readonly type: string;
  /** A package, or a path that begins with a dot and is relative to the config file. */
  readonly from: string;
}

export interface ColumnConfig {
  /** The member's name. */
  readonly name?: string | undefined;
  readonly value?: ValueConfig | undefined;
  /** The table whose branded id the column holds. */
  readonly idOf?: string | undefined;
}

export interface TableConfig {
  /** In place of `Products` in `ProductsRow` and `insertProducts`. */
  readonly name?: string | undefined;
  /**
   * Whether others write to the same rows: a write whose answer is lost is then not sent once more, since that could undo what
   * somebody has written meanwhile; it fails with `outcome-unknown`. @default false
   */
  readonly contended?: boolean | undefined;
}

export interface UserTypeConfig {
  /** In place of `Address`; the codec is then called `addressType`, and the validator `addressSchema`. */
  readonly name?: string | undefined;
}

export interface ServiceConfig {
  readonly url?: string | EnvMarker | undefined;
  readonly username?: string | EnvMarker | undefined;
  /** Never the password itself. */
  readonly password?: EnvMarker | undefined;
}

export interface ClusterConfig {
  /** Nodes: `["10.0.0.1", "db.example.com:9142"]`, or a variable that lists them with commas. */
  readonly contactPoints: readonly string[] | EnvMarker;
  /** The data center to talk to. @default that of the node that answers */
  readonly localDataCenter?: string | EnvMarker | undefined;
  readonly username?: string | EnvMarker | undefined;
  /** Never the password itself. */
  readonly password?: EnvMarker | undefined;
  /** Whether to speak TLS, and with which files. @default false */
  readonly tls?: boolean | TlsConfig | undefined;
}

/** Files in PEM; paths are relative to the config file. */
export interface TlsConfig {
  /** The certificates to believe. @default those that Node believes */
  readonly ca?: string | undefined;
  /** A certificate of one's own, for clusters that ask for one; with `key`. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Returns its argument; it is there for the editor, which then knows every member.
 *
 * `export default defineConfig({ keyspaces: { shop: { definitions: "definitions/shop", output: "src/db" } } })`
 */
export function defineConfig(config: Config): Config {
  return config;
}
