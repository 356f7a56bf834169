import { unsendable } from "../transport/transport.ts";

/** Where a call goes, as `node:http` wants to be told. */
export interface Target {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** With the query: `/api/graphql?x=1`. */
  readonly path: string;
}

/** Most calls of a session go to one address, as the last one did. */
let last: { readonly url: string; readonly target: Target } | undefined;

/**
 * The target of an address.
 *
 * @throws {TransportFailure} when it is no address of HTTP, or has credentials in it
 */
export function parseTarget(url: string): Target {
  if (last?.url === url) return last.target;
  if (!URL.canParse(url)) throw unsendable("this is no address");
  const { protocol, hostname, port, username, password, pathname, search } = new URL(url);
  const secure = protocol === "https:";
  if (!secure && protocol !== "http:") throw unsendable(`an address of ${protocol}// is none of HTTP`);
  if (username || password) throw unsendable("credentials do not belong into the address");
  const target = {
    secure,
    // An IPv6 address stands in brackets only within a URL.
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port) || (secure ? 443 : 80),
    path: pathname + search,
  };
  last = { url, target };
  return target;
}
