/**
 * Defines the shape of `colonnade.config.*`.
 *
 * `load.ts` finds and reads the file, `validate.ts` reports every mistake in it, `secrets.ts` fills in its
 * secrets. Nothing here reads definitions or opens a connection, and loading a config never needs a secret.
 */
import type { EnvMarker } from "./env.ts";

export interface Config {
  /** For editors, in JSON. */
  readonly $schema?: string | undefined;
  /** By their names in the database; a list for a keyspace with several outputs. */
  readonly keyspaces: Readonly<Record<string, KeyspaceConfig | readonly KeyspaceConfig[]>>;
  /** The service that `introspect`, `diff` and `push` connect to. */
  readonly service?: ServiceConfig | undefined;
  /** The cluster that they connect to with `--from cql` or `--to cql`, or if there is no service. */
  readonly cluster?: ClusterConfig | undefined;
}

/** The definitions of a keyspace, its output and its options. Paths are relative to the config file. */
export interface KeyspaceConfig {
  /** The keyspace's folder of definitions, or a folder of such folders. */
  readonly definitions: string;
  /** A folder that holds only generated files. */
  readonly output: string;
  /** The tables to generate bindings for, by their names in the database; `*` matches any text. @default all tables */
  readonly include?: readonly string[] | undefined;
  /** Patterns of included tables to leave out. @default none */
  readonly exclude?: readonly string[] | undefined;
  /** Whether to generate validators for zod. @default true */
  readonly validators?: boolean | undefined;
  /** Names of members: `created_at` as `createdAt`, or unchanged. @default "camel" */
  readonly naming?: "camel" | "verbatim" | undefined;
  /** The ending of relative imports in the generated files. @default ".js" */
  readonly importExtension?: ".js" | ".ts" | "" | undefined;
  /** Whether a table with a single key column gets an ID type of its own: `ProductsId`. @default false */
  readonly brandedIds?: boolean | undefined;
  /** Whether to generate `asserts.ts`, which fails to compile if validators and interfaces disagree. @default false */
  readonly asserts?: boolean | undefined;
  /** Whether to generate typed GraphQL documents, for apps with another GraphQL client. @default false */
  readonly documents?: boolean | undefined;
  /**
   * The TypeScript values of a CQL type: `{ decimal: { codec: "money", type: "Money", from: "./src/money.ts" } }`. Use
   * `"unknown"` for a type that Colonnade does not know.
   */
  readonly types?: Readonly<Record<string, ValueConfig>> | undefined;
  /**
   * Names and values of columns, by `table.column` or `type.field`. `*` matches any text; a pattern without a dot
   * matches the columns of all tables. The last matching rule wins; a rule without `*` beats any rule with one.
   */
  readonly columns?: Readonly<Record<string, ColumnConfig>> | undefined;
  /** Names of tables in the generated code, by their names in the database. */
  readonly tables?: Readonly<Record<string, TableConfig>> | undefined;
  /** Names of user types in the generated code, by their names in the database. */
  readonly userTypes?: Readonly<Record<string, UserTypeConfig>> | undefined;
  /** Decides the names that no rule of `tables`, `columns` and `userTypes` decides. Not in JSON. */
  readonly name?: NameHook | undefined;
}

/**
 * Returns a name of the generated code, or undefined to keep the usual one. It is called once for each name, and must
 * always return the same for the same arguments. Singular names for the table `products`:
 *
 * ```ts
 * name(kind, { name, camel }) {
 *   if (kind === "table") return name.replace(/s$/, ""); // Product: insertProduct, getProduct, ProductInsert
 *   if (kind === "row") return name.replace(/Row$/, ""); // Product, in place of ProductRow
 *   if (kind === "plural") return camel; // Products: findProducts, scanProducts
 *   return undefined;
 * }
 * ```
 */
export type NameHook = (kind: NameKind, about: AskedName) => string | undefined;

/**
 * What a name is for: `Products` of a table in types and functions, then its row type, `ProductsRow`, and `Products` in
 * functions that read several rows; the member of a column; a user type, and the member of its field.
 */
type NameKind = "table" | "row" | "plural" | "column" | "userType" | "field";

interface AskedName {
  /** The usual name: `Products`, `createdAt`. For the row and the plural, it follows from the table's new name. */
  readonly name: string;
  /** The table, type, column or field in camel case, whatever rules and the function say: `Products`, `createdAt`. */
  readonly camel: string;
  readonly keyspace: string;
  /** The table, or the user type, by its name in the database: `products`. */
  readonly table: string;
  /** The column or field, by its name in the database: `created_at`. */
  readonly column?: string | undefined;
}

/** The values of a type: their plain JSON, those of your own codec, or the same under a type of your own. */
export type ValueConfig = "unknown" | CodecConfig | TypeConfig;

/** A type that one of your modules exports, for text or numbers. Nothing checks it at run time. */
export interface TypeConfig {
  readonly codec?: undefined;
  readonly type: string;
  /** A package, or a path that begins with a dot and is relative to the config file. */
  readonly from: string;
}

/** A codec that one of your modules exports. */
export interface CodecConfig {
  /** The name of the export. */
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
  /** The only values of a column of text or whole numbers: `["new", "paid"]`. Not together with `value`. */
  readonly oneOf?: readonly (string | number)[] | undefined;
  /** The table whose branded ID the column holds. */
  readonly idOf?: string | undefined;
}

export interface TableConfig {
  /** Replaces `Products` in `ProductsRow` and `insertProducts`. */
  readonly name?: string | undefined;
  /** Replaces `ProductsRow`, also in the name of the validator: `Product` gives `productSchema`. */
  readonly row?: string | undefined;
  /** Replaces `Products` in the functions that read several rows: `findProducts`, `scanProducts`. */
  readonly plural?: string | undefined;
  /**
   * Whether other clients write to the same rows. If the response to a write is lost, it is then not retried, since a
   * retry could undo someone else's later write; it fails with `outcome-unknown`. @default false
   */
  readonly contended?: boolean | undefined;
}

export interface UserTypeConfig {
  /** Replaces `Address`; the codec is then called `addressType`, and the validator `addressSchema`. */
  readonly name?: string | undefined;
}

export interface ServiceConfig {
  readonly url?: string | EnvMarker | undefined;
  readonly username?: string | EnvMarker | undefined;
  /** Never the password itself. */
  readonly password?: EnvMarker | undefined;
}

export interface ClusterConfig {
  /** Nodes: `["10.0.0.1", "db.example.com:9142"]`, or a variable with a comma-separated list. */
  readonly contactPoints: readonly string[] | EnvMarker;
  /** The data center to connect to. @default that of the first node that responds */
  readonly localDataCenter?: string | EnvMarker | undefined;
  readonly username?: string | EnvMarker | undefined;
  /** Never the password itself. */
  readonly password?: EnvMarker | undefined;
  /** Whether to use TLS, and with which files. @default false */
  readonly tls?: boolean | TlsConfig | undefined;
}

/** PEM files; paths are relative to the config file. */
export interface TlsConfig {
  /** The trusted certificates. @default those that Node trusts */
  readonly ca?: string | undefined;
  /** The client certificate, for clusters that require one; needs `key`. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Returns its argument. It gives editors the type, so that they complete every member.
 *
 * `export default defineConfig({ keyspaces: { shop: { definitions: "definitions/shop", output: "src/db" } } })`
 */
export function defineConfig(config: Config): Config {
  return config;
}
