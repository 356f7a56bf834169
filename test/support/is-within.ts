/** Whether a text is what remains of another when something is taken out. */
export function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part.startsWith(character, at)) at += character.length;
  return at === part.length;
}
