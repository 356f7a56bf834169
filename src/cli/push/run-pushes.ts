/**
 * Plans what is missing in the database, and creates it, keyspace by keyspace.
 *
 * Compares everything before it creates anything: all unsupported changes are one error. Never changes or drops
 * existing objects, and can be run again after it stopped half-way.
 */
import { ColonnadeError, codeOf, countOf, firstOf, isColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Change, Keyspace } from "../../model/index.ts";
import { fateOf, planPush } from "../database/plan-push.ts";
import { describeDifference, describeStep, printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import type { DefinedKeyspace } from "../targets/load-defined.ts";
import type { ByHand, Database } from "./database.ts";

/** The work in one keyspace. */
export interface KeyspacePush extends Pushed {
  /** Objects that the database cannot create, as CQL. */
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
    const plan = planPush(keyspace, await database.read(keyspace), dropped);
    const { steps, byHand, refused: unable } = await database.classify(plan.steps);
    refused.push(...plan.refused, ...unable);
    pushes.push({ defined: keyspace, steps, byHand, left: plan.left });
  }
  if (refused.length === 0) return pushes;
  throw new ColonnadeError(
    "cannot-push",
    `nothing was created: the definitions require ${countOf(refused.length, "change")} that push cannot make`,
    {
      problems: refused,
      next: "change the definitions, or use the workarounds above, then push again",
    },
  );
}

interface PushEvents {
  /** @param warnings of the database */
  readonly onCreated: (step: Step, warnings: readonly string[]) => void;
  /** A step that failed because someone else did it in the meantime, or because its response was lost. */
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
  const exists = async (step: Step): Promise<boolean> => {
    const push = pushes.find(({ defined }) => defined.name === step.keyspace);
    if (!push) return false;
    const { steps, refused } = planPush(push.defined, await database.read(push.defined));
    return refused.length === 0 && !steps.some((other) => printStep(other) === printStep(step));
  };
  await database.open(async (create) => {
    for (const [at, step] of all.entries()) {
      try {
        onCreated(step, await create(step));
      } catch (error) {
        if (!(await exists(step).catch(() => false))) throw pushStopped(step, all.slice(0, at), error);
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
  const named = firstOf(done.map(describeStep), mostNamed);
  const before = done.length === 0 ? "nothing was created before it" : `created before it: ${named}`;
  return new ColonnadeError("push-stopped", `${describeStep(failed)} could not be created: ${reason}; ${before}`, {
    kind: "service",
    next: "fix this and push again; existing objects are skipped",
    cause,
  });
}

/** A keyspace with the steps of its push. */
interface Pushed {
  readonly defined: Keyspace;
  readonly steps: readonly Step[];
}

/** How long to wait before each further check of a database that shows new tables late, in ms: 10 seconds in all. */
const waits = [250, 250, 500, 1000, 2000, 2000, 2000, 2000];

/** Errors of a service that lists a table before it can describe it, or vice versa. */
const unsettled: ReadonlySet<unknown> = new Set([
  ...["not-found", "unknown-keyspace", "bad-answer", "unknown-definition", "sources-disagree"],
]);

/** @throws {ColonnadeError} `push-incomplete` with everything that differs from the definitions */
async function checkPush(push: Pushed, database: Database, sleep: (ms: number) => Promise<void>): Promise<void> {
  let found = await compareCreated(push, database);
  for (const wait of database.showsLate ? waits : []) {
    if (!found.mayAppear) break;
    await sleep(wait);
    found = await compareCreated(push, database);
  }
  const { problems } = found;
  if (problems.length === 0) return;
  const { name } = push.defined;
  throw new ColonnadeError(
    "push-incomplete",
    `${database.name} accepted every request, but ${name} differs from its definitions`,
    {
      kind: "service",
      problems,
      next: "run colonnade diff to compare them; drop a new table with the wrong key before you push again",
    },
  );
}

interface Found {
  readonly problems: readonly Problem[];
  /**
   * Whether checking again may help: something is missing. An existing object with a different form will not change.
   */
  readonly mayAppear: boolean;
}

/** Compares what the database has now with the definitions. */
async function compareCreated({ defined, steps }: Pushed, database: Database): Promise<Found> {
  try {
    const plan = planPush(defined, await database.read(defined));
    const lacking = (await database.classify(plan.steps)).steps.map((step) => `${describeStep(step)} does not exist`);
    const isCreated = ({ place: { of, name } }: Change): boolean =>
      steps.some((step) => step.kind === of && (step.kind === "table" ? step.table : step.type).name === name);
    const differing = plan.changes
      .filter((change) => isCreated(change) || fateOf(change) === "refuse")
      .flatMap((change) => describeDifference(defined.name, change) ?? []);
    return {
      problems: [...lacking, ...differing].map((message) => ({ code: "push-incomplete", message })),
      mayAppear: lacking.length > 0,
    };
  } catch (error) {
    const message = `${defined.name} cannot be read back: ${error instanceof Error ? error.message : String(error)}`;
    const next = isColonnadeError(error) ? error.next : undefined;
    return { problems: [{ code: "push-incomplete", message, next }], mayAppear: unsettled.has(codeOf(error)) };
  }
}
