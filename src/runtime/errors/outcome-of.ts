import type { Outcome } from "./errors.ts";

/** What an error says of a write; by its member, since two installed copies of the package share no class. */
export function outcomeOf(error: unknown): Outcome | undefined {
  return error instanceof Error && "outcome" in error ? (error.outcome as Outcome | undefined) : undefined;
}
