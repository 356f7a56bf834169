/** The paths of the service below its base address, its headers, and its limits. */

export { keySeparator } from "./paths.ts";
export * as routes from "./paths.ts";

export const headers = {
  token: "x-service-token",
  requestId: "x-service-request-id",
  /** The keyspace that a document means, where its path names none. */
  keyspace: "x-service-keyspace",
} as const;

/** Rows of a page: by default, and at most, which is the default of the database's own drivers. */
export const pageRows = { default: 100, most: 5_000 } as const;

/** A token works until this long after the last call made with it. */
export const tokenIdleMs: number = 30 * 60 * 1000;

const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Whether a host, in a URL or by itself, is a loopback address, where no other machine can listen: `localhost`,
 * `[::1]`.
 */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
