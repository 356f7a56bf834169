import { breakageRules } from "../../model/index.ts";
import type { ClassedChange } from "./classify.ts";
import { printKeptName } from "./kept-names.ts";
import { printPlace, shortText } from "./keyspace-diff.ts";
import { plainLine } from "../terminal/printable.ts";
import type { KeyspaceDiff, LocatedChange } from "./keyspace-diff.ts";

/**
 * The changes as text, a line for each:
 *
 * ```
 * column-dropped  shop.products.price  decimal      breaks code, reads, writes, wire, data
 * column-type     shop.products.name   text → blob  breaks code, reads, writes, wire, data
 * table-added     shop.orders                       breaks nothing
 * ```
 */
export function renderText(diffs: readonly KeyspaceDiff[]): readonly string[] {
  const rows = diffs.flatMap(({ keyspace, changes }) =>
    changes.map((change) => [
      change.kind,
      plainLine(printPlace(keyspace, change)),
      renderValues(change),
      renderBreaks(change),
    ]),
  );
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function renderValues({ before, after }: ClassedChange): string {
  if (before === undefined || after === undefined) return shortText(before ?? after ?? "");
  return `${shortText(before)} → ${shortText(after)}`;
}

function renderBreaks({ breaks, accepted }: LocatedChange): string {
  const said = `breaks ${breaks.length === 0 ? "nothing" : breaks.join(", ")}`;
  return accepted ? `${said}; accepted: ${shortText(accepted.reason)}` : said;
}

/**
 * What to do about the changes that break something. First once for each kind, `column-type: add a column with another
 * name, …`, or its meaning if nothing has to be done. Then for single changes the statement to run, or the alternatives
 * between which only the author can decide.
 */
export function renderWays(diffs: readonly KeyspaceDiff[]): readonly string[] {
  const kinds = new Set(
    diffs.flatMap(({ changes }) => changes.filter(({ breaks }) => breaks.length > 0).map(({ kind }) => kind)),
  );
  return [
    ...[...kinds].map((kind) => `${kind}: ${breakageRules[kind].way ?? breakageRules[kind].means}`),
    ...diffs.flatMap(({ keyspace, changes }) => changes.flatMap((change) => renderWay(keyspace, change))),
  ];
}

function renderWay(keyspace: string, change: ClassedChange): readonly string[] {
  const { cql, breaks, possibleNewNames, place, keptName } = change;
  const name = plainLine(printPlace(keyspace, change));
  const kept = keptName
    ? [
        `${name}: to keep the member ${keptName.name} in TypeScript, set ${plainLine(printKeptName(keptName))} in the config`,
      ]
    : [];
  if (cql !== undefined && breaks.length > 0) return [`${name}: ${plainLine(cql)};`, ...kept];
  if (!possibleNewNames) return kept;
  const names = possibleNewNames.map(plainLine).join(" or ");
  const old = plainLine(place.member ?? "");
  const renamed = `if it was renamed to ${names}, add that column, copy the values, then drop ${old}: the database cannot rename it`;
  return [`${name}: ${renamed}; if ${names} is a new column, the values of ${old} are lost`, ...kept];
}
