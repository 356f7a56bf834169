/**
 * Runs the writes of a mutation as one batch: all of them are applied, or none.
 *
 * The operation runs twice: first to learn its writes, on a store that notes them and applies nothing; then, after the
 * batch, on one that gives each write the outcome it had, or the error that kept all of them from being applied.
 */
import { getOperationAST } from "graphql";
import type { DocumentNode, ExecutionResult } from "graphql";
import type { WriteResult, Store, Write, WriteOptions } from "../../store/index.ts";
import { HttpRefusal } from "../http-refusal.ts";
import { readOnlyStore } from "../read-only-store.ts";
import { invalid } from "./problem.ts";
import type { Execution } from "./execution.ts";

/** Whether the operation asks for it: `mutation @atomic { … }`. */
export function isAtomic(document: DocumentNode, operationName: string | undefined): boolean {
  const { directives = [] } = getOperationAST(document, operationName) ?? {};
  return directives.some(({ name }) => name.value === "atomic");
}

export async function runAtomic(
  store: Store,
  run: (store: Store, atomic?: Execution["atomic"]) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const noted: (Write & WriteOptions)[] = [];
  const trial = await run(
    writingTo(store, (write) => {
      noted.push(write);
      return Promise.resolve({ applied: true });
    }),
    "noted",
  );
  // One write is atomic by itself, and may be what no batch takes: a counter.
  if (noted.length < 2 && !trial.errors) return run(store);
  const failure = trial.errors?.[0];
  const outcomes = failure ? Promise.reject(failure.originalError ?? failure) : applyAll(store, noted);
  // A field may fail again before it asks.
  outcomes.catch(() => undefined);
  let place = 0;
  return run(
    writingTo(store, async () => (await outcomes)[place++] ?? { applied: true }),
    "applied",
  );
}

async function applyAll(store: Store, noted: readonly (Write & WriteOptions)[]): Promise<readonly WriteResult[]> {
  const writes = noted.map(({ consistency: _, serialConsistency: __, ...write }): Write => write);
  return store.batch(writes, {
    consistency: shared(noted.map(({ consistency }) => consistency)),
    serialConsistency: shared(noted.map(({ serialConsistency }) => serialConsistency)),
  });
}

/** The one level that writes name, if any do: a batch has one. */
function shared<Level>(levels: readonly (Level | undefined)[]): Level | undefined {
  const [level, ...others] = new Set(levels.filter((one) => one !== undefined));
  // The words of real servers, with their typo.
  if (others.length > 0) throw invalid("options can only de defined once in an @atomic mutation selection");
  return level;
}

/** A store for the fields of a mutation: its writes go elsewhere, and nothing else of it changes anything. */
function writingTo(store: Store, write: (write: Write & WriteOptions) => Promise<WriteResult>): Store {
  return {
    ...readOnlyStore(store, () => new HttpRefusal(500, "An atomic mutation writes rows only")),
    insert: (insert) => write({ kind: "insert", ...insert }),
    update: (update) => write({ kind: "update", ...update }),
    delete: (del) => write({ kind: "delete", ...del }),
  };
}
