/** Writes an error: its code, its message, and the details of some codes. */
import { type CqlError, type CqlErrorCode, errorCodes } from "../cql-error.ts";
import type { BodyWriter } from "./body-writer.ts";

type WriteDetails = (writer: BodyWriter, error: CqlError) => void;

const details: Readonly<Partial<Record<CqlErrorCode, WriteDetails>>> = {
  unavailable: (writer, { details: { replicas = noReplicas } }) =>
    writer.short(replicas.consistency).int(replicas.required).int(replicas.received),
  "write-timeout": (writer, { details: { replicas = noReplicas } }) =>
    writer
      .short(replicas.consistency)
      .int(replicas.received)
      .int(replicas.required)
      .string(replicas.writeType ?? "SIMPLE"),
  "read-timeout": (writer, { details: { replicas = noReplicas } }) =>
    writer
      .short(replicas.consistency)
      .int(replicas.received)
      .int(replicas.required)
      .byte(replicas.hasData ? 1 : 0),
  "function-failure": (writer, { details: { function: failed } }) =>
    writer
      .string(failed?.keyspace ?? "")
      .string(failed?.name ?? "")
      .stringList(failed?.arguments ?? []),
  "already-exists": (writer, { details: { exists } }) =>
    writer.string(exists?.keyspace ?? "").string(exists?.table ?? ""),
  unprepared: (writer, { details: { id } }) => writer.shortBytes(id ?? Buffer.alloc(0)),
};

const noReplicas = { consistency: 1, required: 1, received: 0, writeType: undefined, hasData: false };

export function writeError(writer: BodyWriter, error: CqlError, version: number): void {
  if (error.code === "function-failure" && version < 4) {
    // v3 does not have this code; the database uses another one instead.
    writer.int(errorCodes.invalid).string(`ERROR FUNCTION_FAILURE: ${error.message}`);
    return;
  }
  writer.int(errorCodes[error.code]).string(error.message);
  details[error.code]?.(writer, error);
}
