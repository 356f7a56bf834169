/** A text field of a browser has line feeds alone: what a text had instead comes back, wherever it was not changed. */

/** The text as a field shows it. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** What was typed, with the line ends of the text before, up to the first change and after the last one. */
export function keepLineEnds(before: string, typed: string): string {
  const units = before.match(/\r\n|[^]/g) ?? [];
  const shown = units.map(withLineFeeds);
  const most = Math.min(shown.length, typed.length);
  let start = 0;
  while (start < most && shown[start] === typed[start]) start++;
  let end = 0;
  while (end < most - start && shown.at(-1 - end) === typed.at(-1 - end)) end++;
  const ends = new Set(units.filter((_, at) => shown[at] === "\n"));
  const [usual = "\n"] = ends.size === 1 ? ends : [];
  const middle = typed.slice(start, typed.length - end).replaceAll("\n", usual);
  return units.slice(0, start).join("") + middle + units.slice(units.length - end).join("");
}
