/** One generated file. */
export type Artifact = RenderedArtifact | LazyArtifact | UpToDateArtifact;

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

/**
 * A file whose text is rendered when it is needed and not kept: a run that writes a thousand files holds one text at a time.
 */
export interface LazyArtifact extends Omit<RenderedArtifact, "text"> {
  readonly render: () => string;
}

/** The artifact with its text. */
export function renderArtifact(artifact: Artifact): RenderedArtifact | UpToDateArtifact {
  if (!("render" in artifact)) return artifact;
  const { render, ...rest } = artifact;
  return { ...rest, text: render() };
}

/** A file that was not rendered: the manifest says what it would be, and just that is there. */
export interface UpToDateArtifact {
  readonly path: string;
  readonly hash: string;
  readonly fingerprint: string;
}

/** What can make a file another than it was. */
export type Cause = "definitions changed" | "config changed" | "generator changed";
