import { validateSettings } from "../config/validate.ts";
import { ColonnadeError } from "../errors.ts";
import type { Target } from "./target.ts";

/**
 * Checks the settings of a target, which a build script may pass without types.
 *
 * @throws {ColonnadeError} `bad-target` with every unknown or wrong setting
 */
export function validateTarget(target: Target): void {
  const { keyspace, ...settings } = target;
  const found = validateSettings(settings);
  if (found.length === 0) return;
  const problems = found.map(({ code, message, next }) => ({ code, message, ...(next !== undefined && { next }) }));
  const count = problems.length === 1 ? "a mistake" : `${problems.length} mistakes`;
  throw new ColonnadeError("bad-target", `the target of the keyspace ${keyspace} has ${count}`, { problems });
}
