import { isLoopback } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";

/**
 * Rejects an address to which the password would be sent unencrypted. The runtime rejects it too, but names an option
 * that the command line does not have.
 *
 * @param flag the flag that gives it
 * @throws {ColonnadeError} `usage`
 */
export function validateUrl(url: string, flag = "url"): void {
  if (!URL.canParse(url)) return;
  const { protocol, host, hostname, pathname } = new URL(url);
  if (protocol !== "http:" || isLoopback(hostname)) return;
  throw new ColonnadeError("usage", `the password would be sent unencrypted to ${hostname}`, {
    next: `use https://: --${flag} https://${host}${pathname.replace(/\/$/, "")}`,
  });
}
