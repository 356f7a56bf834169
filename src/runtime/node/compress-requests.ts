import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { elapsed, readClock } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import type { Call, Reply } from "../transport/transport.ts";

/** Sends a call once, optionally with a different body. */
export type SendOnce = (call: Call, body?: Buffer) => Promise<Reply>;

/** Smaller bodies gain little. */
const worthwhileLength = 16_384;

const compress = promisify(gzip);

/**
 * Compresses large bodies with gzip. A service that responds with 415 has not executed the call: the call is sent again
 * uncompressed within its remaining time, and compression is turned off.
 */
export function compressRequests(send: SendOnce, clock: Clock): (call: Call) => Promise<Reply> {
  let refused = false;
  return async (call) => {
    if (refused || (call.body ?? "").length < worthwhileLength) return send(call);
    const begun = readClock(clock);
    const body = await compress(call.body ?? "");
    const reply = await send({ ...call, headers: { ...call.headers, "content-encoding": "gzip" } }, body);
    if (reply.status !== 415) return reply;
    refused = true;
    return send({ ...call, timeoutMs: Math.max(1, call.timeoutMs - elapsed(begun, readClock(clock))) });
  };
}
