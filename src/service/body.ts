import { isUtf8 } from "node:buffer";
import type { IncomingRequest } from "./exchange.ts";
import { endOfString } from "./json.ts";
import { Refusal, notProcessed } from "./refusal.ts";

/** 1 MiB. */
const maximumBodyBytes: number = 1024 * 1024;

/** Nesting depth: more than any real body has. Later code may walk the body recursively. */
const maximumDepth = 32;

/** Values in a body, or in text that is JSON: parsing as many takes up to 20 ms. */
export const maximumValues = 50_000;

/** No other charset: decoding exotic ones is a known way to keep a server busy. */
const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/**
 * Reads the body as JSON; undefined if it is empty.
 *
 * Counts the size while reading, and rejects a larger `content-length` before reading. A request without a body needs no
 * content type.
 * @throws {Refusal} 415, 413 or 400
 */
export function parseBody(request: IncomingRequest): Promise<unknown> {
  const type = request.header("content-type");
  const encoding = request.header("content-encoding") ?? "identity";
  // A compressed body could grow a thousandfold.
  if ((type !== null && !jsonType.test(type)) || encoding !== "identity") throw unsupported();
  if (Number(request.header("content-length") ?? 0) > maximumBodyBytes) throw tooLarge();
  const parse = (bytes: Uint8Array | undefined): unknown => {
    if (!bytes) throw tooLarge();
    if (bytes.byteLength === 0) return undefined;
    if (type === null) throw unsupported();
    return parseJson(decodeText(bytes));
  };
  return request.readBytes(maximumBodyBytes).then(parse, refuseBroken);
}

function refuseBroken(): never {
  throw new Refusal(400, "The body broke off");
}

/** Parses JSON of a client. @throws {Refusal} 400 if it is not valid, or too deep; 413 if it has too many values */
export function parseJson(text: string): unknown {
  refuseCostly(text);
  try {
    return JSON.parse(text);
  } catch {
    throw notProcessed();
  }
}

function decodeText(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw notProcessed();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

const byteOrderMark = "\ufeff";

/** Counts brackets and commas outside of strings: parsing would take twenty times as long as this. */
function refuseCostly(text: string): void {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index) - 1;
    else if (code === comma) values++;
    else if (code === openBracket || code === openBrace) {
      values++;
      if (++depth > maximumDepth) throw notProcessed();
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  if (values > maximumValues) throw tooMany();
}

const [quote, comma] = [0x22, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function unsupported(): Refusal {
  return new Refusal(415, "HTTP 415 Unsupported Media Type: send application/json in UTF-8");
}

function tooMany(): Refusal {
  return new Refusal(413, `HTTP 413 Content Too Large: a body has at most ${maximumValues} values`);
}

function tooLarge(): Refusal {
  return new Refusal(413, `HTTP 413 Content Too Large: a body has at most ${maximumBodyBytes} bytes`);
}
