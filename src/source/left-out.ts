/**
 * Leaves out tables and user types that a source cannot describe or a definition cannot express, if the command can work
 * without them; the others become an error.
 */
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, parseTableDefinition } from "../model/index.ts";
import type {
  DefinitionProblem,
  Keyspace,
  KnownTypes,
  ParsedUserTypes,
  Table,
  TableDefinition,
} from "../model/index.ts";
import { typesIn } from "./complete-keyspace.ts";
import type { CompletedKeyspace, MissingFact } from "./complete-keyspace.ts";
import type { ObservedKeyspace, ObservedTable } from "./observed-keyspace.ts";

/** Whether the command can work without a table or user type, by its name. */
export type MayLack = (name: string) => boolean;

export const lacksNothing: MayLack = () => false;

/** What happens to tables and user types that a source cannot describe, or a definition cannot express. */
export interface Omission {
  /** Whether one may be left out, by its name in the database; a user type only if no table needs it. @default none may */
  readonly mayLack?: MayLack | undefined;
  /** The next step for those that may not, by their names. @default to change them in the database */
  readonly advise?: ((names: string) => string) | undefined;
}

/** For commands that compare: a table without a definition may be one that definitions cannot express. */
export function mayLackUndefinedTables(defined: Keyspace | undefined): Omission & { readonly mayLack: MayLack } {
  const names = new Set([...(defined?.tables ?? []), ...(defined?.userTypes ?? [])].map(({ name }) => name));
  const advise = (): string => "change them in the database, or delete their definitions";
  return { mayLack: (name) => !names.has(name), advise };
}

/** @param reason one sentence without a final stop */
export function noteLeftOut(name: string, reason: string): Problem {
  return { code: "left-out", message: `${name} is left out: ${reason}` };
}

/** The most names in a next step, which may be a command to copy. */
const mostNames = 8;

/** The error for tables and user types that stop a command. */
export function unusable(
  code: string,
  message: string,
  { problems, names }: Omit<Unsupported, "notes">,
  { advise = () => "change them in the database" }: Omission,
): ColonnadeError {
  const list = `${names.slice(0, mostNames).join(",")}${names.length > mostNames ? ",…" : ""}`;
  return new ColonnadeError(code, message, { kind: "service", problems, next: advise(list) });
}

/** A warning about a part of a keyspace that definitions cannot express, and that its tables do not need. */
export interface Note {
  readonly kind:
    /** A materialized view that a definition cannot express, or of which only the name is known. */
    | "materialized-view"
    /** An index that a definition cannot express, such as SASI's with `LIKE`, or one beside a better index. */
    | "other-index"
    /** Internal columns of compact storage, which CQL does not show. */
    | "compact-storage"
    /** Options of a table other than its time to live and its comment, such as `gc_grace_seconds`. */
    | "table-options"
    /** A table or user type that a definition cannot express, and that may be left out. */
    | "left-out";
  /** The table, the view or the user type. */
  readonly table: string;
  /** One sentence without a final stop. */
  readonly message: string;
}

/** A table that a source describes. */
export interface ReadTable {
  readonly name: string;
  /** Absent if there are problems. */
  readonly table?: Table | undefined;
  readonly problems: readonly DefinitionProblem[];
  readonly notes: readonly Note[];
}

/** Parses a definition without the indexes that the model rejects: only their finders are lost then, not the table. */
export function parseWithUsableIndexes(definition: TableDefinition, knownTypes: KnownTypes): Omit<ReadTable, "name"> {
  const { name, indexes = [] } = definition;
  const parsed = parseTableDefinition(definition, knownTypes);
  const rejected = new Map(
    parsed.problems.flatMap(({ path, message }) => (path[0] === "indexes" ? [[Number(path[1]), message]] : [])),
  );
  if (rejected.size === 0) return { ...parsed, notes: [] };
  const notes = Array.from(rejected, ([at, reason]): Note => {
    const index = indexes[at]?.name ?? indexes[at]?.column ?? "";
    return { kind: "other-index", table: name, message: noteLeftOut(`the index ${index} of ${name}`, reason).message };
  });
  const usable = { ...definition, indexes: indexes.filter((_, at) => !rejected.has(at)) };
  return { ...parseTableDefinition(usable, knownTypes), notes };
}

type Rejected = Pick<ReadTable, "name" | "problems">;

interface Unsupported {
  /** For tables and user types that may not be left out, tables first. */
  readonly problems: readonly Problem[];
  readonly names: readonly string[];
  /** For those that are left out. */
  readonly notes: readonly Note[];
}

/**
 * Divides the tables and user types that a definition cannot express into those that stop the command and those that are left
 * out.
 * @param mayLack applies to a user type only if nothing required is rejected because of it
 */
export function findUnsupported(
  tables: readonly ReadTable[],
  { refused }: Pick<ParsedUserTypes, "refused">,
  mayLack: MayLack,
): Unsupported {
  const types = new Map(Array.from(refused, ([name, problems]) => [name, { name, problems }]));
  /** The refused user type whose use is the problem. */
  const typeIn = ({ code, found = "" }: DefinitionProblem): Rejected | undefined =>
    code === "unknown-type" ? types.get(found) : undefined;
  const rejected: readonly Rejected[] = [...tables.filter(({ table }) => !table), ...types.values()];
  const required = new Set(rejected.filter(({ name }) => !mayLack(name)));
  // The loop also visits the user types that it adds, which may contain others.
  for (const { problems } of required) {
    for (const type of problems.map(typeIn)) if (type) required.add(type);
  }
  return {
    // One that is rejected only because of a user type adds nothing to the problems of that type.
    problems: [...required].flatMap(({ name, problems }) =>
      problems.filter((problem) => !typeIn(problem)).map((problem) => describeProblem(name, problem)),
    ),
    names: Array.from(required, ({ name }) => name),
    notes: rejected
      .filter((one) => !required.has(one))
      .map(({ name, problems: [first] }) => {
        const { message } = noteLeftOut(name, first?.message ?? "");
        return { kind: "left-out", table: name, message };
      }),
  };
}

function describeProblem(thing: string, { code, message, found }: DefinitionProblem): Problem {
  const isOwn = code === "unknown-type" && found !== undefined;
  const next = `in the config: types: { ${JSON.stringify(found)}: "unknown" }`;
  return { code, message: `${thing}: ${message}`, ...(isOwn && { next }) };
}

/**
 * Leaves out tables and user types with missing facts; a user type only if no table that stays needs it. A table with an
 * incomplete user type is incomplete too.
 *
 * @param mayLack which ones may be left out
 * @returns the rest, with another note for each that is left out
 */
export function omitIncomplete(
  completed: CompletedKeyspace,
  mayLack: MayLack,
): CompletedKeyspace & { readonly notes: readonly Problem[] } {
  const { missing, notes = [] } = completed;
  const reasons = (of: MissingFact["of"]): Map<string, string> =>
    new Map(missing.filter((problem) => problem.of === of).map(({ name, message }) => [name, message]));
  const [incompleteTables, incompleteTypes] = [reasons("table"), reasons("user type")];
  const usedBy = userTypesOf(completed);
  for (const table of completed.tables) {
    const incompleteType = usedBy(table).find((name) => incompleteTypes.has(name));
    if (incompleteType !== undefined && !incompleteTables.has(table.name))
      incompleteTables.set(table.name, incompleteTypes.get(incompleteType) ?? "");
  }
  const leftOutTables = new Map([...incompleteTables].filter(([name]) => mayLack(name)));
  const tables = completed.tables.filter(({ name }) => !leftOutTables.has(name));
  const needed = new Set(tables.flatMap(usedBy));
  const leftOutTypes = new Map([...incompleteTypes].filter(([name]) => mayLack(name) && !needed.has(name)));
  return {
    ...completed,
    tables,
    ...(completed.userTypes && { userTypes: completed.userTypes.filter(({ name }) => !leftOutTypes.has(name)) }),
    missing: missing.filter(({ of, name }) => !(of === "table" ? leftOutTables : leftOutTypes).has(name)),
    notes: [
      ...notes,
      ...[...leftOutTables, ...leftOutTypes]
        .sort(([one], [other]) => byCodeUnits(one, other))
        .map(([name, reason]) => noteLeftOut(name, withoutPlace(reason, name))),
    ],
  };
}

/** The reason without the name that it begins with: `shapes.at: its type` of the table `shapes` is `at: its type`. */
function withoutPlace(reason: string, name: string): string {
  const lacks = reason.startsWith(`${name}.`) || reason.startsWith(`${name}:`) ? reason.slice(name.length + 1) : reason;
  return `unknown: ${lacks.trim()}`;
}

/** @returns a function that lists the user types of a table by name, those within others included */
function userTypesOf({ userTypes = [] }: ObservedKeyspace): (table: ObservedTable) => readonly string[] {
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
