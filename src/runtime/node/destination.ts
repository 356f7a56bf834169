import { unsendable } from "../transport/transport.ts";

/** The destination of a call in the form of `node:http`. */
export interface Destination {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** With the query: `/api/graphql?x=1`. */
  readonly path: string;
}

/** Cache: most calls of a session have the same address as the last one. */
let last: { readonly url: string; readonly destination: Destination } | undefined;

/**
 * Parses an address.
 *
 * @throws {TransportFailure} if it is not an HTTP address, or contains credentials
 */
export function parseDestination(url: string): Destination {
  if (last?.url === url) return last.destination;
  if (!URL.canParse(url)) throw unsendable("not a valid address");
  const { protocol, hostname, port, username, password, pathname, search } = new URL(url);
  const secure = protocol === "https:";
  if (!secure && protocol !== "http:") throw unsendable(`${protocol}// is not an HTTP address`);
  if (username || password) throw unsendable("the address must not contain credentials");
  const destination = {
    secure,
    // An IPv6 address has brackets only within a URL.
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port) || (secure ? 443 : 80),
    path: pathname + search,
  };
  last = { url, destination };
  return destination;
}
