const longest = 60;

/**
 * Quotes foreign text for a message, and shortens it if it is long: `quote("uiid")` is `"uiid"` with its quotation
 * marks.
 */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
