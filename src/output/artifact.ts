/** One generated file. The text is the whole of it: `\n` ends its lines, and it is written as UTF-8. */
export interface Artifact {
  /** Relative to the output folder, with "/" between its parts: `products.ts`. */
  readonly path: string;
  readonly text: string;
}
