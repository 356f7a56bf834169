/** Tells clients of Stargate the paths and the header of this service. Names of what a client sent are in no message. */
import { headers, routes } from "@colonnade/runtime/protocol";

const tokenHeader = "x-cassandra-token";
const { keyspaces } = routes;

/** The first that fits counts. */
const places: readonly (readonly [pattern: RegExp, here: string])[] = [
  [/^\/v1\/(?:admin\/)?auth(?:\/|$)/, `here it is POST ${routes.auth}`],
  [/^\/v1\/keyspaces(?:\/|$)/, `here paths begin with ${keyspaces}`],
  [/^\/v2\/schemas\/keyspaces\/[^/]+(?:\/|$)/, `here it is ${keyspaces}/{keyspace}/tables`],
  [/^\/v2\/schemas(?:\/|$)/, `here it is ${keyspaces}`],
  [/^\/v2\/keyspaces(?:\/|$)/, `here it is ${keyspaces}/{keyspace}/tables/{table}/rows/{key}`],
  [/^\/v2\/namespaces(?:\/|$)/, "there is no document API"],
  [/^\/v[12](?:\/|$)/, `here paths begin with ${keyspaces}`],
  [/^\/graphql(?:-schema|v2\/admin)\/?$/, "here it is /api/graphql-schema"],
  [/^\/graphql(?:v2)?(?:\/|$)/, `here it is ${routes.graphql()}/{keyspace}`],
];

/** What to say of a path that no route has; empty if it is not one of Stargate's. */
export function hintOfPath(path: string): string {
  const place = places.find(([pattern]) => pattern.test(path));
  return place ? `: this is a path of Stargate; ${place[1]}` : "";
}

/** What to say of a missing token; empty if the client sent none at all. */
export function hintOfToken(header: (name: string) => string | null): string {
  const isMisplaced = header(headers.token) === null && header(tokenHeader) !== null;
  return isMisplaced ? `; send it in the header ${headers.token}, not in ${tokenHeader}` : "";
}
