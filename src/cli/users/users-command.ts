import type { Command } from "../arguments/command.ts";

export const usersCommand: Command = {
  name: "users",
  summary: "Add, change, remove or list the users of a file for serve --users",
  describe:
    "Adds a user to a file, changes a password, removes a user, or lists all. The password comes from a prompt or from stdin, never from the " +
    "command line. The file holds its hash, and only its owner can read it. A running service follows within a second.",
  arguments: [{ name: "FILE", describe: "the file of users; --add creates it", required: true }],
  flags: {
    add: { describe: "Add a user of this name" },
    "read-only": {
      kind: "switch",
      describe: "With --add: a user who may read rows and definitions, but change neither",
    },
    "set-password": { describe: "Set another password for the user of this name, whose tokens end" },
    remove: { describe: "Remove the user of this name, whose tokens end" },
  },
  examples: [
    ["Add a user, and ask for the password:", "colonnade users users.json --add ann"],
    [
      "Add one whose password another program has:",
      "pass db/report | colonnade users users.json --add report --read-only",
    ],
    ["Change a password:", "colonnade users users.json --set-password ann"],
    ["List all:", "colonnade users users.json"],
  ],
};
