import { ColonnadeError, didYouMean, isColonnadeError } from "../../errors.ts";
import type { Plan } from "../../plan/index.ts";
import type { Source } from "./sources.ts";

/** Enough names to recognise the right one. */
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
export function unknownName(word: string, sources: readonly Source[]): ColonnadeError {
  const known = sources.flatMap((source) => knownIn(source));
  for (const { names, members, what, source } of known) {
    const name = names.find((candidate) => word.startsWith(`${candidate}.`));
    if (name === undefined) continue;
    const column = word.slice(name.length + 1);
    const meant = memberCalled(source, names[0], column) ?? didYouMean(column, members);
    const next = meant === undefined ? `its members: ${listed(members)}` : `did you mean ${name}.${meant}?`;
    return new ColonnadeError("unknown-column", `${name} has no ${what} ${JSON.stringify(column)}`, { next });
  }
  const plain = new Set(known.map(({ names }) => names[0]));
  const meant = recordsCalled(sources, word) ?? columnsCalled(known, word) ?? nearest(known, word);
  return new ColonnadeError("unknown-table", `unknown table or user type ${JSON.stringify(word)}`, {
    next: meant === undefined ? `defined: ${listed([...plain])}` : `did you mean ${meant}?`,
  });
}

function knownIn(source: Source): readonly Known[] {
  const { name: keyspace, tables, userTypes } = source.keyspace;
  const named = ({ name }: { readonly name: string }): string => name;
  return [
    ...tables.map(({ name, columns }): Known => ({
      what: "column",
      names: [name, `${keyspace}.${name}`],
      members: columns.map(named),
      source,
    })),
    ...userTypes.map(({ name, fields }): Known => ({
      what: "field",
      names: [name, `${keyspace}.${name}`],
      members: fields.map(named),
      source,
    })),
  ];
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
function columnsCalled(known: readonly Known[], word: string): string | undefined {
  const having = known.filter(({ members }) => members.includes(word)).map(({ names: [name] }) => `${name}.${word}`);
  return having.length === 0 ? undefined : [...new Set(having)].slice(0, most).join(" or ");
}

function nearest(known: readonly Known[], word: string): string | undefined {
  const names = known.flatMap(({ names, members }) =>
    word.includes(".") ? names.flatMap((name) => [name, ...members.map((member) => `${name}.${member}`)]) : names,
  );
  return didYouMean(word, names);
}

/** Name collisions and invalid rules are errors of other commands. */
function planOf(source: Source): Plan | undefined {
  try {
    return source.plan();
  } catch (error) {
    if (isColonnadeError(error)) return undefined;
    throw error;
  }
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, most).join(", ")}${names.length > most ? ", …" : ""}`;
}
