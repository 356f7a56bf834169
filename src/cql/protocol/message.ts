/** The messages of the native protocol as data; `read-request.ts` and `write-response.ts` handle their bytes. */
import type { CqlType } from "../../model/index.ts";
import type { CqlError } from "../cql-error.ts";

/** A value that a client omits: a write leaves its column unchanged. */
export const unset = Symbol("unset");

/** The bytes of a value. */
export type BoundValue = Buffer | null | typeof unset;

/** Values by the position of their marker, or by its name. */
export type BoundValues = readonly BoundValue[] | ReadonlyMap<string, BoundValue>;

export interface Parameters {
  /** The protocol's number: 1 is ONE, 8 is SERIAL. */
  readonly consistency: number;
  readonly serialConsistency?: number | undefined;
  readonly values: BoundValues;
  /** The client knows the columns of the result. */
  readonly skipMetadata: boolean;
  readonly pageSize?: number | undefined;
  readonly pageState?: Buffer | undefined;
  /** Microseconds since 1970. */
  readonly timestamp?: bigint | undefined;
  readonly keyspace?: string | undefined;
  readonly nowInSeconds?: number | undefined;
}

export type BatchType = "logged" | "unlogged" | "counter";

export type Request =
  | { readonly kind: "options" }
  | { readonly kind: "startup"; readonly options: ReadonlyMap<string, string> }
  | { readonly kind: "auth-response"; readonly token: Buffer }
  | { readonly kind: "register"; readonly events: readonly string[] }
  | { readonly kind: "query"; readonly text: string; readonly parameters: Parameters }
  | { readonly kind: "prepare"; readonly text: string; readonly keyspace?: string | undefined }
  | {
      readonly kind: "execute";
      readonly id: Buffer;
      /** From v5 on. */
      readonly metadataId?: Buffer | undefined;
      readonly parameters: Parameters;
    }
  | {
      readonly kind: "batch";
      readonly type: BatchType;
      readonly entries: readonly { readonly statement: string | Buffer; readonly values: readonly BoundValue[] }[];
      readonly parameters: Omit<Parameters, "values" | "skipMetadata" | "pageSize" | "pageState">;
    };

/** A column of a result, or the target of a marker. */
export interface ColumnSpec {
  readonly keyspace: string;
  readonly table: string;
  readonly name: string;
  readonly type: CqlType;
}

/** The rows of one page. */
export interface Rows {
  readonly kind: "rows";
  readonly columns: readonly ColumnSpec[];
  /** In the order of the columns. */
  readonly rows: readonly (readonly (Uint8Array | null)[])[];
  /** Where the next page begins. */
  readonly pageState?: Buffer | undefined;
}

export interface SchemaChange {
  readonly kind: "schema-change";
  readonly change: "CREATED" | "UPDATED" | "DROPPED";
  readonly target: "KEYSPACE" | "TABLE" | "TYPE";
  readonly keyspace: string;
  /** The name of the table or type. */
  readonly name?: string | undefined;
}

/** The result of a statement. */
export type Answer = (
  { readonly kind: "void" } | Rows | { readonly kind: "set-keyspace"; readonly keyspace: string } | SchemaChange
) & { readonly warnings?: readonly string[] | undefined };

export type Response =
  | { readonly kind: "error"; readonly error: CqlError }
  | { readonly kind: "ready" }
  | { readonly kind: "authenticate"; readonly authenticator: string }
  | { readonly kind: "auth-success" }
  | { readonly kind: "supported"; readonly options: ReadonlyMap<string, readonly string[]> }
  | {
      readonly kind: "prepared";
      readonly id: Buffer;
      readonly metadataId: Buffer;
      readonly variables: readonly ColumnSpec[];
      /** The places of the partition key's markers, in key order; empty if one is missing. */
      readonly keyIndexes: readonly number[];
      /** Undefined for a statement without rows. */
      readonly columns: readonly ColumnSpec[] | undefined;
    }
  /** `skipMetadata` as requested; the ID is present if the columns are not the ones that the client knows. */
  | {
      readonly kind: "result";
      readonly answer: Answer;
      readonly skipMetadata?: boolean;
      readonly metadataId?: Buffer | undefined;
    }
  | { readonly kind: "event"; readonly event: SchemaChange };
