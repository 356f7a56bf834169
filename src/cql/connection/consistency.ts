/**
 * Consistency levels. There is one copy of the data, which reads and writes of every level reach; what is left is to refuse
 * levels that make no sense for a statement, in the database's words.
 */
import { invalid } from "../cql-error.ts";
import type { Parameters } from "../protocol/message.ts";
import type { Prepared, PreparedWrite } from "../statement/prepared.ts";

/** As the protocol numbers them. */
const any = 0;
const serialNames: Readonly<Record<number, string>> = { 8: "SERIAL", 9: "LOCAL_SERIAL" };

interface Checked extends Pick<Prepared, "columns"> {
  readonly write?: Pick<PreparedWrite, "isCounter" | "isConditional"> | undefined;
}

/** @throws {CqlError} `invalid` */
export function checkConsistency(
  { write, columns }: Checked,
  { consistency, serialConsistency }: Pick<Parameters, "consistency" | "serialConsistency">,
): void {
  const serial = serialNames[consistency];
  if (!write) {
    if (columns && consistency === any) throw invalid("ANY ConsistencyLevel is only supported for writes");
    return;
  }
  if (!write.isConditional) {
    if (serial !== undefined && write.isCounter) throw invalid("Counter operations are inherently non-serializable");
    if (serial !== undefined) throw invalid("You must use conditional updates for serializable writes");
    return;
  }
  if (serial !== undefined) {
    throw invalid(
      `${serial} is not supported as conditional update commit consistency. Use ANY if you mean "make sure it is accepted` +
        ` but I don't care how many replicas commit it for non-SERIAL reads"`,
    );
  }
  if (serialConsistency !== undefined && serialNames[serialConsistency] === undefined) {
    throw invalid("Invalid consistency for conditional update. Must be one of SERIAL or LOCAL_SERIAL");
  }
}
