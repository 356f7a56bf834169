import { isLoopback } from "@colonnade/runtime/protocol";
import type { IncomingRequest } from "./exchange.ts";

/** Names of headers that proxies add to the requests of others, which they send from this machine. */
const proxied = /^(?:(?:forwarded|via)$|x-(?:forwarded|original|envoy)(?:-|$)|.*(?:real|client|connecting)-ip$)/;

/** Whether a program or a browser of this machine sent a request. A request that came through no port was. */
export function isFromThisMachine(request: Pick<IncomingRequest, "ip" | "headerNames">): boolean {
  const { ip } = request;
  const isHere = ip === undefined || isLoopback(ip.replace(/^::ffff:/i, ""));
  return isHere && !request.headerNames().some((name) => proxied.test(name));
}
