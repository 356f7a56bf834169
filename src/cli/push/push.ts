/**
 * Definitions → database: creates what is missing in it, keyspace by keyspace.
 *
 * Everything is compared before anything is created: what cannot be done is one error with all of it. Changes and drops nothing
 * that is there, and may be run again after it stopped half-way.
 */
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { DroppedColumn, Keyspace } from "../../model/index.ts";
import { planPush } from "./plan-push.ts";
import { checkPush } from "./check-push.ts";
import type { Pushed } from "./check-push.ts";
import type { ByHand, PushTarget } from "./push-target.ts";
import { describeStep, printStep } from "./step.ts";
import type { Step } from "./step.ts";

export interface DefinedKeyspace {
  readonly keyspace: Keyspace;
  /** What is remembered of columns that are no more, for a database that does not tell. @default nothing */
  readonly dropped?: readonly DroppedColumn[];
}

/** What is to be done in one keyspace. */
export interface KeyspacePush extends Pushed {
  /** What the target cannot create, as CQL. */
  readonly byHand: readonly ByHand[];
  /** What differs and stays as it is. */
  readonly left: readonly string[];
}

/** @throws {ColonnadeError} `cannot-push` with everything that cannot be done, and what looking at the database finds */
export async function planPushes(
  defined: readonly DefinedKeyspace[],
  target: PushTarget,
): Promise<readonly KeyspacePush[]> {
  const refused: Problem[] = [];
  const pushes: KeyspacePush[] = [];
  for (const { keyspace, dropped } of defined) {
    const plan = planPush(keyspace, await target.see(keyspace), dropped);
    const { steps, byHand, refused: unable } = await target.judge(plan.steps);
    refused.push(...plan.refused, ...unable);
    pushes.push({ defined: keyspace, steps, byHand, left: plan.left });
  }
  if (refused.length === 0) return pushes;
  const count = refused.length === 1 ? "1 change" : `${refused.length} changes`;
  throw new ColonnadeError(
    "cannot-push",
    `nothing was created: the definitions ask for ${count} that push cannot make`,
    {
      problems: refused,
      next: "change the definitions, or use the workaround that is named, then push again",
    },
  );
}

export interface PushEvents {
  /** @param warnings of the database */
  readonly onCreated: (step: Step, warnings: readonly string[]) => void;
  /** A step that failed, since somebody else has done it meanwhile, or its response was lost. */
  readonly onFound: (step: Step) => void;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Creates what is planned, and checks that the database has it then: some servers accept what they do not understand.
 * @throws {ColonnadeError} `push-stopped`, `push-incomplete`
 */
export async function runPushes(
  pushes: readonly KeyspacePush[],
  target: PushTarget,
  { onCreated, onFound, sleep }: PushEvents,
): Promise<void> {
  const all = pushes.flatMap(({ steps }) => steps);
  if (all.length === 0) return;
  const isThere = async (step: Step): Promise<boolean> => {
    const push = pushes.find(({ defined }) => defined.name === step.keyspace);
    if (!push) return false;
    const { steps, refused } = planPush(push.defined, await target.see(push.defined));
    return refused.length === 0 && !steps.some((other) => printStep(other, 1) === printStep(step, 1));
  };
  await target.open(async (create) => {
    for (const [at, step] of all.entries()) {
      try {
        onCreated(step, await create(step));
      } catch (error) {
        if (!(await isThere(step).catch(() => false))) throw pushStopped(step, all.slice(0, at), error);
        onFound(step);
      }
    }
  });
  for (const push of pushes) if (push.steps.length > 0) await checkPush(push, target, sleep);
}

const mostNamed = 20;

/** A step that failed, with what was done before it. @param cause its message has no final stop */
function pushStopped(failed: Step, done: readonly Step[], cause: unknown): ColonnadeError {
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
