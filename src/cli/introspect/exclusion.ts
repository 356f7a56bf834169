/**
 * Determines the tables that `introspect` leaves out: those of `--exclude`, and those that the config leaves out of
 * every output.
 *
 * `--exclude` leaves the definition files of a table unchanged. A table that the config leaves out is still read, but
 * causes no error if it cannot be read.
 */
import type { KeyspaceConfig } from "../../config/index.ts";
import type { Keyspace } from "../../model/index.ts";
import { patternOf } from "../../plan/pattern.ts";
import type { Flags } from "../arguments/command.ts";
import { isDefined } from "../database/ask-sources.ts";

export interface Exclusion {
  /** Whether the flag names a table or user type. */
  readonly isExcluded: (name: string) => boolean;
  /** Whether it may be left out if a definition cannot express it. */
  readonly mayLack: (name: string) => boolean;
}

/** @throws {ColonnadeError} `usage` for a list with an empty item */
export function parseExclusion(
  flags: Flags,
  outputs: readonly KeyspaceConfig[],
  files: () => Keyspace | undefined,
): Exclusion {
  const isExcluded = fitting(flags.list("exclude") ?? []);
  const isUnused = (name: string): boolean => outputs.length > 0 && outputs.every((output) => leavesOut(output, name));
  return { isExcluded, mayLack: (name) => isExcluded(name) || (isUnused(name) && !isDefined(files(), name)) };
}

/** The keyspace, in which excluded tables are taken from the files, if there. */
export function keepExcluded(told: Keyspace, files: Keyspace | undefined, { isExcluded }: Exclusion): Keyspace {
  const merge = <Thing extends { readonly name: string }>(
    found: readonly Thing[],
    known: readonly Thing[] = [],
  ): readonly Thing[] => [
    ...found.filter(({ name }) => !isExcluded(name)),
    ...known.filter(({ name }) => isExcluded(name)),
  ];
  return {
    ...told,
    tables: merge(told.tables, files?.tables),
    userTypes: merge(told.userTypes, files?.userTypes),
  };
}

function leavesOut({ include, exclude = [] }: KeyspaceConfig, name: string): boolean {
  return fitting(exclude)(name) || (include !== undefined && !fitting(include)(name));
}

function fitting(patterns: readonly string[]): (name: string) => boolean {
  const all = patterns.map(patternOf);
  return (name) => all.some((pattern) => pattern.test(name));
}
