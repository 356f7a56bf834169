/** A word of a command for a POSIX shell, which expands nothing within single quotes. */
export function shellWord(word: string): string {
  return /^[\w.:]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
