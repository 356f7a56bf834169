/** One generated file. */
export type Artifact = RenderedArtifact | UpToDateArtifact;

/** The text is the whole of it, and is written as UTF-8. */
export interface RenderedArtifact {
  /** Relative to the output folder, with "/" between its parts: `products.ts`. */
  readonly path: string;
  readonly text: string;
  /** What it was made from; see `fingerprint.ts`. Without it, the file is rendered again in the next run. */
  readonly fingerprint?: string;
  /** Why it may be another than the manifest's; undefined where it was made from the same. */
  readonly cause?: Cause | undefined;
}

/** A file that was not rendered: the manifest says what it would be, and just that is there. */
export interface UpToDateArtifact {
  readonly path: string;
  readonly hash: string;
  readonly fingerprint: string;
}

/** What can make a file another than it was. */
export type Cause = "definitions changed" | "config changed" | "generator changed";
