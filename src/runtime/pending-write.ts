import type { Result } from "./document.ts";
import type { About } from "./errors.ts";
import type { Safety } from "./retry.ts";

export interface Write {
  readonly about: About & { readonly operation: string };
  readonly path: string;
  /** Writes of different safety never share a document: what may go again goes as a whole. */
  readonly safety: Safety;
  /** Tells the row: writes of the same one keep their order. */
  readonly key: string;
  /** As `printField` has it. */
  readonly field: string;
  /** Lexical tokens of the field. */
  readonly tokens: number;
  readonly signal: AbortSignal | undefined;
}

/** A write with who waits for it. */
export interface PendingWrite extends Write {
  readonly group: string;
  /** When it gives up, by the monotonic clock. */
  readonly until: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Whether its caller has been answered. */
  readonly settled: () => boolean;
  /** Told when its caller gives up after it was sent. */
  abandoned?: () => void;
}
