/** Prints findings in the format of a CI server: text for stdout, without a final line end. */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { describeError } from "../faults/fault.ts";
import type { Fault } from "../faults/fault.ts";
import { maskFault } from "../faults/mask-secrets.ts";
import { showFault } from "../faults/show-fault.ts";
import type { Io } from "../terminal/io.ts";
import { escapeControls, renderPath } from "../terminal/talk.ts";
import type { Talk } from "../terminal/talk.ts";

type Reporter = keyof typeof reporters;

const reporters = { github: printGitHub, junit: printJUnit, gitlab: printGitLab };

/**
 * Prints findings as the server of `--reporter` reads them. Empty for `github` if everything is in order; it has a line for
 * each other finding: `::error file=src/db/products.ts,title=Colonnade%3A definitions changed::ProductsRow.price differs%0Acolonnade
 * generate`
 *
 * @param command `check`
 */
export function printReport(reporter: string, command: string, findings: readonly Finding[]): string {
  return reporters[reporter as Reporter](findings, `colonnade ${command}`);
}

/** Reports what stopped a command with `--reporter`: otherwise the server would show nothing. @returns the exit code */
export function reportFault(error: unknown, reporter: string, command: string, io: Io, talk: Talk): number {
  const fault = maskFault(describeError(error), io.env);
  talk.data(printReport(reporter, command, describeFault(fault, io)));
  return showFault(error, io, talk);
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

/** The format of Jenkins, GitLab and most others: a suite, and a test case for each finding. */
function printJUnit(findings: readonly Finding[], command: string): string {
  const count = (kind: Finding["kind"]): number => findings.filter((finding) => finding.kind === kind).length;
  const suite = { name: command, tests: findings.length, failures: count("failure"), errors: count("fault") };
  const cases = findings.map(({ name, file, line, check, title, text, kind }) => {
    const about = attributes({ classname: command, name, file });
    if (kind === "fine") return `    <testcase ${about}/>`;
    const element = kind === "failure" ? "failure" : "error";
    const head = `<${element} ${attributes({ message: title, type: check })}>`;
    const place = file === undefined || line === undefined ? "" : `${file}:${line}\n`;
    return `    <testcase ${about}>\n      ${head}${escapeXml(place + text)}</${element}>\n    </testcase>`;
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
  const severity = { failure: "major", fault: "blocker" };
  const issues = findings.flatMap(({ name, file = ".", line = 1, check, title, text, kind }) => {
    if (kind === "fine") return [];
    // The same finding has the same fingerprint in every run on every machine.
    const identity = kind === "failure" ? [check, name] : [check, file, String(line), text];
    return {
      description: kind === "failure" ? `${title}: ${text.replaceAll("\n", "; ")}` : text.replaceAll("\n", "; "),
      check_name: `colonnade/${check}`,
      fingerprint: createHash("sha256").update(identity.join("\0")).digest("hex"),
      severity: severity[kind],
      location: { path: file, lines: { begin: line } },
    };
  });
  return escapeControls(JSON.stringify(issues, null, 2));
}

/** An entry of a report for a CI server: something to fix, or something in order. */
export interface Finding {
  /** Identifies it in every run: a file, or a change and its place. Without line numbers, which every edit changes. */
  readonly name: string;
  /** In kebab case: `definitions-changed`. */
  readonly check: string;
  /** A few words. */
  readonly title: string;
  /** Sentences, one per line. */
  readonly text: string;
  /** `fault`: a mistake that stopped the command. */
  readonly kind: "fine" | "failure" | "fault";
  /** Relative to the repository, with `/`. Undefined if it does not belong to a file. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** The path of a file as a CI server identifies it: relative to the repository, with `/`. */
export function repositoryPath(path: string, { env, cwd }: Pick<Io, "env" | "cwd">): string {
  const root = env["GITHUB_WORKSPACE"] ?? env["CI_PROJECT_DIR"] ?? cwd;
  return renderPath(resolve(cwd, path), root).replaceAll("\\", "/");
}

/** Each mistake at its place; only the message without a list. */
export function describeFault(
  { code, message, next, problems }: Fault,
  io: Pick<Io, "env" | "cwd">,
): readonly Finding[] {
  const all = problems.length > 0 ? problems : [{ code, message, next }];
  return all.map((problem): Finding => {
    const file = problem.file === undefined ? undefined : repositoryPath(problem.file, io);
    const text = [problem.message, ...(problem.next === undefined ? [] : [problem.next])].join("\n");
    const { line, column } = problem;
    const about = { check: problem.code, title: problem.code, text, kind: "fault" } as const;
    return { name: file ?? problem.code, ...about, file, line, column };
  });
}
