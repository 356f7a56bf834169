import { isMultiCell } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import type { Call } from "./call.ts";
import { nativeType } from "./receiver.ts";

const functions: ReadonlyMap<string, CqlType> = new Map([
  ["writetime", nativeType("bigint")],
  ["maxwritetime", nativeType("bigint")],
  ["ttl", nativeType("int")],
]);

export function isCellTimes({ keyspace, name }: Call): boolean {
  return keyspace === undefined && functions.has(name);
}

/** What is stored in several cells has a list of times. */
export function cellTimesType(name: string, of: CqlType | undefined): CqlType {
  const item = functions.get(name) ?? nativeType("bigint");
  return of && isMultiCell(of) && name !== "maxwritetime" ? { kind: "list", item, frozen: true } : item;
}
