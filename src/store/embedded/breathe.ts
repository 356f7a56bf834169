const longestMs = 5;

/**
 * Lets a long loop leave the event loop to others: the function that is returned waits for them when its caller has been
 * at it for some milliseconds.
 */
export function breathe(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longestMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
