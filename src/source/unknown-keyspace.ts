import { ColonnadeError, didYouMean } from "../errors.ts";

/** Keyspaces of the database itself. */
const own = /^(?:system(?:_|$)|data_endpoint_auth$|stargate_system$)/;

/** The service has no such keyspace. @param names those it has */
export function unknownKeyspace(keyspace: string, names: readonly string[], cause?: unknown): ColonnadeError {
  const others = names.filter((name) => !own.test(name)).sort();
  const meant = didYouMean(keyspace, others);
  const list = others.length === 0 ? "it has no user keyspaces" : `existing: ${others.join(", ")}`;
  return new ColonnadeError("unknown-keyspace", `the service has no keyspace ${JSON.stringify(keyspace)}`, {
    kind: "service",
    next: meant === undefined ? list : `did you mean ${JSON.stringify(meant)}?`,
    ...(cause !== undefined && { cause }),
  });
}
