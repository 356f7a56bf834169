import { ColonnadeError } from "../../errors.ts";
import { describeStep } from "./step.ts";
import type { Step } from "./step.ts";

const mostNamed = 20;

/** A step that failed, with what was done before it. @param cause its message has no final stop */
export function pushStopped(failed: Step, done: readonly Step[], cause: unknown): ColonnadeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const more = done.length > mostNamed ? ` and ${done.length - mostNamed} more` : "";
  const named = `${done.slice(0, mostNamed).map(describeStep).join(", ")}${more}`;
  const before = done.length === 0 ? "nothing was created before it" : `created before it: ${named}`;
  return new ColonnadeError("push-stopped", `${describeStep(failed)} could not be created: ${reason}; ${before}`, {
    kind: "service",
    next: "fix this and push again; existing objects are skipped",
    cause,
  });
}
