/** Connects to the service that served the page. The token is in memory only, and the session renews it. */
import { createSession, fetchTransport } from "@colonnade/runtime";
import type { OpenSession, Transport } from "@colonnade/runtime";
import { headers } from "@colonnade/runtime/protocol";
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
  const session = createSession({ url: location.origin, credentials, allowInsecure: true, transport: markOwn() });
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

const ownPrefix = "console-";

/** Whether a request came from a console, by its ID. */
export function isOwn(requestId: string): boolean {
  return requestId.startsWith(ownPrefix);
}

/** Marks requests by their ID: the list of requests hides them, and a log of the service shows where they are from. */
function markOwn(): Transport {
  const send = fetchTransport();
  const name = headers.requestId.toLowerCase();
  return (call) => send({ ...call, headers: { ...call.headers, [name]: `${ownPrefix}${call.headers[name]}` } });
}
