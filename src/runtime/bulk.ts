/** Writes the items of a source, as fast as the service accepts them. */
export * from "./operation/bulk.ts";
