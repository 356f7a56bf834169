const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Whether a host, in a URL or by itself, is a loopback address, where no other machine can listen: `localhost`,
 * `[::1]`.
 */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
