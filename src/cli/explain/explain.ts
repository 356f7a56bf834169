import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { createRulePlaces } from "../targets/rule-places.ts";
import { selectTargets } from "../targets/select-targets.ts";
import { fixCommand } from "../targets/target-flags.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";
import { explainMember } from "./explain-member.ts";
import { explainRecord } from "./explain-record.ts";
import { findSubject } from "./find-subject.ts";
import { renderExplanation } from "./render-explanation.ts";
import { loadSources } from "./sources.ts";

/** Finds what the argument names, and shows its explanation. @returns the exit code */
export async function explain(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const config = await loadConfigAndWarn(flags, io, talk);
  const targets = await selectTargets(flags, io, config);
  const { subject, others } = findSubject(flags.argument ?? "", loadSources(targets, config, io.cwd));
  const context = { cwd: io.cwd, places: createRulePlaces(config?.file, io.cwd) };
  const { column } = subject;
  const explanation = await (column ? explainMember(subject, column, context) : explainRecord(subject, context));
  // In a pipe, lines are not wrapped: each is one fact.
  const layout = { width: io.stdout.columns ?? Infinity, fix: fixCommand(flags, io.env) };
  if (talk.json) talk.document(explanation);
  else for (const line of renderExplanation(explanation, layout)) talk.data(line);
  for (const name of others) talk.say(`${name} exists too: colonnade explain ${name}`);
  return exitCodes.fine;
}
