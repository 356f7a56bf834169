/** What to show of an error: the reason, without the operation that the page shows anyway. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/^[^:]*? failed: /, "");
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
