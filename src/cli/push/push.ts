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
import type { ByHand, PushTarget } from "./push-target.ts";
import { describeStep } from "./step.ts";
import type { Step } from "./step.ts";

export interface DefinedKeyspace {
  readonly keyspace: Keyspace;
  /** What is remembered of columns that are no more, for a database that does not tell. @default nothing */
  readonly dropped?: readonly DroppedColumn[];
}

/** What is to be done in one keyspace. */
export interface KeyspacePush {
  readonly defined: Keyspace;
  readonly steps: readonly Step[];
  /** What has to be done otherwise, as CQL. */
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
  const count = refused.length === 1 ? "a thing" : `${refused.length} things`;
  throw new ColonnadeError("cannot-push", `nothing was created: the definitions ask for ${count} that cannot be done`, {
    problems: refused,
    next: "change the definitions, or go the way that is named, then push again",
  });
}

/**
 * Creates what is planned, and looks whether it is there then: some servers say yes to what they do not know.
 * @throws {ColonnadeError} `push-stopped`, `push-incomplete`, and what looking at the database finds
 */
export async function runPushes(
  pushes: readonly KeyspacePush[],
  target: PushTarget,
  onDone: (step: Step) => void,
): Promise<void> {
  const all = pushes.flatMap(({ steps }) => steps);
  if (all.length > 0) await target.run(all, onDone);
  for (const { defined, steps } of pushes) {
    if (steps.length === 0) continue;
    const plan = planPush(defined, await target.see(defined));
    const able = (await target.judge(plan.steps)).steps;
    const lacking = able.map((step) => ({ code: "push-incomplete", message: `${describeStep(step)} is not there` }));
    const problems = [...lacking, ...plan.refused];
    if (problems.length === 0) continue;
    throw new ColonnadeError(
      "push-incomplete",
      `${target.name} says that all of ${defined.name} was created, and it is not so`,
      {
        kind: "service",
        problems,
        next: "look at what the database has of it, under this or another name",
      },
    );
  }
}
