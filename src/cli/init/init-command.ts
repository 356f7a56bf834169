import type { Command } from "../arguments/command.ts";

export const initCommand: Command = {
  name: "init",
  summary: "Set up an app: config file, example definition, scripts",
  describe:
    "Writes a config file, an example definition, scripts and git settings, and lists the next commands. " +
    "Adds a keyspace to an existing JSON config, and shows the lines to add to one in TypeScript or JavaScript. " +
    "Keeps everything else in existing files.",
  flags: {
    keyspace: { describe: "Name of the keyspace", without: "the package's name" },
    definitions: { describe: "Folder of definitions; the keyspace gets a subfolder", without: "definitions" },
    output: { describe: "Folder for generated files, and no others", without: "src/db, or db without src" },
    format: {
      describe: "Format of the config file",
      choices: ["ts", "json"],
      without: "ts if a tsconfig.json keeps it out of the build output, or json",
    },
    validators: { describe: "Whether to generate zod validators", choices: ["yes", "no"], without: "yes" },
    "import-extension": {
      describe: "Extension of relative imports",
      choices: [".js", ".ts", "none"],
      without: "from tsconfig.json, or from Node without one",
    },
    yes: { describe: "Accept the defaults without asking", kind: "switch" },
    "dry-run": { describe: "List what would be written, and write nothing", kind: "switch" },
  },
  examples: [
    ["Ask what cannot be detected:", "colonnade init"],
    ["Ask nothing:", "colonnade init --yes --keyspace shop"],
    ["Add a keyspace to an existing config:", "colonnade init --yes --keyspace library"],
  ],
};
