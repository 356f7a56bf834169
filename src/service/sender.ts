import { isLoopback } from "@colonnade/runtime/protocol";

/** Headers of a proxy, which sends requests of others from this machine. */
const proxied = ["forwarded", "x-forwarded-for", "via"];

/** Whether a program or a browser of this machine sent a request. @param ip undefined if it came through no port */
export function isOfThisMachine(ip: string | undefined, header: (name: string) => string | null): boolean {
  const isHere = ip === undefined || isLoopback(ip.replace(/^::ffff:/i, ""));
  return isHere && proxied.every((name) => header(name) === null);
}
