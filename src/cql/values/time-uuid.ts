import { randomBytes } from "node:crypto";

/** Between the beginning of these UUIDs, in 1582, and 1970, in units of 100 ns. */
const epoch = 0x01b21dd213814000n;
const ticksOfMs = 10_000n;

/** The clock sequence and node of this process: random, as the standard allows in place of a network address. */
const clockAndNode = randomBytes(8);
clockAndNode[0] = ((clockAndNode[0] ?? 0) & 0x3f) | 0x80;
clockAndNode[2] = (clockAndNode[2] ?? 0) | 1;

let lastTicks = 0n;

/** A version 1 UUID for a moment, later than all those created before. */
export function nextTimeUuid(nowMs: number): Buffer {
  const ticks = BigInt(Math.floor(nowMs)) * ticksOfMs;
  lastTicks = ticks > lastTicks ? ticks : lastTicks + 1n;
  return timeUuid(lastTicks, clockAndNode);
}

/** The least UUID of a millisecond, in the order of the database. */
export function minTimeUuid(ms: bigint): Buffer {
  return timeUuid(ms * ticksOfMs, Buffer.alloc(8, 0x80));
}

/** The greatest UUID of a millisecond. */
export function maxTimeUuid(ms: bigint): Buffer {
  return timeUuid((ms + 1n) * ticksOfMs - 1n, Buffer.alloc(8, 0x7f));
}

/** Milliseconds since 1970. */
export function timeOfUuid(bytes: Buffer): bigint {
  const high = BigInt(bytes.readUInt16BE(6) & 0x0fff);
  const ticks = (high << 48n) | (BigInt(bytes.readUInt16BE(4)) << 32n) | BigInt(bytes.readUInt32BE(0));
  const since = ticks - epoch;
  return since / ticksOfMs - (since % ticksOfMs < 0n ? 1n : 0n);
}

function timeUuid(ticksSince1970: bigint, rest: Buffer): Buffer {
  const ticks = BigInt.asUintN(60, ticksSince1970 + epoch);
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(Number(ticks & 0xffff_ffffn), 0);
  bytes.writeUInt16BE(Number((ticks >> 32n) & 0xffffn), 4);
  bytes.writeUInt16BE(Number(ticks >> 48n) | 0x1000, 6);
  rest.copy(bytes, 8);
  return bytes;
}
