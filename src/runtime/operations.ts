/**
 * For implementing your own session: the checks and results that all sessions share, so that each rejects the same
 * records and queries with the same messages.
 *
 * The `check` of an operation turns it into cells and tests in JSON form. Execute these, build rows from the results by the members of the bound table, and throw the errors below.
 */
export { onAbort } from "./clock/clock.ts";
export {
  ClosedError,
  ConfigError,
  DocumentRejectedError,
  FieldError,
  OutcomeUnknownError,
  ProtocolError,
  ServiceError,
  ValidationError,
  outcomeOf,
} from "./errors/errors.ts";
export type { Outcome, ServiceErrorOptions, UnknownName } from "./errors/errors.ts";
export { httpError } from "./errors/http-error.ts";
export { showAll } from "./errors/failure.ts";
export type { CheckedSelection, MoreOptions } from "./operation/checked-selection.ts";
export { isSafe } from "./operation/checked-write.ts";
export { aboutAll, writesOf } from "./operation/operation.ts";
export { deletesNothing } from "./operation/checked-delete-where.ts";
export type { ChangeKind, CheckedChange, CheckedWrite } from "./operation/checked-write.ts";
export type {
  AtomicOperation,
  LostWrite,
  Selection,
  Session,
  TableDefinition,
  WriteOperation,
} from "./operation/operation.ts";
export type { SelectionInput } from "./operation/read-options.ts";
export type { WriteInput, Written } from "./operation/write-options.ts";
export type { Page } from "./operation/rows.ts";
export type { Test } from "./operation/where.ts";
export { requireOptions } from "./session/session-options.ts";
export { setCell } from "./protocol/objects.ts";
export { renaming } from "./table/bound-table.ts";
export type { BoundTable, Cells, Member, OperationAbout } from "./table/bound-table.ts";
