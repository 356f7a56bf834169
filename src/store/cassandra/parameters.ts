/** The binary forms of the values of a statement's markers. */
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import { checkedBytes } from "../values/encoded.ts";
import type { CqlColumn } from "./bound-table.ts";

/** @throws {StoreError} `invalid` when the value is not of the column's type */
export function bytesOf({ name, type }: CqlColumn, value: unknown): Buffer | null {
  return value === null ? null : checkedBytes(name, type, value);
}

const noBytes = Buffer.of();

/** The bytes of a part of a column; none for a type without parts: the cluster refuses the statement before it reads them. */
export function partBytes(column: string, type: CqlType | undefined, value: unknown): Buffer | null {
  if (value === null || value === undefined) return null;
  return type ? checkedBytes(column, type, value) : noBytes;
}

export function intBytes(value: number): Buffer {
  if (value !== (value | 0)) throw new StoreError("invalid", `${value} is not a whole number of 32 bits`);
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export function bigintBytes(value: bigint): Buffer {
  if (value !== BigInt.asIntN(64, value)) throw new StoreError("invalid", `${value} is not a whole number of 64 bits`);
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

export function itemOf(type: CqlType): CqlType | undefined {
  return type.kind === "map" ? type.value : "item" in type ? type.item : undefined;
}

export function keyOf(type: CqlType): CqlType | undefined {
  return type.kind === "map" ? type.key : undefined;
}
