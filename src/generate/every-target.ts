import { ColonnadeError, isColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";

/**
 * Processes every target before reporting a failure, so that a mistake in one leaves no other half done.
 *
 * @throws {ColonnadeError} with the mistakes of every target, if several have some
 */
export async function forEveryTarget<Target, Result>(
  targets: readonly Target[],
  work: (target: Target) => Promise<Result>,
): Promise<readonly Result[]> {
  const errors: ColonnadeError[] = [];
  const results: Result[] = [];
  for (const target of targets) {
    try {
      results.push(await work(target));
    } catch (error) {
      if (!isColonnadeError(error)) throw error;
      errors.push(error);
    }
  }
  // Two outputs of one keyspace have the same mistakes.
  const different = [
    ...new Map(errors.map((error) => [JSON.stringify([error.message, error.problems]), error])).values(),
  ];
  const [first, ...rest] = different;
  if (first && rest.length === 0) throw first;
  if (first) {
    const message = `${different.length} outputs cannot be generated; nothing was written`;
    throw new ColonnadeError(first.code, message, { kind: first.kind, problems: different.flatMap(problemsOf) });
  }
  return results;
}

/** The mistakes in an error; the error itself where it lists none. */
function problemsOf({ code, message, next, problems }: ColonnadeError): readonly Problem[] {
  return problems.length > 0 ? problems : [{ code, message, ...(next !== undefined && { next }) }];
}
