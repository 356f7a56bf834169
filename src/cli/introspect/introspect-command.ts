import { resolve } from "node:path";
import { clusterFlags, serviceFlags, sourceFlag } from "../database/database-flags.ts";
import { envFileFlag } from "../arguments/env-files.ts";
import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { renderNext, renderPath, renderWarning } from "../terminal/messages.ts";

export const introspectCommand: Command = {
  name: "introspect",
  summary: "Write definitions from a live database",
  describe:
    "Writes a definition file for each table and user type of a running service or a cluster. What the source does not report is taken from the existing files.",
  flags: {
    ...sourceFlag,
    ...serviceFlags,
    ...clusterFlags,
    ...envFileFlag,
    keyspace: { describe: "The keyspace to read", without: "from the config file, if it has one", values: "keyspaces" },
    output: {
      describe: "The folder of definitions; the keyspace gets a subfolder",
      without: "from the config file",
    },
    exclude: { describe: "Tables to leave out, such as shapes,logs_*; their files stay unchanged" },
    prune: { describe: "Also remove the files of dropped tables", kind: "switch" },
    "dry-run": { describe: "Only list what would be written and removed", kind: "switch" },
  },
  examples: [
    [
      "From a service on this machine, as the user in COLONNADE_USERNAME and COLONNADE_PASSWORD:",
      "colonnade introspect --url http://localhost:8080 \\\n--keyspace shop --output definitions",
    ],
    [
      "From a cluster, as the user in CASSANDRA_USERNAME and CASSANDRA_PASSWORD:",
      "colonnade introspect --contact-points 10.0.0.1 \\\n--keyspace shop --output definitions",
    ],
    ["With GraphQL in addition, for user types:", "colonnade introspect --from rest,graphql"],
  ],
  async run(flags, io, talk) {
    const { keepExcluded, planIntrospection } = await import("./plan-introspection.ts");
    const { readKeyspace } = await import("../database/read-keyspace.ts");
    const { loadDropped, mergeDropped, writeDropped } = await import("../../source/dropped-columns.ts");
    const { describeUnreported } = await import("../../source/settle-keyspace.ts");
    const { writeDefinitions } = await import("../../source/write-definitions.ts");
    const { hasComments } = await import("../../source/introspect-keyspace.ts");
    const { createProgress } = await import("../terminal/progress.ts");
    const { loadShownConfig } = await import("../targets/load-shown-config.ts");
    const config = await loadShownConfig(flags, io, talk);
    const introspection = await planIntrospection(flags, io, config);
    const { keyspace, directory, sources, files, exclusion, customTypes } = introspection;
    const defined = files();
    const remembered = loadDropped(directory);
    const progress = createProgress(io, talk);
    const onProgress = (done: number, total: number): void => progress.show(keyspace, done, total);
    const options = { ...exclusion, files: defined, customTypes, onProgress };
    const reading = readKeyspace(keyspace, sources, options, (what) => talk.detail(what));
    const found = await progress.wait(`reading ${keyspace}`, reading);
    // What the files contain needs no warning.
    const unreported = found.unreported.flatMap(({ tables, ...of }) => {
      const unsaid = tables.filter((table) => defined?.says(table, of.fact) !== true);
      return unsaid.length === 0 ? [] : { ...of, tables: unsaid };
    });
    const warnings = [
      ...unreported.map((of) => describeUnreported(of, `add ${of.fact} to the files: introspect keeps it`)),
      ...found.warnings,
    ];
    const noTimeToLive = new Set(
      unreported.flatMap(({ fact, tables }) => (fact === "defaultTimeToLive" ? tables : [])),
    );
    const withExcluded = keepExcluded(found.keyspace, defined, exclusion);
    const dryRun = flags.has("dry-run");
    // A table that a source does not show may still exist.
    const prune = flags.has("prune") && !found.partial;
    const { written, unchanged, extra, removed } = await writeDefinitions(directory, withExcluded, {
      prune,
      dryRun,
      customTypes,
      takesComments: found.succeeded.every(hasComments),
      knowsTimeToLive: (table) => !noTimeToLive.has(table),
      onProgress,
    }).finally(progress.clear);
    const shown = (file: string): string => renderPath(resolve(directory, file), io.cwd);
    if (talk.json) {
      const { succeeded } = found;
      const tables = withExcluded.tables.length;
      const files = { written, unchanged, extra, removed };
      talk.document({ dryRun, keyspace, output: shown(""), from: succeeded, tables, ...files, warnings });
    }
    for (const warning of warnings) talk.say(renderWarning(warning, talk.paint));
    if (dryRun && !talk.json) {
      for (const file of written) talk.data(`write  ${shown(file)}`);
      for (const file of removed) talk.data(`remove ${shown(file)}`);
    }
    if (!dryRun) for (const file of written) talk.detail(`written ${shown(file)}`);
    if (!dryRun) for (const file of removed) talk.say(`removed ${shown(file)}`);
    const reason = found.partial
      ? "no source shows it, but no source shows everything"
      : "the database does not have it";
    for (const file of extra) talk.say(`kept ${shown(file)}: ${reason}`);
    if (extra.length > 0 && !found.partial && !prune) talk.say(renderNext("--prune removes these files", talk.paint));
    const would = dryRun ? " to be" : "";
    talk.say(
      `${withExcluded.tables.length} ${withExcluded.tables.length === 1 ? "table" : "tables"} → ${shown("")} ` +
        `(${written.length}${would} written, ${unchanged.length} unchanged, ${removed.length}${would} removed)`,
    );
    if (!config && !defined && !dryRun) {
      const { printCommand, printFlag } = await import("../terminal/package-manager.ts");
      const folder = flags.text("output") ?? "definitions";
      const given = [printFlag("keyspace", keyspace), printFlag("definitions", folder)];
      const init = printCommand("colonnade init", given, io.env);
      talk.say(renderNext(`set up an app with these definitions: ${init}`, talk.paint));
    }
    const { dropped = [] } = found;
    if (!dryRun && dropped.length > 0) writeDropped(directory, mergeDropped(remembered, dropped));
    return exitCodes.fine;
  },
};
