import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { targetFlags } from "../targets/target-flags.ts";

export const explainCommand: Command = {
  name: "explain",
  summary: "Show how a table or column is typed, and why",
  describe:
    "Shows a table or column as it is in the database, TypeScript, zod, GraphQL and JSON, which rule of the config decided it, and where it was generated. Opens no connection.",
  arguments: [
    {
      name: "TABLE[.COLUMN]",
      describe: "a table, column, user type or field, by its name in the database",
      required: true,
      values: "tables",
    },
  ],
  flags: {
    definitions: targetFlags.definitions,
    output: targetFlags.output,
    keyspace: targetFlags.keyspace,
  },
  examples: [
    ["Why a column has its type:", "colonnade explain products.price"],
    ["A table with its columns and functions:", "colonnade explain products"],
    ["One of several keyspaces; a user type:", "colonnade explain shop.types/address.street"],
  ],
  async run(flags, io, talk) {
    const { loadConfigAndWarn } = await import("../targets/load-config.ts");
    const { selectTargets } = await import("../targets/select-targets.ts");
    const { createRulePlaces } = await import("../targets/rule-places.ts");
    const { findSubject } = await import("./find-subject.ts");
    const { loadSources } = await import("./sources.ts");
    const { explainMember } = await import("./explain-member.ts");
    const { explainRecord } = await import("./explain-record.ts");
    const config = await loadConfigAndWarn(flags, io, talk);
    const targets = await selectTargets(flags, io, config);
    const { subject, others } = findSubject(flags.argument ?? "", loadSources(targets, config, io.cwd));
    const context = { cwd: io.cwd, places: createRulePlaces(config?.file, io.cwd) };
    const { column } = subject;
    const explanation = await (column ? explainMember(subject, column, context) : explainRecord(subject, context));
    if (talk.json) talk.document(explanation);
    else {
      const { fixCommand } = await import("../targets/target-flags.ts");
      const { renderExplanation } = await import("./render-explanation.ts");
      // In a pipe, lines are not wrapped: each is one fact.
      const width = io.stdout.columns ?? Infinity;
      for (const line of renderExplanation(explanation, { width, fix: fixCommand(flags, io.env) })) talk.data(line);
    }
    for (const name of others) talk.say(`${name} exists too: colonnade explain ${name}`);
    return exitCodes.fine;
  },
};
