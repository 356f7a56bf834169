/** Sends a document with one field through a session, and reads the result of that field. */
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import { readFields } from "../graphql/answer.ts";
import type { Result } from "../graphql/answer.ts";
import type { CallRequest, Safety, ServiceLink } from "../operation/request.ts";
import type { BoundTable, OperationAbout } from "../table/bound-table.ts";

/** @param field of the document: `insertProducts(value: {id: "1"}) { applied }` @throws what ends the call, as it is */
export function sendDocument<T extends object>(
  link: ServiceLink,
  about: OperationAbout,
  { keyspace }: BoundTable,
  field: string,
  safety: Safety,
  signal: AbortSignal | undefined,
  read: (result: Result) => T,
  limit?: Pick<CallRequest, "deadlineMs" | "explain">,
): Promise<T> {
  const isRead = safety === "read";
  const path = pathOf(link, keyspace);
  const request: CallRequest<T> = {
    about,
    method: "POST",
    path,
    body: bodyOf(`${isRead ? "query" : "mutation"} { result: ${field} }`),
    signal,
    safety,
    operations: 1,
    paged: isRead,
    deadlineMs: limit?.deadlineMs,
    explain: limit?.explain,
    advice: (status) => adviceOnPath(status, link, keyspace, path),
    // A call does not depend on the form of documents, so it gets a function that reads them.
    accept: (answer) => {
      const fields = readFields(answer, ["result"], link.profile);
      const result = isFailure(fields) ? fields : (fields[0] as Result | Failure);
      return isFailure(result) ? result : read(result);
    },
  };
  return link.exchange(request);
}

/** Where documents for the tables of a keyspace are sent. */
export function pathOf({ profile, keyspace: own }: ServiceLink, keyspace: string): string {
  return profile.graphqlPath(keyspace === own ? undefined : keyspace, keyspace);
}

/** The advice after a 404 at a keyspace's path: some services respond only at a path without a keyspace. */
export function adviceOnPath(
  status: number,
  { profile }: ServiceLink,
  keyspace: string,
  path: string,
): string | undefined {
  const unnamed = profile.graphqlPath(undefined, keyspace);
  if (status !== 404 || path === unnamed) return undefined;
  return `if the service serves ${keyspace} only at ${unnamed}, open the session with keyspace: ${JSON.stringify(keyspace)}`;
}

/** The body of a request that sends a document without variables. */
export function bodyOf(query: string): string {
  return `{"query":${JSON.stringify(query)},"variables":{}}`;
}
