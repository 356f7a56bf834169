import { ColonnadeError, didYouMean } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { patternOf } from "./overrides.ts";

/** Patterns for the names of tables in the database, where `*` matches any text. */
export interface SelectionRules {
  /** The tables to include. @default all tables */
  readonly include?: readonly string[] | undefined;
  /** The tables to exclude from the included ones. @default none */
  readonly exclude?: readonly string[] | undefined;
}

export interface Selection {
  readonly tables: ReadonlySet<string>;
  /** Patterns that match no table. */
  readonly warnings: readonly Problem[];
}

/**
 * Selects the tables that `include` matches and `exclude` does not.
 *
 * `{ include: ["orders*"], exclude: ["*_old"] }` selects `orders_by_day` of `orders_by_day`, `orders_old` and `users`.
 *
 * @param names of all tables of the keyspace
 * @throws {ColonnadeError} `nothing-selected` if the rules select no table
 */
export function selectTables(keyspace: string, names: readonly string[], rules: SelectionRules): Selection {
  const { include, exclude } = rules;
  const warnings: Problem[] = [];
  const fitting = (kind: keyof SelectionRules): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const text of new Set(rules[kind])) {
      const pattern = patternOf(text);
      const matched = names.filter((name) => pattern.test(name));
      if (matched.length === 0) warnings.push(unmatchedPattern(keyspace, kind, text, names));
      for (const name of matched) found.add(name);
    }
    return found;
  };
  const included = include ? fitting("include") : new Set(names);
  const excluded = fitting("exclude");
  const tables = new Set(names.filter((name) => included.has(name) && !excluded.has(name)));
  if (tables.size === 0 && (include || exclude)) throw nothingSelected(keyspace, names, warnings);
  return { tables, warnings };
}

function unmatchedPattern(
  keyspace: string,
  kind: keyof SelectionRules,
  text: string,
  names: readonly string[],
): Problem {
  const meant = didYouMean(text, names);
  return {
    code: "unmatched-pattern",
    message: `the pattern ${kind}: ${JSON.stringify(text)} matches no table of the keyspace ${keyspace}`,
    ...(meant !== undefined && { next: `did you mean ${meant}?` }),
  };
}

/** Enough names to recognize the intended table. */
const mostNames = 8;

function nothingSelected(keyspace: string, names: readonly string[], warnings: readonly Problem[]): ColonnadeError {
  const meant = warnings.find(({ next }) => next !== undefined)?.next;
  const more = names.length > mostNames ? ", …" : "";
  return new ColonnadeError("nothing-selected", `include and exclude leave no table of the keyspace ${keyspace}`, {
    next: meant ?? `its tables are ${names.slice(0, mostNames).join(", ")}${more}`,
  });
}
