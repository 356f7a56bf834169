import { STATUS_CODES } from "node:http";
import type { OutgoingResponse } from "./exchange.ts";
import { idleMs } from "./port-request.ts";

const outsideValue = /[^\t\x20-\x7e]/;

/**
 * The head of a response as node:http prints it, for connections that it does not read.
 *
 * @param isLast whether the connection ends with this response
 * @returns undefined if a value is one that HTTP cannot carry
 */
export function printHead({ status, headers, body = "" }: OutgoingResponse, isLast: boolean): string | undefined {
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
