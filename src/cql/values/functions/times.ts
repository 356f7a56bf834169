/** Functions of dates, times and time UUIDs. */
import { writeNumber } from "../number-value.ts";
import { randomBytes } from "node:crypto";
import type { NativeType } from "../../../model/index.ts";
import { invalid } from "../../cql-error.ts";
import { addMonths, dayMs, printDurationValue, readDuration } from "../duration-value.ts";
import type { DurationValue } from "../duration-value.ts";
import { dateOf } from "../civil-date.ts";
import { scalar } from "./native-function.ts";
import type { Bytes, NativeFunction } from "./native-function.ts";

const epochDay = 2n ** 31n;

type Temporal = "timeuuid" | "timestamp" | "date";

/** The moment of a value, since 1970. */
export const milliseconds: Readonly<Record<Temporal, (bytes: Buffer) => bigint>> = {
  timeuuid: timeOfUuid,
  timestamp: (bytes) => bytes.readBigInt64BE(),
  date: (bytes) => (BigInt(bytes.readUInt32BE()) - epochDay) * dayMs,
};

export function writeLong(value: bigint): Buffer {
  return writeNumber("bigint", value);
}

export function writeDate(ms: bigint): Buffer {
  return writeNumber("int", ms / dayMs + epochDay);
}

/** Names of 5.0 and those before it. */
export function timeFunctions(): readonly NativeFunction[] {
  const now = (names: readonly string[], type: NativeType, run: (nowMs: number) => Buffer): readonly NativeFunction[] =>
    names.map((name) => scalar(name, [], type, (_, { nowMs }) => run(nowMs)));
  const of = (
    names: readonly string[],
    types: readonly Temporal[],
    returns: NativeType,
    write: (ms: bigint) => Buffer,
  ): readonly NativeFunction[] =>
    names.flatMap((name) =>
      types.map((type) => scalar(name, [type], returns, ([value]) => write(milliseconds[type](value as Buffer)))),
    );
  return [
    ...now(["now", "current_timeuuid", "currenttimeuuid"], "timeuuid", nextTimeUuid),
    ...now(["current_timestamp", "currenttimestamp"], "timestamp", (nowMs) => writeLong(wholeMs(nowMs))),
    ...now(["current_date", "currentdate"], "date", (nowMs) => writeDate(wholeMs(nowMs))),
    ...now(["current_time", "currenttime"], "time", (nowMs) => writeLong((wholeMs(nowMs) % dayMs) * 1_000_000n)),
    ...of(["to_date", "todate"], ["timeuuid", "timestamp"], "date", writeDate),
    ...of(["to_timestamp", "totimestamp"], ["timeuuid", "date"], "timestamp", writeLong),
    ...of(["to_unix_timestamp", "tounixtimestamp"], ["timeuuid", "timestamp", "date"], "bigint", writeLong),
    ...of(["min_timeuuid", "mintimeuuid"], ["timestamp"], "timeuuid", minTimeUuid),
    ...of(["max_timeuuid", "maxtimeuuid"], ["timestamp"], "timeuuid", maxTimeUuid),
    ...floors(),
  ];
}

function wholeMs(nowMs: number): bigint {
  return BigInt(Math.floor(nowMs));
}

/** `floor(time, duration[, start])`: the beginning of the stretch of time that a moment is in. */
function floors(): readonly NativeFunction[] {
  const kinds = [
    { type: "timestamp", start: "timestamp", returns: "timestamp", write: writeLong },
    { type: "timeuuid", start: "timestamp", returns: "timestamp", write: writeLong },
    { type: "date", start: "date", returns: "date", write: writeDate },
  ] as const;
  const ofDays = kinds.flatMap(({ type, start, returns, write }) => {
    const run = ([time, duration, from]: readonly Buffer[]): Bytes => {
      const read = readDuration(duration as Buffer);
      checkPrecision(type, read);
      const since = from ? milliseconds[start](from) : 0n;
      return write(floorOf(milliseconds[type](time as Buffer), read, since));
    };
    return [
      scalar("floor", [type, "duration"], returns, run),
      scalar("floor", [type, "duration", start], returns, run),
    ];
  });
  const ofTime = scalar("floor", ["time", "duration"], "time", ([time, duration]) => {
    const { months, days, nanoseconds } = readDuration(duration as Buffer);
    if (nanoseconds < 0n || days < 0n || months < 0n) throw invalid(negativeFloor);
    if (months !== 0n || days !== 0n || nanoseconds > dayMs * 1_000_000n) {
      throw invalid("For time values, the floor can only be computed for durations smaller that a day");
    }
    const value = (time as Buffer).readBigInt64BE();
    return nanoseconds === 0n ? writeLong(value) : writeLong(value - (value % nanoseconds));
  });
  return [...ofDays, ofTime];
}

const negativeFloor = "Negative durations are not supported by the floor function";

function checkPrecision(type: Temporal, duration: DurationValue): void {
  const text = printDurationValue(duration);
  if (type === "date" && duration.nanoseconds !== 0n) {
    throw invalid(`The floor on date values cannot be computed for the ${text} duration as precision is below 1 day`);
  }
  if (duration.nanoseconds % 1_000_000n !== 0n) {
    throw invalid(`The floor cannot be computed for the ${text} duration as precision is below 1 millisecond`);
  }
}

function floorOf(ms: bigint, duration: DurationValue, start: bigint): bigint {
  if (start > ms) throw invalid("The floor function starting time is greater than the provided time");
  const { months, days, nanoseconds } = duration;
  if (months < 0n || days < 0n || nanoseconds < 0n) throw invalid(negativeFloor);
  const length = days * dayMs + nanoseconds / 1_000_000n;
  if (months === 0n) return length === 0n ? ms : ms - ((ms - start) % length);
  let steps = (monthsOf(ms) - monthsOf(start)) / months;
  let floor = addMonths(start, steps * months) + steps * length;
  while (floor > ms && steps > 0n) {
    steps--;
    floor = addMonths(start, steps * months) + steps * length;
  }
  return floor > start ? floor : start;
}

/** Since the beginning of our calendar. */
function monthsOf(ms: bigint): bigint {
  const { year, month } = dateOf(Number((ms - (((ms % dayMs) + dayMs) % dayMs)) / dayMs));
  return BigInt(year * 12 + month);
}

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
