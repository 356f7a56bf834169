/** One generated file. */
export type Artifact = RenderedArtifact | StandingArtifact;

/** The text is the whole of it, and is written as UTF-8. */
export interface RenderedArtifact {
  /** Relative to the output folder, with "/" between its parts: `products.ts`. */
  readonly path: string;
  readonly text: string;
  /** What it was made from; see `inputs.ts`. Without it, the file is rendered again in the next run. */
  readonly inputs?: string;
  /** Why it may be another than the manifest's; undefined where it was made from the same. */
  readonly cause?: Cause | undefined;
}

/** A file that was not rendered: the manifest says what it would be, and just that is there. */
export interface StandingArtifact {
  readonly path: string;
  readonly hash: string;
  readonly inputs: string;
}

/** What can make a file another than it was. */
export type Cause = "definitions changed" | "config changed" | "generator changed";
