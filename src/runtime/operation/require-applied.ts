import { ConditionNotMetError } from "../errors/errors.ts";
import type { Applied, NotApplied } from "./write-options.ts";

/**
 * For code that has no use for a conditional write that was not applied:
 * `requireApplied(await insertUsers(session, user, { ifNotExists: true }))`.
 *
 * @throws {ConditionNotMetError} with what stood in its way
 */
export function requireApplied(written: Applied | NotApplied<unknown>): asserts written is Applied {
  if (!written.applied) throw new ConditionNotMetError(written.current);
}
