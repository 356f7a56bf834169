/**
 * Runs `colonnade push`: creates what is missing in the database, keyspace by keyspace.
 *
 * Compares everything before it creates anything: all unsupported changes are one error. Never changes or drops
 * existing objects, and can be run again after it stopped half-way.
 */
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { planPush } from "../database/plan-push.ts";
import { checkPush } from "./check-push.ts";
import type { Pushed } from "./check-push.ts";
import type { ByHand, Database } from "./database.ts";
import { describeStep, printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import type { DefinedKeyspace } from "../targets/load-defined.ts";

/** The work in one keyspace. */
export interface KeyspacePush extends Pushed {
  /** What the database cannot create, as CQL. */
  readonly byHand: readonly ByHand[];
  /** Differences that are left alone. */
  readonly left: readonly string[];
}

/** @throws {ColonnadeError} `cannot-push` with all unsupported changes, and the errors of reading the database */
export async function planPushes(
  defined: readonly DefinedKeyspace[],
  database: Database,
): Promise<readonly KeyspacePush[]> {
  const refused: Problem[] = [];
  const pushes: KeyspacePush[] = [];
  for (const { keyspace, dropped } of defined) {
    const plan = planPush(keyspace, await database.see(keyspace), dropped);
    const { steps, byHand, refused: unable } = await database.judge(plan.steps);
    refused.push(...plan.refused, ...unable);
    pushes.push({ defined: keyspace, steps, byHand, left: plan.left });
  }
  if (refused.length === 0) return pushes;
  const count = refused.length === 1 ? "1 change" : `${refused.length} changes`;
  throw new ColonnadeError(
    "cannot-push",
    `nothing was created: the definitions require ${count} that push cannot make`,
    {
      problems: refused,
      next: "change the definitions, or use the workaround below, then push again",
    },
  );
}

export interface PushEvents {
  /** @param warnings of the database */
  readonly onCreated: (step: Step, warnings: readonly string[]) => void;
  /** A step that failed because somebody else did it in the meantime, or because its response was lost. */
  readonly onFound: (step: Step) => void;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Creates what is planned, then checks that the database has it: some servers accept what they do not support.
 * @throws {ColonnadeError} `push-stopped`, `push-incomplete`
 */
export async function runPushes(
  pushes: readonly KeyspacePush[],
  database: Database,
  { onCreated, onFound, sleep }: PushEvents,
): Promise<void> {
  const all = pushes.flatMap(({ steps }) => steps);
  if (all.length === 0) return;
  const isThere = async (step: Step): Promise<boolean> => {
    const push = pushes.find(({ defined }) => defined.name === step.keyspace);
    if (!push) return false;
    const { steps, refused } = planPush(push.defined, await database.see(push.defined));
    return refused.length === 0 && !steps.some((other) => printStep(other, 1) === printStep(step, 1));
  };
  await database.open(async (create) => {
    for (const [at, step] of all.entries()) {
      try {
        onCreated(step, await create(step));
      } catch (error) {
        if (!(await isThere(step).catch(() => false))) throw pushStopped(step, all.slice(0, at), error);
        onFound(step);
      }
    }
  });
  for (const push of pushes) if (push.steps.length > 0) await checkPush(push, database, sleep);
}

const mostNamed = 20;

/** The error of a failed step, with the steps before it. @param cause its message has no final stop */
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
