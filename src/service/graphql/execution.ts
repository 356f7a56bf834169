/** What one run of a document shares: types only. */
import type { Reads, Store } from "../../store/index.ts";

/** One run of a document, as its resolvers and printers see it: the store, but neither tokens nor passwords. */
export interface Execution {
  readonly store: Store;
  readonly reads: Reads;
  /** Values that one field of the document may return, so that all of them together stay within the limit. */
  readonly mostValues: number;
  /** The same limit for their bytes. */
  readonly mostBytes: number;
  /** For an atomic mutation: whether its writes are only noted, or have been applied as one batch. @default neither */
  readonly atomic?: "noted" | "applied" | undefined;
  /** The fields of a prepared document that failed. */
  readonly failures: FieldFailure[];
}

export interface FieldFailure {
  readonly error: unknown;
  readonly place: Place;
}

/** Where a value stands in the result: the last step, and those before it. */
export interface Place {
  readonly key: string | number;
  readonly above: Place | undefined;
}
