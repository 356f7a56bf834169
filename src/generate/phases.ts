/**
 * The phases of a run. Files are emitted one at a time while they are compared or written; a formatter runs in `plan`.
 */
export type Phase = "load" | "parse" | "plan" | "compare" | "write";

export type OnPhase = (phase: Phase, milliseconds: number) => void;

/** Runs a phase and reports its duration. */
export async function inPhase<Result>(
  phase: Phase,
  { onPhase }: { readonly onPhase?: OnPhase | undefined },
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (!onPhase) return work();
  const begun = performance.now();
  const result = await work();
  onPhase(phase, performance.now() - begun);
  return result;
}
