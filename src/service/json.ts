/** Reads the JSON of clients within limits, and prints that of responses. */
import { natives } from "@colonnade/runtime/protocol";
import type { Codec, Wire } from "@colonnade/runtime/protocol";
import type { NativeType } from "../model/index.ts";
import type { Value } from "../store/index.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Nesting depth: more than any real body has. Later code may walk the body recursively. */
const maximumDepth = 32;

/** Values in a body, or in a URL parameter that is JSON: parsing as many takes up to 20 ms. */
export const maximumValues = 50_000;

/** Parses JSON of a client. @throws {SyntaxError} if it is not valid, or too deep; {RangeError} if it has too many values */
export function parseJson(text: string): unknown {
  refuseCostly(text);
  return JSON.parse(text);
}

/** Refuses text that is too deep or has too many values. Parsing would take twenty times as long as counting its brackets and commas. */
function refuseCostly(text: string): void {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfJsonString(text, index) - 1;
    else if (code === comma) values++;
    else if (code === openBracket || code === openBrace) {
      values++;
      if (++depth > maximumDepth) throw new SyntaxError("too deep");
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  if (values > maximumValues) throw new RangeError("too many values");
}

const [quote, comma] = [0x22, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where a string has ended, behind its second quote; the end of the text if it has none. */
export function endOfJsonString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text[escapes - 1] === "\\") escapes--;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Characters of the text of a bigint: twenty, and room for zeros before them. */
const longestBigint = 64;

/** Decodes what a client sent; undefined if it is not a value of the type. Unlike `codec.decode`, it also checks the range. */
export function decodeNative(type: NativeType, wire: Wire): Value | undefined {
  const codec = natives[type] as Codec<Value>;
  // Converting a million digits takes a tenth of a second. Those of a varint or a decimal may be a valid value, as in the database.
  if ((type === "bigint" || type === "counter") && typeof wire === "string" && wire.length > longestBigint)
    return undefined;
  // Databases print a duration of zero as empty text, but do not accept that.
  if (type === "duration" && wire === "") return undefined;
  try {
    const value = codec.decode(wire);
    return codec.check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Prints plain JSON as `JSON.stringify` does, but keeps the sign of minus zero: a `double` that was written as `-0` is read as
 * `-0.0`, which is a JSON number and parses back to it.
 */
export function printJson(json: unknown): string {
  // Most values of rows are such text, and of each `JSON.stringify` would take several times as long.
  if (typeof json === "string") return plain.test(json) ? `"${json}"` : JSON.stringify(json);
  return holdsMinusZero(json) ? print(json) : JSON.stringify(json);
}

/** Text without anything to escape. */
const plain = /^[ !#-[\]-~]*$/;

function holdsMinusZero(json: unknown): boolean {
  if (typeof json === "number") return Object.is(json, -0);
  if (typeof json !== "object" || json === null) return false;
  if (Array.isArray(json)) return json.some(holdsMinusZero);
  for (const name in json) {
    if (holdsMinusZero((json as JsonObject)[name])) return true;
  }
  return false;
}

function print(json: unknown): string {
  if (Object.is(json, -0)) return "-0.0";
  if (Array.isArray(json)) return `[${json.map(print).join(",")}]`;
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const members = Object.entries(json).filter(([, value]) => value !== undefined);
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${print(value)}`).join(",")}}`;
}
