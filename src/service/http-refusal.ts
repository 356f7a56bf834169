import { StoreError, storeErrors } from "../store/index.ts";

/** An error response, thrown where the reason is found. The client gets the message unchanged. */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The only message of real servers for a body whose JSON is malformed or of the wrong kind. */
export function notProcessed(): HttpRefusal {
  return new HttpRefusal(400, "Unable to process JSON");
}

export function badRequest(message: string): HttpRefusal {
  return new HttpRefusal(400, `Bad request: ${message}`);
}

export function notFound(message: string): HttpRefusal {
  return new HttpRefusal(404, `Resource not found: ${message}`);
}

/** The refusal that an error of the store means, or undefined for any other error. */
export function refusalOf(error: unknown): HttpRefusal | undefined {
  if (error instanceof HttpRefusal) return error;
  if (!(error instanceof StoreError)) return undefined;
  const { status, publicMessage, retryAfterSeconds } = storeErrors[error.code];
  if (publicMessage !== undefined) {
    const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
    return new HttpRefusal(status, publicMessage, headers);
  }
  return status === 404 ? notFound(error.message) : badRequest(error.message);
}
