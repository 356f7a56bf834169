import { ColonnadeError } from "../../errors.ts";
import { targetFlags } from "../targets/target-flags.ts";
import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "Print definitions as CQL or Markdown",
  describe:
    "Prints the CQL statements that create what is defined: keyspaces, user types, tables and indexes, in an order that cqlsh can run. introspect --from FILE.cql reads them back. With --markdown, prints a page for each keyspace: tables, keys and possible queries.",
  flags: {
    cql: { describe: "Print CQL, which is the default", kind: "switch" },
    markdown: { describe: "Print Markdown, for reviewers and coding assistants", kind: "switch" },
    replication: { describe: "The replication of the keyspaces: 3, or dc1:3,dc2:2", without: "1" },
    definitions: targetFlags.definitions,
    keyspace: targetFlags.keyspace,
  },
  examples: [
    ["For cqlsh:", "colonnade export --cql --definitions definitions > schema.cql"],
    ["One keyspace, for two data centers:", "colonnade export --keyspace shop \\\n--replication dc1:3,dc2:3"],
    ["A page to check in:", "colonnade export --markdown > SCHEMA.md"],
  ],
  async run(flags, io, talk) {
    const markdown = flags.has("markdown");
    const other = flags.has("cql") ? "--cql" : talk.json ? "--json" : undefined;
    if (markdown && other !== undefined) {
      throw new ColonnadeError("usage", `--markdown and ${other} cannot be combined`);
    }
    const { parseReplication } = await import("../database/parse-cluster.ts");
    const { planPush } = await import("../database/plan-push.ts");
    const { printStep } = await import("../database/step.ts");
    const { loadConfigAndWarn } = await import("../targets/load-config.ts");
    const { loadDefined } = await import("../targets/load-defined.ts");
    const replication = parseReplication(flags.text("replication") ?? "1");
    const { keyspaces } = await loadDefined(flags, io, await loadConfigAndWarn(flags, io, talk));
    if (markdown) {
      const { printReference } = await import("./print-reference.ts");
      const pages = keyspaces.map(({ keyspace }) => printReference(keyspace).join("\n"));
      talk.data(pages.join("\n\n"));
      return exitCodes.fine;
    }
    // An empty database lacks everything.
    const printed = keyspaces.map(({ keyspace }) => ({
      keyspace: keyspace.name,
      statements: planPush(keyspace, undefined).steps.map((step) => printStep(step, replication)),
    }));
    if (talk.json) talk.document({ keyspaces: printed });
    else for (const statement of printed.flatMap(({ statements }) => statements)) talk.data(`${statement};`);
    return exitCodes.fine;
  },
};
