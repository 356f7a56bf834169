/**
 * For sessions of your own: the checks and answers that all sessions share, so that each refuses the same records and
 * queries with the same words.
 *
 * `checkWrite` and `checkSelection` turn an operation into cells and tests in the form they have in JSON. Carry these out,
 * make rows of what was read by the members of the bound table, and throw the errors below.
 */
export { onAbort } from "./clock/on-abort.ts";
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
export { showAll } from "./errors/redact.ts";
export { checkSelection } from "./operation/checked-selection.ts";
export type { CheckedSelection } from "./operation/checked-selection.ts";
export { checkWrite, isSafe } from "./operation/checked-write.ts";
export type { CheckedWrite } from "./operation/checked-write.ts";
export type { Selection, Session, TableDefinition, WriteOperation, Written } from "./operation/operation.ts";
export type { Page } from "./operation/rows.ts";
export { createVerify } from "./operation/verify.ts";
export type { Test } from "./operation/where.ts";
export type { BoundTable, Member, OperationAbout } from "./table/bound-table.ts";
export { setCell } from "./table/record.ts";
export type { Cells } from "./table/record.ts";
