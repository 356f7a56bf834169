import { isLoopback } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../../errors.ts";

/**
 * Refuses an address to which the password would travel unencrypted. The runtime does too, and names an option that the command
 * line does not have.
 *
 * @param flag the flag that gives it
 * @throws {ColonnadeError} `usage`
 */
export function validateUrl(url: string, flag = "url"): void {
  if (!URL.canParse(url)) return;
  const { protocol, host, hostname, pathname } = new URL(url);
  if (protocol !== "http:" || isLoopback(hostname)) return;
  throw new ColonnadeError("usage", `the password would travel unencrypted to ${hostname}`, {
    next: `use https://: --${flag} https://${host}${pathname.replace(/\/$/, "")}`,
  });
}
