import type { EmbeddedStore, Outcome, Write } from "../../store/index.ts";
import type { Answer } from "../protocol/message.ts";
import type { BoundWrite } from "./compiled-write.ts";
import { answerGuarded } from "./guarded-answer.ts";

const done: Answer = { kind: "void" };

/** Applies the writes of all statements or none of them. */
export async function executeWrites(
  store: EmbeddedStore,
  statements: readonly BoundWrite[],
  isBatch: boolean,
): Promise<Answer> {
  const [first] = statements;
  const isGuarded = statements.some(({ compiled }) => compiled.guard.kind !== "none");
  const writes = statements.length === 1 && first ? first.writes : statements.flatMap((one) => one.writes);
  const outcomes = await apply(store, writes);
  return isGuarded ? answerGuarded(statements, outcomes, isBatch) : done;
}

async function apply(store: EmbeddedStore, writes: readonly Write[]): Promise<readonly Outcome[]> {
  const [write] = writes;
  if (!write) return [];
  return writes.length > 1 ? store.batch(writes) : [await applyOne(store, write)];
}

function applyOne(store: EmbeddedStore, write: Write): Promise<Outcome> {
  switch (write.kind) {
    case "insert":
      return store.insert(write);
    case "update":
      return store.update(write);
    case "delete":
      return store.delete(write);
  }
}
