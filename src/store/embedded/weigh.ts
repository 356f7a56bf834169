const usualLength = 1024;

/** How many entries of usual length an entry is: a long one counts once per kilobyte. */
export function weigh(sealed: Uint8Array): number {
  return Math.ceil(sealed.length / usualLength);
}
