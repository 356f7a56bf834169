import { breakageRules } from "../../model/index.ts";
import type { Finding } from "../reports/finding.ts";
import { repositoryPath } from "../reports/repository-path.ts";
import type { Io } from "../terminal/io.ts";
import { plainLine } from "../terminal/printable.ts";
import { printPlace } from "./keyspace-diff.ts";
import type { KeyspaceDiff, LocatedChange } from "./keyspace-diff.ts";
import { printKeptName } from "./kept-names.ts";

/** The changes as findings, and each keyspace without changes as one in order: some CI servers reject an empty report. */
export function describeDiffs(
  diffs: readonly KeyspaceDiff[],
  fails: (change: LocatedChange) => boolean,
  io: Pick<Io, "env" | "cwd">,
): readonly Finding[] {
  return diffs.flatMap(({ keyspace, changes }): readonly Finding[] =>
    changes.length === 0
      ? [{ name: keyspace, check: "no-changes", title: "no changes", text: "", kind: "fine" }]
      : changes.map((change): Finding => {
          const { kind, definition } = change;
          const name = `${kind} ${plainLine(printPlace(keyspace, change))}`;
          const place = definition && { file: repositoryPath(definition.file, io), line: definition.line };
          const text = describeChange(keyspace, change).map(plainLine).join("\n");
          return { name, check: kind, title: kind, text, kind: fails(change) ? "failure" : "fine", ...place };
        }),
  );
}

function describeChange(keyspace: string, change: LocatedChange): readonly string[] {
  const { kind, before, after, breaks, cql, keptName } = change;
  const { means, way } = breakageRules[kind];
  const values = [before, after].filter((text) => text !== undefined).join(" → ");
  return [
    `${printPlace(keyspace, change)}${values === "" ? "" : ` (${values})`}: ${means}`,
    ...(breaks.length > 0 ? [`breaks ${breaks.join(", ")}`] : []),
    ...(way === undefined ? [] : [way]),
    ...(cql === undefined ? [] : [`${cql};`]),
    ...(keptName ? [`to keep the member in TypeScript, set ${printKeptName(keptName)} in the config`] : []),
  ];
}
