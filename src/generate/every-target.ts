import { ColonnadeError, isColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";

/**
 * Does the same for each target, and only then goes on: a mistake in one must not leave the others half done.
 *
 * @throws {ColonnadeError} with the mistakes of every target, when several have some
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
  // Two outputs of one keyspace share its mistakes.
  const different = [
    ...new Map(errors.map((error) => [JSON.stringify([error.message, error.problems]), error])).values(),
  ];
  const [first, ...rest] = different;
  if (first && rest.length === 0) throw first;
  if (first) {
    const message = `${different.length} outputs cannot be made; nothing was written`;
    throw new ColonnadeError(first.code, message, { kind: first.kind, problems: different.flatMap(problemsOf) });
  }
  return results;
}

/** The mistakes in an error; the error itself where it lists none. */
function problemsOf({ code, message, next, problems }: ColonnadeError): readonly Problem[] {
  return problems.length > 0 ? problems : [{ code, message, ...(next !== undefined && { next }) }];
}
