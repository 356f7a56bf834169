/** Files are emitted while they are compared or written, one at a time; a formatter lays them out in `plan`. */
export type Phase = "load" | "parse" | "plan" | "compare" | "write";

export type OnPhase = (phase: Phase, milliseconds: number) => void;

/** Does the work of a phase, and tells how long it took. */
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
