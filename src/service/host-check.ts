/** Which requests of a port are for this service, by the host that they name and by their path. */
import { isIP } from "node:net";
import { isLoopback } from "@colonnade/runtime/protocol";
import { pathOf } from "./exchange.ts";

/** Whether a request with this `Host` is for us. @param host as sent; undefined if missing */
export type HostCheck = (host: string | undefined) => boolean;

/**
 * Accepts hosts that a browser cannot be tricked into sending to this machine: names of this machine, IP addresses, and
 * names that the operator allows.
 *
 * A web page whose name an attacker rebinds to 127.0.0.1 sends its own name, which is not allowed. Beyond loopback
 * addresses, where others know the service by other names, every name is accepted unless some are listed.
 */
export function createHostCheck(listening: string, allowed: readonly string[] = []): HostCheck {
  const names = new Set([listening, ...allowed].map((name) => name.toLowerCase()));
  const isOpen = !isLoopback(listening) && allowed.length === 0;
  const isOurs: HostCheck = (host) => {
    const name = nameIn(host ?? "");
    return isOpen || isLoopback(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0 || names.has(name);
  };
  // A client names the same host with every request.
  let last = { host: listening as string | undefined, isOurs: isOurs(listening) };
  return (host) => {
    if (host !== last.host) last = { host, isOurs: isOurs(host) };
    return last.isOurs;
  };
}

/** The name without its port, and without the dot that may end it. */
function nameIn(host: string): string {
  return host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
}

const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** Whether `URL` would normalize the target to another path. */
export function hasDotSegments(target: string): boolean {
  return dotSegment.test(pathOf(target));
}
