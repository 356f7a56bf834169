import type { Reads, Store } from "../../store/index.ts";

/** The context of an execution and its resolvers: the store, but neither tokens nor passwords. */
export interface Execution {
  readonly store: Store;
  readonly reads: Reads;
  readonly requestId: string;
  /** Values that one field of the document may return, so that all of them together stay within the limit. */
  readonly mostValues: number;
  /** The same limit for their bytes. */
  readonly mostBytes: number;
  /** For writes of one batch, of which one may be refused for another: whether it is still to come. @default no batch */
  readonly batch?: "ahead" | "done" | undefined;
  /** Gets unexpected errors. */
  readonly report: (error: unknown, requestId: string) => void;
}
