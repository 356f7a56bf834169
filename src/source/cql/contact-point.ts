import { ColonnadeError } from "../../errors.ts";

export interface ContactPoint {
  /** The given text, for messages. */
  readonly text: string;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

const usualPort = 9042;

const form = /^(?:\[([0-9a-f:.]+(?:%\w+)?)\]|([^\s:[\]/@]+))(?::(\d{1,5}))?$/i;

/**
 * Parses `db.example.com`, `10.0.0.1:9142` or `[::1]:9042`.
 * @throws {ColonnadeError} `bad-contact-point`
 */
export function parseContactPoint(text: string): ContactPoint {
  const [, address, name, digits] = form.exec(text) ?? [];
  const [host, port] = [address ?? name, Number(digits ?? usualPort)];
  if (host !== undefined && port > 0 && port < 65_536) return { text, host, port };
  throw new ColonnadeError("bad-contact-point", `${JSON.stringify(text)} is not a valid contact point`, {
    next: `use a host with an optional port (default ${usualPort}): "10.0.0.1", "db.example.com:9142" or "[::1]:9042"`,
  });
}
