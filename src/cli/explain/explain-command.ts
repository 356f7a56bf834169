import type { Command } from "../arguments/command.ts";
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
};
