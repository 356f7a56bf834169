import { ServiceError } from "./service-error.ts";

/** What a row shows about a write with an unknown outcome. */
export interface Verified {
  /**
   * `"maybe-self"` if the row holds what was written, by this write or by another with the same values; `false` if it
   * does not; undefined if a row cannot show it, as with counters.
   */
  readonly applied: "maybe-self" | false | undefined;
  /** The current row, by member names; undefined if there is none. */
  readonly current: object | undefined;
}

/**
 * A write may have been applied, and a retry would not be safe: the write is an increment, has a condition, is marked
 * as contended, or its values expire soon. `cause` is the original failure. `verify(error)` reads the row.
 */
export class OutcomeUnknownError extends ServiceError {
  override readonly name: string = "OutcomeUnknownError";
  /** For `verify`: a `LostWrite`. A function, because it contains values of a row, which must not get into logs. */
  readonly lost: () => object;

  constructor(cause: ServiceError, lost: () => object) {
    // All that is known of the call.
    const { name: _, code: __, ...known } = cause;
    super("outcome-unknown", "it may have been applied; verify(error) reads the row", {
      ...{ ...known, outcome: "unknown", cause },
    });
    this.lost = lost;
  }
}

/** A conditional write was not applied, but `requireApplied` requires it. */
export class ConditionNotMetError extends ServiceError {
  override readonly name: string = "ConditionNotMetError";
  /** The current row or columns, as in the write's result. */
  declare readonly current: unknown;

  constructor(current: unknown) {
    super("condition-not-met", "the condition of the write was not met", { outcome: "refused" });
    // It contains values of a row, which must not get into logs.
    Object.defineProperty(this, "current", { value: current, enumerable: false });
  }
}
