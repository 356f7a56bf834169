import { ColonnadeError, countOf } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import { StoreError } from "../../store/index.ts";
import type { Store } from "../../store/index.ts";
import { planPush } from "../database/plan-push.ts";
import type { PushPlan } from "../database/plan-push.ts";
import { describeStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";

/**
 * Creates the defined keyspaces, user types, fields, tables, columns and indexes that do not exist; existing rows stay.
 *
 * @param keyspace also created if missing
 * @returns a line for each created object, and for each difference that is left alone
 * @throws {ColonnadeError} `cannot-keep-rows` with all changes that no store can make, before anything is created; or with the
 * first one that this store refuses
 */
export async function prepareStore(store: Store, defined: readonly Keyspace[], keyspace?: string): Promise<string[]> {
  const plans: PushPlan[] = [];
  for (const one of defined) plans.push(planPush(one, await see(store, one.name)));
  const refused = plans.flatMap((plan) => plan.refused);
  if (refused.length > 0) throw cannotFollow(refused);
  const lines: string[] = [];
  for (const { steps, left } of plans) {
    for (const step of steps.filter((step) => !isWithTable(step, steps))) {
      await create(store, step).catch((error: unknown) => {
        if (!(error instanceof StoreError) || error.isFailure) throw error;
        throw cannotFollow([{ message: `${describeStep(step)}: ${error.message}` }]);
      });
      lines.push(`created ${describeStep(step)}`);
    }
    lines.push(...left.map((line) => `unchanged: ${line}`));
  }
  if (keyspace !== undefined && (await store.createKeyspace(keyspace))) lines.push(`created the keyspace ${keyspace}`);
  return lines;
}

/** Deletes one keyspace, or all of them, with their rows. @returns a line for each */
export async function resetStore(store: Store, keyspace?: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of keyspace === undefined ? await store.keyspaces() : [keyspace]) {
    if (await store.dropKeyspace(name)) lines.push(`deleted the keyspace ${name} with all its rows`);
  }
  return lines;
}

/**
 * Chooses the keyspace of `/api/graphql`: the named one, or the only one.
 *
 * @returns `others`: the candidates, if the choice is ambiguous
 */
export function chooseKeyspace(
  names: readonly string[],
  named?: string,
): { readonly keyspace?: string; readonly others: readonly string[] } {
  const keyspace = named ?? (names.length === 1 ? names[0] : undefined);
  return keyspace === undefined ? { others: names } : { keyspace, others: [] };
}

async function see(store: Store, name: string) {
  const keyspace = await store.keyspace(name);
  return keyspace && { keyspace, unknown: ["description", "memberDescriptions"] as const };
}

async function create(store: Store, step: Step): Promise<unknown> {
  const { kind, keyspace } = step;
  switch (kind) {
    case "keyspace":
      return store.createKeyspace(keyspace);
    case "user type":
      return store.createUserType(keyspace, step.type);
    case "table":
      return store.createTable(keyspace, step.table);
    case "column":
      return store.alterTable(keyspace, step.table.name, { kind: "add-column", column: step.column });
    case "index":
      return store.alterTable(keyspace, step.table.name, { kind: "create-index", index: step.index });
    case "field":
      return store.alterUserType(keyspace, step.type.name, { kind: "add-field", field: step.field });
  }
}

/** A new table is created with its indexes. */
function isWithTable(step: Step, steps: readonly Step[]): boolean {
  return step.kind === "index" && steps.some((other) => other.kind === "table" && other.table === step.table);
}

function cannotFollow(refused: readonly Pick<Problem, "message">[]): ColonnadeError {
  return new ColonnadeError(
    "cannot-keep-rows",
    `the definitions require ${countOf(refused.length, "change")} that a store with rows cannot make`,
    {
      // Workarounds are for a cluster.
      problems: refused.map(({ message }) => ({ code: "cannot-keep-rows", message })),
      next: "change the definitions, or delete all rows with serve --reset",
    },
  );
}
