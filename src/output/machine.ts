import { ColonnadeError } from "../errors.ts";

/** The result, or undefined when there is no such file. @throws {ColonnadeError} `cannot-read` */
export function ifThere<Result>(place: string, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw machineError("cannot-read", `cannot read ${place}`, error);
  }
}

/** The machine's refusal as an error of ours. */
export function machineError(code: string, message: string, cause: unknown): ColonnadeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ColonnadeError(code, `${message}: ${reason}`, { kind: "machine", cause });
}
