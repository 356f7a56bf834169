import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { elapsed, readClock } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import type { Call, Reply } from "../transport/transport.ts";

/** Sends a call once, with another body than its own if one is given. */
export type SendOnce = (call: Call, body?: Buffer) => Promise<Reply>;

/** Below, little is gained. */
const worthwhileLength = 16_384;

const compress = promisify(gzip);

/**
 * Sends large bodies in gzip. A service that answers 415 has done nothing with the call: it is sent again as it was, within
 * what is left of its time, and nothing is compressed any more.
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
