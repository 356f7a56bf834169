const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host, as in an address or by itself, is this machine, where nobody else can listen: `localhost`, `[::1]`. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
