/** Writes the items of a source, as fast as the service accepts them. */
export { BulkError } from "./errors/bulk-error.ts";
export type { BulkFailure, BulkRefusal, BulkResult } from "./errors/bulk-error.ts";
export { bulk } from "./operation/bulk.ts";
export type { BulkOptions } from "./operation/bulk.ts";
