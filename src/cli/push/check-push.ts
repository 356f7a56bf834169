/** Reads back what was pushed and compares it with the definitions. */
import { ColonnadeError, isColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Change, Keyspace } from "../../model/index.ts";
import { describeDifference } from "../database/describe-change.ts";
import { isRefused, planPush } from "../database/plan-push.ts";
import type { Database } from "./database.ts";
import { describeStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";

/** What was created in a keyspace. */
export interface Pushed {
  readonly defined: Keyspace;
  readonly steps: readonly Step[];
}

/** How long to wait before each further check of a database that shows new tables late, in ms: 10 seconds in all. */
const waits = [250, 250, 500, 1000, 2000, 2000, 2000, 2000];

/** Errors of a service that lists a table but does not know it yet, or vice versa. */
const unsettled: ReadonlySet<unknown> = new Set([
  ...["not-found", "unknown-keyspace", "bad-answer", "unknown-definition", "sources-disagree"],
]);

/** @throws {ColonnadeError} `push-incomplete` with everything that differs from the definitions */
export async function checkPush(push: Pushed, database: Database, sleep: (ms: number) => Promise<void>): Promise<void> {
  let found = await look(push, database);
  for (const wait of database.showsLate ? waits : []) {
    if (!found.mayCome) break;
    await sleep(wait);
    found = await look(push, database);
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
  readonly mayCome: boolean;
}

async function look({ defined, steps }: Pushed, database: Database): Promise<Found> {
  try {
    const plan = planPush(defined, await database.see(defined));
    const lacking = (await database.judge(plan.steps)).steps.map((step) => `${describeStep(step)} does not exist`);
    const isCreated = ({ place: { of, name } }: Change): boolean =>
      steps.some((step) => step.kind === of && (step.kind === "table" ? step.table : step.type).name === name);
    const differing = plan.changes
      .filter((change) => isCreated(change) || isRefused(change))
      .flatMap((change) => describeDifference(defined.name, change) ?? []);
    return {
      problems: [...lacking, ...differing].map((message) => ({ code: "push-incomplete", message })),
      mayCome: lacking.length > 0,
    };
  } catch (error) {
    const message = `${defined.name} cannot be read back: ${error instanceof Error ? error.message : String(error)}`;
    const next = isColonnadeError(error) ? error.next : undefined;
    const problem = { code: "push-incomplete", message, ...(next !== undefined && { next }) };
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { problems: [problem], mayCome: unsettled.has(code) };
  }
}
