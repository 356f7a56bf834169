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
  const [write] = writes;
  let outcomes: readonly Outcome[] = [];
  if (writes.length > 1) outcomes = await store.batch(writes);
  else if (write) outcomes = [await apply(store, write)];
  return isGuarded ? answerGuarded(statements, outcomes, isBatch) : done;
}

function apply(store: EmbeddedStore, write: Write): Promise<Outcome> {
  switch (write.kind) {
    case "insert":
      return store.insert(write);
    case "update":
      return store.update(write);
    case "delete":
      return store.delete(write);
  }
}
