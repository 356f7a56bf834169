/**
 * Sorts tables and user types that definitions cannot express: into notes of those that may be left out, and problems
 * of those that may not.
 */
import type { Problem } from "../../errors.ts";
import type { DefinitionProblem, Table } from "../../model/index.ts";
import type { Note } from "./note.ts";
import type { ParsedTypes } from "./parse-type-rows.ts";

export interface ReadTable {
  readonly name: string;
  /** Absent when there are problems. */
  readonly table?: Table | undefined;
  readonly problems: readonly DefinitionProblem[];
  readonly notes: readonly Note[];
}

export interface Unsupported {
  /** For tables and user types that may not be left out, types first. */
  readonly problems: readonly Problem[];
  readonly names: readonly string[];
  /** For those that are left out. */
  readonly notes: readonly Note[];
}

/** @param mayLack applies to a user type only if no required table needs it */
export function findUnsupported(
  tables: readonly ReadTable[],
  { userTypes, refused }: ParsedTypes,
  mayLack: (name: string) => boolean,
): Unsupported {
  const declared = new Set([...userTypes.keys(), ...refused.keys()]);
  // Skips a table that is rejected only because of a user type that is reported already.
  const isOfType = ({ code, found }: DefinitionProblem): boolean =>
    code === "unknown-type" && declared.has(found ?? "");
  const odd = tables.filter(({ table }) => !table);
  const lacking = odd.filter(({ name }) => !mayLack(name));
  const needsTypes = lacking.some(({ problems }) => problems.some(isOfType));
  const types = [...refused].map(([name, problems]) => ({ name, problems }));
  const lackingTypes = types.filter(({ name }) => needsTypes || !mayLack(name));
  const kept = new Set<object>([...lacking, ...lackingTypes]);
  return {
    problems: [
      ...lackingTypes.flatMap(({ name, problems }) => problems.map((problem) => named(name, problem))),
      ...lacking.flatMap(({ name, problems }) =>
        problems.filter((problem) => !isOfType(problem)).map((problem) => named(name, problem)),
      ),
    ],
    names: [...lacking, ...lackingTypes].map(({ name }) => name),
    notes: [...odd, ...types].filter((one) => !kept.has(one)).map(leftOut),
  };
}

function named(thing: string, { code, message, found }: DefinitionProblem): Problem {
  const isOwn = code === "unknown-type" && found !== undefined;
  const next = `in the config: types: { ${JSON.stringify(found)}: "unknown" }`;
  return { code, message: `${thing}: ${message}`, ...(isOwn && { next }) };
}

function leftOut({ name, problems: [first] }: Pick<ReadTable, "name" | "problems">): Note {
  const reason = first?.message ?? "no type is known";
  return { kind: "left-out", table: name, message: `${name} is left out: ${reason}` };
}
