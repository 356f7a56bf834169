import type { OutcomeUnknownError, Verified } from "../errors/errors.ts";
import type { LostWrite } from "../operation/operation.ts";
import { verifyWrite } from "./verify.ts";

/**
 * Reads the rows of an atomic write with an unknown outcome, in the order of its writes, and compares each with what was
 * written. Since all were applied or none, one row that shows it shows it for all.
 *
 * @throws {ServiceError} if a row cannot be read
 */
export function verifyAll({ lost }: Pick<OutcomeUnknownError, "lost">): Promise<readonly Verified[]> {
  const { write, writes = [write], page } = lost() as LostWrite;
  return Promise.all(writes.map((one) => verifyWrite({ write: one, page })));
}
