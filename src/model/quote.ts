const longest = 60;

/** Somebody's text as a message shows it, cut when it is long: `quote("uiid")` is `"uiid"` with its quotation marks. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
