import { targetFlags } from "../targets/target-flags.ts";
import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "Print definitions as CQL",
  describe:
    "Prints the CQL statements that create what is defined: keyspaces, user types, tables and indexes, in an order that cqlsh can run. introspect --from FILE.cql reads them back.",
  flags: {
    cql: { describe: "Print CQL, the only format so far", kind: "switch" },
    replication: { describe: "The replication of the keyspaces: 3, or dc1:3,dc2:2", without: "1" },
    definitions: targetFlags.definitions,
    keyspace: targetFlags.keyspace,
  },
  examples: [
    ["For cqlsh:", "colonnade export --cql --definitions definitions > schema.cql"],
    ["One keyspace, for two data centers:", "colonnade export --keyspace shop \\\n--replication dc1:3,dc2:3"],
  ],
  async run(flags, io, talk) {
    const { parseReplication } = await import("../database/parse-replication.ts");
    const { planPush } = await import("../database/plan-push.ts");
    const { printStep } = await import("../database/step.ts");
    const { loadShownConfig } = await import("../targets/load-shown-config.ts");
    const { loadDefined } = await import("../targets/load-defined.ts");
    const replication = parseReplication(flags.text("replication") ?? "1");
    const { keyspaces } = await loadDefined(flags, io, await loadShownConfig(flags, io, talk));
    // What an empty database lacks is everything.
    const printed = keyspaces.map(({ keyspace }) => ({
      keyspace: keyspace.name,
      statements: planPush(keyspace, undefined).steps.map((step) => printStep(step, replication)),
    }));
    if (talk.json) talk.document({ keyspaces: printed });
    else for (const statement of printed.flatMap(({ statements }) => statements)) talk.data(`${statement};`);
    return exitCodes.fine;
  },
};
