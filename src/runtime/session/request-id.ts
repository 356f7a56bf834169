/** `crypto.randomUUID` is missing on pages without https; any unique text will do. */
export function newRequestId(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
}
