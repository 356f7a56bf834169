/** Writes the items of a source, as fast as the service accepts them. */
export { BulkError, bulk } from "./operation/bulk.ts";
export type { BulkFailure, BulkRefusal, BulkResult, BulkOptions } from "./operation/bulk.ts";
