/** What becomes of a file, decided before anything is written. */
export interface PlannedFile {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly action: Action;
  /** What it is for, or why it stays. */
  readonly note: string;
  /** All of it, where it is to be written. */
  readonly text?: string;
  /** What somebody has to put into it by hand, where it is left. */
  readonly add?: string;
}

/** `kept`: nothing is missing in it. `left`: something is, and we cannot put it there. */
export type Action = "created" | "changed" | "kept" | "left";
