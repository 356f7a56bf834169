import { ConfigError } from "../errors/errors.ts";
import { isLoopback } from "../protocol/loopback.ts";

/**
 * Normalizes the base address of a service, without a trailing slash: `https://db.example.com/eu/` gives
 * `https://db.example.com/eu`.
 *
 * @throws {ConfigError} if it is not a valid address, contains credentials, or would send them unencrypted to another
 * machine
 */
export function baseUrl(url: string, allowInsecure = false): string {
  // An environment variable may be undefined despite its type.
  if (typeof url !== "string" || url === "") {
    const next = url ? "it must be text" : "is a variable not set?";
    throw new ConfigError(`the url is ${url === "" ? "empty" : String(url)}: ${next}`);
  }
  if (!url.includes("://") || !URL.canParse(url)) {
    // The part before an "@" may be a password.
    const shown = url.includes("@") ? "this" : JSON.stringify(url);
    throw new ConfigError(`${shown} is not an address: ${proposal(url)}`);
  }
  const { protocol, hostname, username, password, origin, pathname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw new ConfigError(`an address begins with https://, not ${protocol}//`);
  if (username !== "" || password !== "")
    throw new ConfigError("the address must not contain credentials: pass them as credentials");
  if (protocol === "http:" && !isLoopback(hostname) && !allowInsecure) {
    throw new ConfigError(`the password would be sent unencrypted to ${hostname}: use https://, or set allowInsecure`);
  }
  return origin + pathname.replace(/\/+$/, "");
}

/** Suggests a correction for an address without a scheme. */
function proposal(url: string): string {
  const secure = `https://${url}`;
  if (/[/\\]{2}|\s|@|^https?:/i.test(url) || !URL.canParse(secure)) return "it begins with https://";
  return `did you mean ${isLoopback(new URL(secure).hostname) ? "http" : "https"}://${url}?`;
}
