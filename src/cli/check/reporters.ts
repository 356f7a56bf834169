/**
 * Renders the report of `check --reporter` in the format of a CI server: from the state of each file, or from the fault
 * that stopped the check. Returns text for stdout, without a final line end.
 */
import { createHash } from "node:crypto";
import type { Fault } from "../faults/fault.ts";
import { escapeControls } from "../terminal/printable.ts";
import { renderPath } from "../terminal/messages.ts";

/** A generated file in a report. */
export interface ReportedFile {
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  /** `"up to date"`, `"definitions changed"`, `"edited by hand"`, … */
  readonly state: string;
  readonly stale: boolean;
  /** Of the first difference, from 1. */
  readonly line?: number | undefined;
  /** What differs, if known: `"ProductsRow.price"`. */
  readonly declarations?: readonly string[] | undefined;
  /** The command that fixes it. */
  readonly next: string;
}

export type Reporter = keyof typeof reporters;

/** An entry of the report: something to fix, or an up-to-date file. */
interface Finding {
  /** Undefined if it does not belong to a file. */
  readonly file: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** In kebab case: `definitions-changed`. */
  readonly check: string;
  /** A few words. */
  readonly title: string;
  /** Sentences, one per line. */
  readonly text: string;
  readonly kind: "fine" | "stale" | "fault";
}

const reporters = { github: printGitHub, junit: printJUnit, gitlab: printGitLab };

/**
 * A report of all files for a CI server; empty for `github` if all are up to date.
 *
 * `renderReport("github", files)` has a line for each out-of-date file: `::error
 * file=src/db/products.ts,title=Colonnade%3A definitions changed::ProductsRow.price differs%0Acolonnade generate`
 */
export function renderReport(reporter: Reporter, files: readonly ReportedFile[]): string {
  return reporters[reporter](files.map(describeFile));
}

/** The report of a check that could not run. It is a failure too, or the server would show none. */
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

/** Each mistake at its place; only the message without a list. */
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
  // Logs are shown in terminals too, and this format can escape no control characters except line ends.
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

/** The format of Jenkins, GitLab and most others: a suite, and a test case for each file. */
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

/**
 * Writes line ends and tabs as references, since attributes would lose them, and characters that are invalid in XML or
 * unsafe in a terminal as U+FFFD.
 */
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
    // The same finding has the same fingerprint in every run on every machine.
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
