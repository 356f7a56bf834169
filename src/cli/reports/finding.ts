/** An entry of a report for a CI server: something to fix, or something in order. */
export interface Finding {
  /** Identifies it in every run: a file, or a change and its place. Without line numbers, which every edit changes. */
  readonly name: string;
  /** In kebab case: `definitions-changed`. */
  readonly check: string;
  /** A few words. */
  readonly title: string;
  /** Sentences, one per line. */
  readonly text: string;
  /** `fault`: a mistake that stopped the command. */
  readonly kind: "fine" | "failure" | "fault";
  /** Relative to the repository, with `/`. Undefined if it does not belong to a file. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}
