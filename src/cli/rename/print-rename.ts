import { relative } from "node:path";
import { OMIT_HEADERS, createPatch } from "diff";
import { countOf } from "../../errors.ts";
import type { Finding, FindingKind, RenamedApp } from "../../rename/index.ts";
import { plainLine, renderPath } from "../terminal/talk.ts";
import type { Talk } from "../terminal/talk.ts";
import type { PlannedRename } from "./planned-rename.ts";
import type { TextChange } from "./write-together.ts";

/** A rename that was carried through an app. */
interface DoneRename {
  readonly planned: PlannedRename;
  readonly app: RenamedApp;
  /** The files that change, absolute. */
  readonly files: readonly string[];
  readonly dryRun: boolean;
  readonly isWritten: boolean;
}

/** Why a place is left to a person. */
const reasons: Readonly<Record<FindingKind, string>> = {
  union: "may mean a member that keeps its name",
  any: "read from a value without a type",
  cast: "read from a value whose type was asserted",
  written: "flows into the renamed member by its structure",
  read: "the renamed member flows into it by its structure",
  literal: "a literal without a type",
  text: "a text that names it",
};

/** Whether nothing is left to a person. */
export function isComplete({ planned, app, dryRun, isWritten }: DoneRename): boolean {
  return app.findings.length + app.errors.length + planned.toAdd.length === 0 && (isWritten || dryRun);
}

/** The document of `--json`. */
export function printRename({ planned, app, files, dryRun, isWritten }: DoneRename, cwd: string): object {
  const placed = <Place extends { readonly file: string }>({ file, ...place }: Place): object => ({
    file: renderPath(file, cwd),
    ...place,
  });
  const isText = ({ kind }: Finding): boolean => kind === "text";
  return {
    mode: planned.mode,
    dryRun,
    written: isWritten,
    files: files.map((file) => renderPath(file, cwd)),
    changed: app.changes.map(placed),
    byHand: app.findings.filter((finding) => !isText(finding)).map(placed),
    texts: app.findings.filter(isText).map(({ kind: _, ...finding }) => placed(finding)),
    errors: app.errors.map(placed),
    statements: planned.statements,
    config: planned.toAdd,
  };
}

/** Shows what changed, what is left, and what comes next. The lists are the result; a dry run prints its patch there. */
export function showRename(done: DoneRename, cwd: string, talk: Talk): void {
  const { planned, app, files, dryRun, isWritten } = done;
  const { say, next, paint } = talk;
  const list = talk.json ? () => undefined : dryRun ? say : talk.data;
  const at = ({ file, line, column }: { file: string; line: number; column: number }): string =>
    `${renderPath(file, cwd)}:${line}:${column}`;
  const [texts, byHand] = [true, false].map((isText) =>
    app.findings.filter(({ kind }) => (kind === "text") === isText),
  );
  if (!dryRun) for (const change of app.changes) list(`changed  ${at(change)}  ${plainLine(change.text)}`);
  for (const { kind, text, ...place } of byHand ?? [])
    list(`by hand  ${at(place)}  ${plainLine(text)} (${reasons[kind]})`);
  for (const { text, ...place } of texts ?? []) list(`text     ${at(place)}  ${plainLine(text)}`);
  for (const { message, ...place } of app.errors) list(`error    ${at(place)}  ${plainLine(message)}`);

  const verb = isWritten ? "changed" : "to change";
  say(
    `${countOf(app.changes.length, "place")} in ${countOf(app.files.size, "file")} of the app ${verb}, ${countOf(files.length, "file")} in all`,
  );
  const left = [
    ...(byHand?.length ? [`${countOf(byHand.length, "place")} to change by hand`] : []),
    ...(texts?.length ? [`${countOf(texts.length, "text")} to read`] : []),
    ...(app.errors.length > 0 ? [countOf(app.errors.length, "error")] : []),
  ];
  if (left.length > 0) say(`${paint("yellow", "!")} left: ${left.join(", ")}`);
  if (!dryRun && !isWritten) {
    say(`${paint("red", "✖")} nothing was written, since the app would not compile ${paint("dim", "[app-errors]")}`);
    next("change these places first, or pass --allow-errors");
  }
  for (const line of planned.toAdd) next(`add to the config: ${line}`);
  if (planned.statements.length === 0) return;
  say("apps with the old name fail once this is run in the database; deploy this one with it:");
  for (const statement of planned.statements) say(`  ${statement};`);
}

/** The changes as a unified diff that `git apply` takes, by line. */
export function printPatch(changes: readonly TextChange[], root: string): readonly string[] {
  return [...changes]
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(({ path, before, text }) => {
      const shown = relative(root, path).replaceAll("\\", "/");
      const from = before === undefined ? "/dev/null" : `a/${shown}`;
      const hunks = createPatch("", before ?? "", text, "", "", { headerOptions: OMIT_HEADERS, context: 3 });
      return [`--- ${from}`, `+++ b/${shown}`, ...hunks.trimEnd().split("\n")];
    });
}
