import type { Store } from "../../store/index.ts";

/** What the run of a document may use, and what resolvers get: the store, but neither tokens nor passwords. */
export interface Execution {
  readonly store: Store;
  readonly requestId: string;
  /** Gets errors that nobody expected. */
  readonly report: (error: unknown) => void;
}
