/** Resolves the argument to the table, user type, column or field that it names in the database. */
import { ColonnadeError, didYouMean, orUndefined, shellWord } from "../../errors.ts";
import type { Column, Field, Table, UserType } from "../../model/index.ts";
import type { Plan } from "../../plan/index.ts";
import { typesFolder } from "../../source/folder.ts";
import type { Source } from "./sources.ts";

export type Subject = TableSubject | UserTypeSubject;

interface Found {
  /** The full name: `shop.products.price`. */
  readonly name: string;
  /** The short name, if it is unambiguous: `types/address.street`. */
  readonly spelled: string;
  /** The outputs of its keyspace; at least one. */
  readonly sources: readonly [Source, ...Source[]];
}

interface TableSubject extends Found {
  readonly kind: "table";
  readonly record: Table;
  /** Undefined for the table itself. */
  readonly column: Column | undefined;
}

interface UserTypeSubject extends Found {
  readonly kind: "user type";
  readonly record: UserType;
  readonly column: Field | undefined;
}

interface FoundSubject {
  readonly subject: Subject;
  /** The full names of the others that the argument could mean. */
  readonly others: readonly string[];
}

/**
 * Finds what an argument names: `products`, `products.price`, `shop.products.price`, `address.street`,
 * `types/address.street`.
 *
 * A table takes precedence over a user type of the same name, and a full name over a short one.
 * @throws {ColonnadeError} `unknown-table`, `unknown-column`, or `ambiguous-name` when several keyspaces have it
 */
export function findSubject(word: string, sources: readonly Source[]): FoundSubject {
  const subjects = mergeOutputs(sources.flatMap((source) => subjectsOf(source, word)));
  const full = subjects.filter(({ name }) => name === word);
  const candidates = full.length > 0 ? full : subjects;
  const tables = candidates.filter(({ kind }) => kind === "table");
  const [subject, ...equals] = tables.length > 0 ? tables : candidates;
  if (!subject) throw unknownName(word, sources);
  if (equals.length > 0) throw ambiguousName(word, [subject, ...equals]);
  return { subject, others: subjects.filter((other) => other !== subject).map((other) => fullName(other)) };
}

/** Finds the subjects of the argument in one output: usually one or none. */
function subjectsOf(source: Source, word: string): Subject[] {
  const { name: keyspace } = source.keyspace;
  const words = word.startsWith(`${keyspace}.`) ? [word, word.slice(keyspace.length + 1)] : [word];
  return words.flatMap((rest) =>
    recordsIn(source).flatMap(({ prefix, members, ...found }): Subject[] => {
      const named = memberNamed(rest.startsWith(prefix) ? rest.slice(prefix.length) : rest, found.record.name, members);
      if (!named) return [];
      const names = { name: `${keyspace}.${named.name}`, spelled: `${prefix}${named.name}` };
      // A column is found in a table only, and a field in a user type.
      return [{ ...found, ...names, sources: [source], column: named.member } as Subject];
    }),
  );
}

/** The tables and user types of an output; `prefix` comes before the short name. */
function recordsIn({ keyspace: { tables, userTypes } }: Source) {
  return [
    ...tables.map((record) => ({ kind: "table" as const, record, members: record.columns, prefix: "" })),
    ...userTypes.map((record) => {
      return { kind: "user type" as const, record, members: record.fields, prefix: `${typesFolder}/` };
    }),
  ];
}

/** A record, or one of its members: names of columns may contain dots, names of records cannot. */
function memberNamed(
  word: string,
  record: string,
  members: readonly Field[],
): { readonly name: string; readonly member: Field | undefined } | undefined {
  if (word === record) return { name: record, member: undefined };
  const member = members.find(({ name }) => word === `${record}.${name}`);
  return member && { name: word, member };
}

/** Outputs of one keyspace have the same tables, so they become one entry. */
function mergeOutputs(subjects: readonly Subject[]): readonly Subject[] {
  const merged = new Map<string, Subject>();
  for (const subject of subjects) {
    const key = JSON.stringify([subject.kind, subject.name, subject.sources[0].target.definitions]);
    const earlier = merged.get(key);
    merged.set(key, earlier ? { ...earlier, sources: [...earlier.sources, ...subject.sources] } : subject);
  }
  return [...merged.values()];
}

function fullName({ name, spelled, sources, kind }: Subject): string {
  return kind === "table" ? name : `${sources[0].keyspace.name}.${spelled}`;
}

function ambiguousName(word: string, subjects: readonly Subject[]): ColonnadeError {
  const names = [...new Set(subjects.map((subject) => fullName(subject)))];
  if (names.length > 1) {
    const all = names.join(" or ");
    return new ColonnadeError("ambiguous-name", `${word} can be ${all}`, {
      next: `use a full name: colonnade explain ${all}`,
    });
  }
  const folders = subjects.map(({ sources: [{ target }] }) => target.definitions);
  return new ColonnadeError("ambiguous-name", `${word} is defined in ${folders.join(" and in ")}`, {
    next: `choose a folder: --definitions ${shellWord(folders[0] ?? "")}`,
  });
}

/** Enough names to recognize the right one. */
const most = 8;

/** A table or user type with all its names. */
interface Known {
  readonly what: "column" | "field";
  /** The short name, then the full name. */
  readonly names: readonly [plain: string, full: string];
  readonly members: readonly string[];
  readonly source: Source;
}

/** Explains why an argument names nothing: the column is unknown if the table exists, otherwise the whole name. */
function unknownName(word: string, sources: readonly Source[]): ColonnadeError {
  const candidates = sources.flatMap((source) => knownIn(source));
  for (const { names, members, what, source } of candidates) {
    const name = names.find((candidate) => word.startsWith(`${candidate}.`));
    if (name === undefined) continue;
    const column = word.slice(name.length + 1);
    const meant = memberCalled(source, names[0], column) ?? didYouMean(column, members);
    const next = meant === undefined ? `its members: ${listed(members)}` : `did you mean ${name}.${meant}?`;
    return new ColonnadeError("unknown-column", `${name} has no ${what} ${JSON.stringify(column)}`, { next });
  }
  const plain = new Set(candidates.map(({ names }) => names[0]));
  const meant = recordsCalled(sources, word) ?? columnsCalled(candidates, word) ?? nearest(candidates, word);
  return new ColonnadeError("unknown-table", `unknown table or user type ${JSON.stringify(word)}`, {
    next: meant === undefined ? `defined: ${listed([...plain])}` : `did you mean ${meant}?`,
  });
}

function knownIn(source: Source): readonly Known[] {
  return recordsIn(source).map(({ kind, record: { name }, members }) => ({
    what: kind === "table" ? "column" : "field",
    names: [name, `${source.keyspace.name}.${name}`],
    members: members.map((member) => member.name),
    source,
  }));
}

/** The database name for a name of the generated code: `createdAt` is `created_at`. */
function memberCalled(source: Source, record: string, member: string): string | undefined {
  const plan = planOf(source);
  const table = plan?.tables.find(({ table }) => table.name === record);
  const userType = plan?.userTypes.find(({ type }) => type.name === record);
  return (
    table?.members.find(({ name }) => name === member)?.column.name ??
    userType?.fields.find(({ name }) => name === member)?.field.name
  );
}

/** The same for tables and user types: `ProductsRow` is `products`. */
function recordsCalled(sources: readonly Source[], word: string): string | undefined {
  for (const source of sources) {
    const plan = planOf(source);
    const table = plan?.tables.find(({ typeName, names }) => word === typeName || word === names.row);
    const userType = plan?.userTypes.find(({ names }) => names.type === word);
    const name = table?.table.name ?? userType?.type.name;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** A column without its table. */
function columnsCalled(candidates: readonly Known[], word: string): string | undefined {
  const having = candidates
    .filter(({ members }) => members.includes(word))
    .map(({ names: [name] }) => `${name}.${word}`);
  return having.length === 0 ? undefined : [...new Set(having)].slice(0, most).join(" or ");
}

function nearest(candidates: readonly Known[], word: string): string | undefined {
  const names = candidates.flatMap(({ names, members }) =>
    word.includes(".") ? names.flatMap((name) => [name, ...members.map((member) => `${name}.${member}`)]) : names,
  );
  return didYouMean(word, names);
}

/** Name collisions and invalid rules are errors of other commands. */
function planOf(source: Source): Plan | undefined {
  return orUndefined(() => source.plan());
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, most).join(", ")}${names.length > most ? ", …" : ""}`;
}
