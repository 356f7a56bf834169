import type { Store } from "../../store/index.ts";

/** What the run of a document may use, and what resolvers get: the store, but neither tokens nor passwords. */
export interface Execution {
  readonly store: Store;
  readonly requestId: string;
  /** Values that one field of the document may return, so that all of them together stay within the limit. */
  readonly mostValues: number;
  /** Gets errors that nobody expected. */
  readonly report: (error: unknown) => void;
}
