import type { Command } from "../arguments/command.ts";

export const renameCommand: Command = {
  name: "rename",
  summary: "Carry a rename through the app",
  describe:
    "Renames a table, column, user type or field in the bindings and in every file of the app that uses them. Changes no database. Lists what a person has to change, and exits with 1 if there is something.",
  arguments: [
    {
      name: "PLACE",
      describe: "the name in the database, with its keyspace; type:KEYSPACE.NAME is a user type",
      values: "tables",
    },
    { name: "NAME", describe: "the new name" },
  ],
  flags: {
    "in-code": {
      kind: "switch",
      describe: "Write a rule into the config: only TypeScript gets the new name",
    },
    "in-database": {
      kind: "switch",
      describe: "Edit the definition and print the ALTER; for key columns and fields of user types",
    },
    "to-config": { describe: "Rename to the naming settings of another config file, in place of PLACE and NAME" },
    project: {
      describe: "The tsconfig files of the app, with commas",
      without: "every tsconfig.json of the repository, with its references",
    },
    "dry-run": { kind: "switch", describe: "Write nothing, and print the changes as a unified diff" },
    "allow-errors": { kind: "switch", describe: "Rename an app that does not compile, before or after" },
    force: { kind: "switch", describe: "Write although git has uncommitted changes, or there is no git" },
  },
  examples: [
    ["A column in TypeScript alone:", "colonnade rename shop.products.price cost --in-code"],
    ["A key column in the database too:", "colonnade rename shop.products.id sku \\\n--in-database --dry-run"],
    ["Other rules for all names:", "colonnade rename --to-config next.config.json"],
  ],
};
