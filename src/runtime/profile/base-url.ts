import { ConfigError } from "../errors/errors.ts";
import { isLoopback } from "../protocol/loopback.ts";

/**
 * The base address of a service, without a slash at its end: `https://db.example.com/eu/` gives `https://db.example.com/eu`.
 *
 * @throws {ConfigError} when it is not an address, holds credentials, or would carry them unencrypted to another machine
 */
export function baseUrl(url: string, allowInsecure = false): string {
  // Variables of the environment are what their types do not say.
  if (typeof url !== "string" || url === "") {
    const next = url ? "it must be text" : "is a variable not set?";
    throw new ConfigError(`the url is ${url === "" ? "empty" : String(url)}: ${next}`);
  }
  if (!url.includes("://") || !URL.canParse(url)) {
    // Before an "@" there may be a password.
    const shown = url.includes("@") ? "this" : JSON.stringify(url);
    throw new ConfigError(`${shown} is not an address: ${proposal(url)}`);
  }
  const { protocol, hostname, username, password, origin, pathname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw new ConfigError(`an address begins with https://, not ${protocol}//`);
  if (username !== "" || password !== "")
    throw new ConfigError("credentials do not belong into the address: give them as credentials");
  if (protocol === "http:" && !isLoopback(hostname) && !allowInsecure) {
    throw new ConfigError(`the password would travel unencrypted to ${hostname}: use https://, or set allowInsecure`);
  }
  return origin + pathname.replace(/\/+$/, "");
}

/** What an address without a scheme may have meant. */
function proposal(url: string): string {
  const secure = `https://${url}`;
  if (/[/\\]{2}|\s|@|^https?:/i.test(url) || !URL.canParse(secure)) return "it begins with https://";
  return `did you mean ${isLoopback(new URL(secure).hostname) ? "http" : "https"}://${url}?`;
}
