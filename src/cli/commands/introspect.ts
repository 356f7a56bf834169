import { resolve } from "node:path";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { renderPath } from "../render-fault.ts";

export const introspectCommand: Command = {
  name: "introspect",
  summary: "Write the definitions of a live database",
  describe: "Writes a definition file for each table that a running service has.",
  flags: {
    from: { describe: "The interface to ask", default: "rest", choices: ["rest"] },
    url: { describe: "The service's address", without: "COLONNADE_URL, then the config file" },
    keyspace: { describe: "The keyspace to read", without: "the config file's, if it has one" },
    output: {
      describe: "The folder of definitions; the keyspace gets a folder in it",
      without: "from the config file",
    },
  },
  examples: [
    [
      "From a service on this machine; the user is in COLONNADE_USERNAME and COLONNADE_PASSWORD:",
      "colonnade introspect --url http://localhost:8080 \\\n--keyspace shop --output definitions",
    ],
  ],
  async run(flags, io, talk) {
    const { planIntrospection } = await import("../introspection.ts");
    const { keyspace, directory, url, credentials } = await planIntrospection(flags, io);
    const { createSession } = await import("@colonnade/runtime");
    const { introspectRest } = await import("../../source/rest.ts");
    const { writeDefinitions } = await import("../../source/files.ts");
    const session = createSession({ url, credentials });
    talk.detail(`asking ${session.url} for the tables of ${keyspace}`);
    try {
      const found = await introspectRest(session, keyspace);
      const { written, unchanged, extra } = await writeDefinitions(directory, found);
      const shown = renderPath(directory, io.cwd);
      if (talk.json) talk.document({ keyspace, output: shown, tables: found.tables.length, written, unchanged, extra });
      for (const file of written) talk.detail(`written ${renderPath(resolve(directory, file), io.cwd)}`);
      for (const file of extra) {
        talk.say(`kept ${renderPath(resolve(directory, file), io.cwd)}: the service has no such table`);
      }
      talk.say(
        `${found.tables.length} ${found.tables.length === 1 ? "table" : "tables"} → ${shown} ` +
          `(${written.length} written, ${unchanged.length} unchanged)`,
      );
      return exitCodes.fine;
    } finally {
      session.close();
    }
  },
};
