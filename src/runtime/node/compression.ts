/** Compresses the bodies of large calls, and decompresses those of responses. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip, gzip, inflate } from "node:zlib";
import { elapsed, readClock, systemClock } from "../clock/clock.ts";
import { TransportFailure, tooLarge } from "../transport/transport.ts";
import type { Call, Reply } from "../transport/transport.ts";

/** Sends a call once, optionally with a different body. */
type SendOnce = (call: Call, body?: Buffer) => Promise<Reply>;

/** Smaller bodies gain little. */
const worthwhileLength = 16_384;

const compress = promisify(gzip);

/**
 * Compresses large bodies with gzip. A service that responds with 415 has not executed the call: the call is sent again
 * uncompressed within its remaining time, and compression is turned off.
 */
export function compressRequests(send: SendOnce): (call: Call) => Promise<Reply> {
  let refused = false;
  return async (call) => {
    if (refused || (call.body ?? "").length < worthwhileLength) return send(call);
    const begun = readClock(systemClock);
    const body = await compress(call.body ?? "");
    const reply = await send({ ...call, headers: { ...call.headers, "content-encoding": "gzip" } }, body);
    if (reply.status !== 415) return reply;
    refused = true;
    return send({ ...call, timeoutMs: Math.max(1, call.timeoutMs - elapsed(begun, readClock(systemClock))) });
  };
}

const decoders = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
  ["br", brotliDecompress],
]);

/** @throws {TransportFailure} if it is truncated, larger than `maxBytes`, or compressed in an unsupported way */
export async function decompress(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  // The last encoding was applied last.
  for (const name of encoding.toLowerCase().split(",").reverse()) {
    if (!/^ *(identity)? *$/.test(name)) body = await decode(name.trim(), body, maxBytes);
  }
  return body;
}

function decode(name: string, body: Buffer, maxBytes: number): Promise<Buffer> {
  const decoder = decoders.get(name);
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => reject(new TransportFailure("unknown", message));
    if (!decoder) return fail(`the response is compressed as ${JSON.stringify(name.slice(0, 20))}`);
    decoder(body, { maxOutputLength: maxBytes }, (error: NodeJS.ErrnoException | null, decoded) => {
      if (!error) resolve(decoded);
      else if (error.code === "ERR_BUFFER_TOO_LARGE") reject(tooLarge(maxBytes));
      else fail(`the response cannot be decompressed (${error.code ?? error.message})`);
    });
  });
}
