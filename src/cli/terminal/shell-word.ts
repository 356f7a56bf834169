/** A word of a command that is printed to be copied, quoted where a shell would read something else. */
export function shellWord(word: string): string {
  if (/^[\w./:@-]+$/.test(word)) return word;
  // Only double quotes work in cmd.exe too, but a POSIX shell expands these characters within them.
  return /["$`!]|\\(?:\\|$)/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
