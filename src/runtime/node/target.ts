import { TransportFailure } from "../transport.ts";

/** Where a call goes, as `node:http` wants to be told. */
export interface Target {
  readonly origin: Origin;
  /** With the query: `/api/graphql?x=1`. */
  readonly path: string;
}

export interface Origin {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
}

/** What can be sent as it stands; the rest a parser has to look at, as `fetch` does. */
const plain = /^(https?:\/\/[\w.:[\]-]+)(\/(?!.*\/(?:\.|%2e))[\w!$%&()*+,./:;=?@~-]*)$/i;

const origins = new Map<string, Origin>();

/**
 * The target of an address. Those of a service differ in their paths, so the rest is parsed once.
 *
 * @throws {TransportFailure} when it is no address of HTTP, or has credentials in it
 */
export function parseTarget(url: string): Target {
  const [, base = "", path = ""] = plain.exec(url) ?? [];
  const known = origins.get(base);
  if (known) return { origin: known, path };
  if (!URL.canParse(url)) throw new TransportFailure("not-sent", "this is no address");
  const parsed = new URL(url);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new TransportFailure("not-sent", `an address of ${parsed.protocol}// is none of HTTP`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new TransportFailure("not-sent", "credentials do not belong into the address");
  }
  const secure = parsed.protocol === "https:";
  const origin = {
    secure,
    // An IPv6 address stands in brackets only within a URL.
    hostname: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(parsed.port) || (secure ? 443 : 80),
  };
  if (base !== "" && origins.size < 100) origins.set(base, origin);
  return { origin, path: parsed.pathname + parsed.search };
}
