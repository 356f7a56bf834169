/**
 * Explains what an argument names: what the database has, what is generated from it, and why.
 *
 * Takes the argument and the targets, and returns plain data. All decisions come from the plan, the emitters, the
 * service and the protocol. Opens no connection, reads no secret, writes and prints nothing.
 */
import type { LoadedConfig } from "../../config/index.ts";
import type { Target } from "../../generate.ts";
import { createRulePlaces } from "../targets/rule-places.ts";
import { explainMember } from "./explain-member.ts";
import { explainRecord } from "./explain-record.ts";
import type { Explanation } from "./explanation.ts";
import { findSubject } from "./find-subject.ts";
import { loadSources } from "./sources.ts";

export interface Explained {
  readonly explanation: Explanation;
  /** The full names of the other things that the argument could mean. */
  readonly others: readonly string[];
}

/**
 * Explains a table, `products`; a column, `products.price`; a user type or a field, `address.street`.
 *
 * @param targets the outputs to look into, and their config
 * @throws {ColonnadeError} `unknown-table`, `unknown-column`, `ambiguous-name`, and the errors of loading definitions
 * and planning
 */
export async function explain(
  word: string,
  targets: readonly Target[],
  config: LoadedConfig | undefined,
  cwd: string,
): Promise<Explained> {
  const { subject, others } = findSubject(word, loadSources(targets, config, cwd));
  const context = { cwd, places: createRulePlaces(config?.file, cwd) };
  const { column } = subject;
  const explanation = column ? explainMember(subject, column, context) : explainRecord(subject, context);
  return { explanation: await explanation, others };
}
