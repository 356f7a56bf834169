import { StoreError } from "../../store-error.ts";

/** An error of the key-value store as one of ours, with LevelDB's own words. */
export function unavailable(what: string, cause: unknown): StoreError {
  return new StoreError("unavailable", `${what}: ${reason(cause)}`, cause);
}

/** The error of a write that was not begun. */
export function notApplied(error: unknown): unknown {
  const failure = storeFailure(error);
  return failure instanceof StoreError ? new StoreError(failure.code, failure.message, failure.cause, "no") : failure;
}

/**
 * The error of a failed write. A full disk has its own code: the store recovers when there is space, and rows can still
 * be read.
 */
export function writeFailure(cause: unknown): StoreError {
  if (isCorruption(cause)) return damage(cause);
  if (!isDiskFull(cause)) return unavailable("the data could not be written", cause);
  const message = `the disk is full: rows can be read, but not written until there is room (${reason(cause)})`;
  return new StoreError("full", message, cause);
}

/** Whether the disk, or what the user may have of it, is full: by the code of the system, or its words in LevelDB's message. */
export function isDiskFull(error: unknown): boolean {
  return (
    ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "") ||
    /no space left|quota exceeded|not enough space|ENOSPC|EDQUOT/i.test(reason(error))
  );
}

/** An error of LevelDB with a code of ours; any other as it is, and so one of ours that LevelDB caused. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  if (isCorruption(error)) return damage(error);
  return isLevelError(error) ? unavailable("the data cannot be reached", error) : error;
}

/** Whether LevelDB failed, and not our own code. */
function isLevelError(error: unknown): boolean {
  return codeOf(error)?.startsWith("LEVEL_") ?? false;
}

/** Whether LevelDB met a damaged file. */
export function isCorruption(error: unknown): boolean {
  return [codeOf(error), codeOf(error instanceof Error ? error.cause : undefined)].includes("LEVEL_CORRUPTION");
}

/** The error of a read or write that met a damaged file. */
function damage(cause: unknown): StoreError {
  return new StoreError("damaged", `a file of the data is damaged: ${reason(cause)}`, cause);
}

/** Whether another process has the data. */
export function isLocked(error: unknown): boolean {
  return codeOf(error instanceof Error ? error.cause : undefined) === "LEVEL_LOCKED";
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
