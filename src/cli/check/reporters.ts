/**
 * What `check --reporter` prints, in the form that a CI server reads: in come the files and what became of them, or the fault
 * that kept them from being looked at; out goes text for stdout, without a final line end. Prints nothing itself.
 */
import { createHash } from "node:crypto";
import type { Fault } from "../faults/fault.ts";
import { escapeControls } from "../terminal/printable.ts";
import { renderPath } from "../terminal/messages.ts";

/** A generated file as a report names it. */
export interface ReportedFile {
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  /** `"up to date"`, `"definitions changed"`, `"edited by hand"`, … */
  readonly state: string;
  readonly stale: boolean;
  /** Of the first difference, from 1. */
  readonly line?: number | undefined;
  /** What differs, where that is known: `"ProductsRow.price"`. */
  readonly declarations?: readonly string[] | undefined;
  /** The command that mends it. */
  readonly next: string;
}

export type Reporter = keyof typeof reporters;

/** One thing to mend, or to see in the list of what is fine. */
interface Finding {
  /** Undefined for what belongs to no file. */
  readonly file: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** In kebab case: `definitions-changed`. */
  readonly check: string;
  /** A few words. */
  readonly title: string;
  /** Sentences, a line each. */
  readonly text: string;
  readonly kind: "fine" | "stale" | "fault";
}

const reporters = { github: printGitHub, junit: printJUnit, gitlab: printGitLab };

/**
 * A report of all files for a CI server; empty for `github` when none is stale.
 *
 * `renderReport("github", files)` is a line for each stale file:
 * `::error file=src/db/products.ts,title=Colonnade%3A definitions changed::ProductsRow.price differs%0Acolonnade generate`
 */
export function renderReport(reporter: Reporter, files: readonly ReportedFile[]): string {
  return reporters[reporter](files.map(describeFile));
}

/** The report of a check that could not be made: a failure too, or the server would show none. */
export function renderFaultReport(reporter: Reporter, fault: Fault, cwd: string): string {
  return reporters[reporter](describeFault(fault, cwd));
}

const shownDeclarations = 10;

function describeFile({ file, line, state, stale, declarations = [], next }: ReportedFile): Finding {
  const more = declarations.length - shownDeclarations;
  const names = [...declarations.slice(0, shownDeclarations), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const differs = names === "" ? [] : [`${names} ${declarations.length === 1 ? "differs" : "differ"}`];
  const text = [...differs, next].join("\n");
  return { file, line, check: state.replaceAll(" ", "-"), title: state, text, kind: stale ? "stale" : "fine" };
}

/** Each mistake by itself, at its place; the message alone where there is no list of them. */
function describeFault({ code, message, next, problems }: Fault, cwd: string): readonly Finding[] {
  const all = problems.length > 0 ? problems : [{ code, message, ...(next !== undefined && { next }) }];
  return all.map((problem): Finding => {
    const file = problem.file === undefined ? undefined : renderPath(problem.file, cwd).replaceAll("\\", "/");
    const text = [problem.message, ...(problem.next === undefined ? [] : [problem.next])].join("\n");
    const { line, column } = problem;
    return { file, line, column, check: problem.code, title: problem.code, text, kind: "fault" };
  });
}

/** @see workflow commands for GitHub Actions: error */
function printGitHub(findings: readonly Finding[]): string {
  // The log is shown in terminals too, and the form has no way to write a control character but a line end.
  const data = (text: string): string =>
    escapeControls(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
  const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const lines = findings.flatMap(({ file, line, column, title, text, kind }) => {
    if (kind === "fine") return [];
    const place = Object.entries({ file, line, col: column, title: `Colonnade: ${title}` });
    const properties = place.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${property(String(value))}`],
    );
    return [`::error ${properties.join(",")}::${data(text)}`];
  });
  return lines.join("\n");
}

/** The form that Jenkins, GitLab and most others read: a suite, and a test case for each file. */
function printJUnit(findings: readonly Finding[]): string {
  const count = (kind: Finding["kind"]): number => findings.filter((finding) => finding.kind === kind).length;
  const suite = { name: "colonnade check", tests: findings.length, failures: count("stale"), errors: count("fault") };
  const cases = findings.map(({ file, line, title, text, kind }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    const about = attributes({ classname: "colonnade check", name: place ?? title, file });
    if (kind === "fine") return `    <testcase ${about}/>`;
    const element = kind === "stale" ? "failure" : "error";
    const head = `<${element} ${attributes({ message: title, type: kind })}>`;
    return `    <testcase ${about}>\n      ${head}${escapeXml(text)}</${element}>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite ${attributes(suite)}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}="${escapeXml(String(value))}"`).join(" ");
}

/** Line ends and tabs as references, since attributes would lose them; what XML or a terminal should not get as U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(
      /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu,
      "\uFFFD",
    )
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @see GitLab: code quality report format */
function printGitLab(findings: readonly Finding[]): string {
  const severity = { stale: "major", fault: "blocker" };
  const issues = findings.flatMap(({ file = ".", line = 1, check, title, text, kind }) => {
    if (kind === "fine") return [];
    // The same finding has the same fingerprint in the next run, wherever it is made.
    const known = kind === "stale" ? [check, file] : [check, file, String(line), text];
    return {
      description: kind === "stale" ? `${title}: ${text.replaceAll("\n", "; ")}` : text.replaceAll("\n", "; "),
      check_name: `colonnade/${check}`,
      fingerprint: createHash("sha256").update(known.join("\0")).digest("hex"),
      severity: severity[kind],
      location: { path: file, lines: { begin: line } },
    };
  });
  return escapeControls(JSON.stringify(issues, null, 2));
}
