/** For the option `batch` of a session: writes that are issued together share a document. */
export { batchWrites } from "./batch/batch-writes.ts";
export type { BatchOptions } from "./batch/batch-writes.ts";
