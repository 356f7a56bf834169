import { ColonnadeError, nextAfter } from "../errors.ts";

/** Returns the result of `read`, or undefined if the file does not exist. @throws {ColonnadeError} `cannot-read` */
export function ifThere<Result>(place: string, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw machineError("cannot-read", `cannot read ${place}`, error);
  }
}

/** Converts an error of the operating system, with the step that its code asks for. */
export function machineError(code: string, message: string, cause: unknown): ColonnadeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const next = nextAfter(cause);
  return new ColonnadeError(code, `${message}: ${reason}`, {
    kind: "machine",
    cause,
    ...(next !== undefined && { next }),
  });
}
