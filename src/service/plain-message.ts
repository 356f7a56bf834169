/** The text of HTTP/1.1: reads plain requests, and prints the heads of responses as node:http does. */
import { STATUS_CODES } from "node:http";
import type { HttpResponse } from "./response.ts";

/** A request that arrived whole. */
export interface PlainMessage {
  readonly method: string;
  readonly target: string;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

/** Clients send a few hundred bytes. */
const longestHead = 4096;

/** A space before a colon, a folded line, a line feed without its carriage return and anything beyond ASCII do not fit. */
const headForm =
  /^(?:GET|POST|PUT|DELETE) \/[\w\-.~!$&'()*+,;=:@%/?]* HTTP\/1\.1\r\n(?:[\dA-Za-z-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

const versionLength = " HTTP/1.1\r\n".length;

/** Headers by which a message ends elsewhere, or its connection becomes another one. */
const unusual = ["transfer-encoding", "expect", "proxy-connection"];

const lengthForm = /^(?:0|[1-9]\d{0,6})$/;

/**
 * Reads a request if every parser of HTTP/1.1 must read it alike: a plain target, plain headers, each of them once, and a body
 * of a declared length or none.
 *
 * @param bytes what came at once
 * @returns undefined in any doubt
 */
export function readPlainMessage(bytes: Buffer): PlainMessage | undefined {
  const headLength = bytes.indexOf("\r\n\r\n") + 4;
  if (headLength < 4 || headLength > longestHead) return undefined;
  const head = bytes.toString("latin1", 0, headLength);
  if (!headForm.test(head)) return undefined;
  const firstHeader = head.indexOf("\r\n") + 2;
  const headers = readHeaders(head, firstHeader);
  if (!headers?.has("host") || unusual.some((name) => headers.has(name))) return undefined;
  if ((headers.get("connection") ?? "keep-alive").toLowerCase() !== "keep-alive") return undefined;
  const length = headers.get("content-length") ?? "0";
  if (!lengthForm.test(length) || bytes.length !== headLength + Number(length)) return undefined;
  const space = head.indexOf(" ");
  return {
    method: head.slice(0, space),
    target: head.slice(space + 1, firstHeader - versionLength),
    headers,
    body: bytes.subarray(headLength),
  };
}

/** @returns undefined if a name comes twice: what that means depends on the name */
function readHeaders(head: string, first: number): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  for (let start = first; !head.startsWith("\r\n", start);) {
    const colon = head.indexOf(":", start);
    const end = head.indexOf("\r\n", colon);
    const name = head.slice(start, colon).toLowerCase();
    if (headers.has(name)) return undefined;
    headers.set(name, head.slice(colon + 1, end).trim());
    start = end + 2;
  }
  return headers;
}

/** How long a connection waits for its next request. Responses announce it, and the port waits a second more, as node:http does. */
export const idleMs = 65_000;

const outsideValue = /[^\t\x20-\x7e]/;

/**
 * Prints the head of a response.
 *
 * @param isLast whether the connection ends with this response
 * @returns undefined if a value is one that HTTP cannot carry
 */
export function printHead({ status, headers, body = "" }: HttpResponse, isLast: boolean): string | undefined {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? "";
    if (outsideValue.test(value)) return undefined;
    head += `${name}: ${value}\r\n`;
  }
  if (isLast) head += `connection: close\r\n${dateLine()}`;
  else head += `${dateLine()}${keepAlive}`;
  const needsLength = headers["content-length"] === undefined && status !== 204 && status !== 304;
  return needsLength ? `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n` : `${head}\r\n`;
}

const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${idleMs / 1000}\r\n`;

let printed = { second: 0, line: "" };

function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== printed.second) printed = { second, line: `Date: ${new Date(second * 1000).toUTCString()}\r\n` };
  return printed.line;
}
