/** Connects to the service that served the page. The token is in memory only, and the session renews it. */
import { createSession } from "@colonnade/runtime";
import type { OpenSession } from "@colonnade/runtime";
import type { Credentials } from "@colonnade/runtime/protocol";

export interface Connection {
  readonly session: OpenSession;
  readonly username: string;
  /** Reads JSON from a path of the service. @param operation for messages: `read the definitions` */
  readonly read: <T>(operation: string, path: string, signal?: AbortSignal) => Promise<T>;
}

/** @throws {ServiceError} if the service refuses the credentials, or does not respond */
export async function connect(credentials: Credentials): Promise<Connection> {
  // The page itself came over this connection; the sign-in form warns if it is not encrypted.
  const session = createSession({ url: location.origin, credentials, allowInsecure: true });
  try {
    await session.connect();
  } catch (error) {
    await session.close();
    throw error;
  }
  return {
    session,
    username: credentials.username,
    read: async <T>(operation: string, path: string, signal?: AbortSignal) =>
      (await session.send({ operation, method: "GET", path, signal })).json as T,
  };
}
