/**
 * Renders the changes of `diff` as text, Markdown, JSON and findings for a CI server, and says what to do about those that break
 * something.
 *
 * Pure. Names, types and reasons are untrusted text: each form quotes them in its own way.
 */
import { countOf, shellWord } from "../../errors.ts";
import { ruleOf } from "../../model/index.ts";
import { isDatabaseRename } from "../../model/renames.ts";
import { repositoryPath } from "../reports/print-report.ts";
import type { Finding } from "../reports/print-report.ts";
import type { Io } from "../terminal/io.ts";
import { codeSpan, markdownTable } from "../terminal/markdown.ts";
import { plainLine } from "../terminal/talk.ts";
import { printChangePlace, printKeptName } from "./keyspace-diff.ts";
import type { ClassifiedChange, Direction, KeyspaceDiff, LocatedChange } from "./keyspace-diff.ts";

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
      plainLine(printChangePlace(keyspace, change)),
      renderValues(change),
      `breaks ${renderBreaks(change, String)}`,
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

function renderValues({ before, after }: ClassifiedChange): string {
  if (before === undefined || after === undefined) return shortText(before ?? after ?? "");
  return `${shortText(before)} → ${shortText(after)}`;
}

function renderBreaks({ breaks, accepted }: LocatedChange, quote: Quote): string {
  const broken = breaks.join(", ") || "nothing";
  return accepted ? `${broken}; accepted: ${quote(shortText(accepted.reason))}` : broken;
}

/**
 * Renders what to do about the changes that break something. First for each kind, `column-type: add a column with another
 * name, …`, or what it means if nothing has to be done; then for single changes the statement to run, or alternatives if
 * only the author can decide.
 *
 * @param quote prints names and statements
 */
export function renderRemedies(diffs: readonly KeyspaceDiff[], quote: Quote = plainLine): readonly string[] {
  const breaking = diffs.flatMap(({ keyspace, changes }) =>
    changes.filter(({ breaks }) => breaks.length > 0).map((change) => ({ keyspace, change })),
  );
  const ways = breaking.map(({ change }) => `${quote(change.kind)}: ${change.way ?? ruleOf(change).means}`);
  return [
    ...new Set(ways),
    ...breaking.flatMap(({ keyspace, change }) =>
      remediesFor(keyspace, change, quote).map((remedy) => `${quote(printChangePlace(keyspace, change))}: ${remedy}`),
    ),
  ];
}

/** Makes untrusted text harmless in a form: as one line, or as code in Markdown. */
type Quote = (text: string) => string;

/** What to do about one change, besides what its kind says. */
function remediesFor(keyspace: string, change: ClassifiedChange, quote: Quote): readonly string[] {
  const { cql, possibleNewNames, place, keptName } = change;
  const command = printRenameCommand(keyspace, change);
  const old = quote(place.member ?? "");
  const names = possibleNewNames?.map(quote).join(" or ");
  return [
    cql && quote(`${cql};`),
    command && `${quote(command)} makes the change in definitions that still have the old name, and in the app`,
    names &&
      `if it was renamed to ${names}, add that column, copy the values, then drop ${old}: the database cannot rename it; if ${names} is a new column, the values of ${old} are lost`,
    keptName &&
      `to keep the member ${quote(keptName.name)} in TypeScript, set ${quote(printKeptName(keptName))} in the config`,
  ].filter((remedy) => remedy !== undefined);
}

/**
 * The changes as Markdown for a pull request: a heading and a table for each keyspace, then what to do.
 *
 * Names and types are untrusted text: they are printed as code, and can end neither the code nor the cell.
 */
export function renderMarkdown(diffs: readonly KeyspaceDiff[], { before, after }: Direction): string {
  const parts = diffs.map(({ keyspace, changes }) => {
    const title = `### ${codeSpan(keyspace)}: ${changes.length === 0 ? "no changes" : countOf(changes.length, "change")}`;
    const head = ["change", "where", "before", "after", "breaks"];
    const rows = markdownTable(
      head,
      changes.map((change) => cellsOf(keyspace, change)),
    );
    return [title, "", ...(rows.length === 0 ? [] : [...rows, ""])].join("\n");
  });
  const remedies = renderRemedies(diffs, codeSpan).map((remedy) => `- ${remedy}`);
  return [`From ${codeSpan(before)} to ${codeSpan(after)}.`, "", ...parts, ...remedies].join("\n").trimEnd();
}

function cellsOf(keyspace: string, change: LocatedChange): readonly string[] {
  const { kind, before, after } = change;
  const values = [before, after].map((text) => (text === undefined ? "" : codeSpan(shortText(text))));
  return [kind, codeSpan(printChangePlace(keyspace, change)), ...values, renderBreaks(change, codeSpan)];
}

/** The document of `--json`; printing it omits members that are undefined. */
export function diffsJson(diffs: readonly KeyspaceDiff[], direction: Direction, failing: boolean): object {
  const keyspaces = diffs.map(({ migration: _, ...diff }) => ({
    ...diff,
    changes: diff.changes.map((change) => changeJson(diff.keyspace, change)),
  }));
  return { ...direction, failing, keyspaces };
}

function changeJson(keyspace: string, change: LocatedChange): object {
  const { kind, before, after, breaks, way, cql, possibleNewNames, keptName, definition, accepted } = change;
  const { means } = ruleOf(change);
  const command = printRenameCommand(keyspace, change);
  return {
    kind,
    place: printChangePlace(keyspace, change),
    ...definition,
    ...{ before, after, breaks, means, way, cql, command, possibleNewNames },
    columns: keptName && { [keptName.column]: { name: keptName.name } },
    accepted: accepted && { reason: accepted.reason, until: accepted.until },
  };
}

/**
 * The changes as findings. A keyspace without changes has one of the kind `fine`, because some CI servers reject an empty report;
 * changes that do not fail, such as accepted ones, are `fine` too.
 */
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
          const name = `${kind} ${plainLine(printChangePlace(keyspace, change))}`;
          const place = definition && { file: repositoryPath(definition.file, io), line: definition.line };
          const text = describeChange(keyspace, change).map(plainLine).join("\n");
          return { name, check: kind, title: kind, text, kind: fails(change) ? "failure" : "fine", ...place };
        }),
  );
}

function describeChange(keyspace: string, change: LocatedChange): readonly string[] {
  const { before, after, breaks, way } = change;
  const { means } = ruleOf(change);
  const values = [before, after].filter((text) => text !== undefined).join(" → ");
  return [
    `${printChangePlace(keyspace, change)}${values === "" ? "" : ` (${values})`}: ${means}`,
    ...(breaks.length > 0 ? [`breaks ${breaks.join(", ")}`] : []),
    ...(way === undefined ? [] : [way]),
    ...remediesFor(keyspace, change, plainLine),
  ];
}

/** The command that carries a renamed column or field through the app; undefined for any other change. */
function printRenameCommand(keyspace: string, { kind, place, after }: ClassifiedChange): string | undefined {
  // A rename has both; the compiler does not know.
  if (!isDatabaseRename(kind) || place.member === undefined || after === undefined) return undefined;
  const prefix = place.of === "user type" ? "type:" : "";
  const words = [`${prefix}${keyspace}.${place.name}.${place.member}`, after].map(shellWord);
  return `colonnade rename ${words.join(" ")} --in-database`;
}

/** Leaves room for the other columns of a terminal. */
const longestText = 60;

/** A value on one line, shortened if it is long. */
function shortText(text: string): string {
  const line = plainLine(text);
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}
