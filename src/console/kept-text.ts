/** Text that the browser keeps for the page. It may refuse to: then it is kept as long as the page. */

export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param text undefined to remove it */
export function writeKept(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // There is no room, or no permission.
  }
}
