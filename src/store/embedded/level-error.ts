import { StoreError } from "../store.ts";

/** An error of the key-value store as one of ours, with LevelDB's own words. */
export function unavailable(what: string, cause: unknown): StoreError {
  return new StoreError("unavailable", `${what}: ${reason(cause)}`, cause);
}

/** Whether LevelDB failed, and not our own code. */
export function isLevelError(error: unknown): boolean {
  return codeOf(error)?.startsWith("LEVEL_") ?? false;
}

/** Whether another process has the data. */
export function isLocked(error: unknown): boolean {
  return codeOf(error instanceof Error ? error.cause : undefined) === "LEVEL_LOCKED";
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
