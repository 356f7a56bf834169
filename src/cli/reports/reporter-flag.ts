import { ColonnadeError } from "../../errors.ts";
import type { FlagDefinition, Flags } from "../arguments/command.ts";
import type { Talk } from "../terminal/talk.ts";
import type { Reporter } from "./print-report.ts";

/** The flag `--reporter`. @param without what is printed without it */
export function reporterFlag(without: string): FlagDefinition {
  return { describe: "Print a report for a CI server", choices: ["github", "junit", "gitlab"], without };
}

/** @throws {ColonnadeError} `usage` */
export function parseReporter(flags: Flags, talk: Pick<Talk, "json">): Reporter | undefined {
  const reporter = flags.text("reporter");
  if (reporter !== undefined && talk.json)
    throw new ColonnadeError("usage", "--reporter and --json cannot be combined");
  return reporter as Reporter | undefined;
}
