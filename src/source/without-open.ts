import type { Problem } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import type { Keyspace } from "../model/index.ts";
import { findOpen, typesIn } from "./find-open.ts";
import type { OpenProblem } from "./find-open.ts";
import { leftOut } from "./left-out.ts";
import type { MayLack } from "./left-out.ts";
import type { SeenKeyspace, SeenTable } from "./seen-keyspace.ts";

export interface WithoutOpen {
  /** The keyspace without what may be missing and is not known. */
  readonly seen: SeenKeyspace;
  /** What is not known of the rest of it. */
  readonly open: readonly OpenProblem[];
  /** Of the tables and user types that are left out. */
  readonly notes: readonly Problem[];
}

/**
 * Leaves out what may be missing and is not known well enough; a user type only as far as no other table needs it.
 *
 * A table whose user type is not known is not known either.
 */
export function withoutOpen(seen: SeenKeyspace, files: Keyspace | undefined, mayLack: MayLack): WithoutOpen {
  const open = findOpen(seen, files);
  const reasons = (of: OpenProblem["of"]): Map<string, string> =>
    new Map(open.filter((problem) => problem.of === of).map(({ name, message }) => [name, message]));
  const [oddTables, oddTypes] = [reasons("table"), reasons("user type")];
  const usedBy = userTypesOf(seen);
  for (const table of seen.tables) {
    const odd = usedBy(table).find((name) => oddTypes.has(name));
    if (odd !== undefined && !oddTables.has(table.name)) oddTables.set(table.name, oddTypes.get(odd) ?? "");
  }
  const isOut = ({ name }: SeenTable): boolean => oddTables.has(name) && mayLack(name);
  const tables = seen.tables.filter((table) => !isOut(table));
  const needed = new Set(tables.flatMap(usedBy));
  const outTypes = new Map([...oddTypes].filter(([name]) => mayLack(name) && !needed.has(name)));
  const out = new Map([...oddTables].filter(([name]) => mayLack(name)));
  return {
    seen: {
      ...seen,
      tables,
      ...(seen.userTypes && { userTypes: seen.userTypes.filter(({ name }) => !outTypes.has(name)) }),
    },
    open: open.filter(({ of, name }) => !(of === "table" ? out : outTypes).has(name)),
    notes: [...out, ...outTypes]
      .sort(([one], [other]) => byCodeUnits(one, other))
      .map(([name, reason]) => leftOut(name, withoutPlace(reason, name))),
  };
}

/** The reason says what it is about: `shapes.at: its type` of the table `shapes` is `at: its type`. */
function withoutPlace(reason: string, name: string): string {
  const lacks = reason.startsWith(`${name}.`) || reason.startsWith(`${name}:`) ? reason.slice(name.length + 1) : reason;
  return `unknown: ${lacks.trim()}`;
}

/** @returns what gives the names of the user types that a table is made of, those within others included */
function userTypesOf({ userTypes = [] }: SeenKeyspace): (table: SeenTable) => readonly string[] {
  const fields = new Map(userTypes.map((type) => [type.name, type.fields]));
  return ({ columns = [] }) => {
    const found = new Set<string>();
    const visit = (names: readonly string[]): void => {
      for (const name of names) {
        if (found.has(name)) continue;
        found.add(name);
        for (const { type } of fields.get(name) ?? []) visit(typesIn(type));
      }
    };
    for (const { type } of columns) visit(typesIn(type));
    return [...found];
  };
}
