/**
 * What the parts of `diff` pass on: what runs now, and the changes from it to the definitions, with what they break, where they
 * are, and whether they are accepted.
 */
import type { ColonnadeError, FilePlace, Problem } from "../../errors.ts";
import type {
  Breakage,
  Change,
  ComparedKeyspace,
  DroppedColumn,
  Keyspace,
  KnownTypes,
  NameShiftKind,
  Unknown,
} from "../../model/index.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";

/** What runs now, and is compared with the definitions. */
export interface Against {
  /** As shown to users: `main`, `the live database`, `old/definitions`. */
  readonly name: string;
  /**
   * @param folder of the keyspace's definitions
   * @param defined the keyspace in them: a database takes from it what it does not report
   * @param knownTypes for definitions that are parsed, or types that a database has
   */
  readonly load: (
    folder: DefinedFolder,
    defined: Keyspace,
    knownTypes: Pick<KnownTypes, "customTypes">,
  ) => Promise<CurrentKeyspace>;
  /** Its keyspaces whose folders of definitions have been removed. Absent if they cannot be found. */
  readonly findRemoved?: (
    folders: readonly DefinedFolder[],
  ) => readonly DefinedFolder[] | Promise<readonly DefinedFolder[]>;
}

/** A keyspace as it runs now. */
export interface CurrentKeyspace extends ComparedKeyspace {
  readonly warnings?: readonly Problem[];
  /** The error of a database that does not have the keyspace, which is then empty. Absent if the keyspace exists. */
  readonly absence?: ColonnadeError;
  /** Facts that are unreported for some tables, for which they were taken from the definitions. @default none */
  readonly unreported?: readonly Unknown[];
  /** All dropped columns that the database remembers; absent if it does not report them. */
  readonly dropped?: readonly DroppedColumn[];
}

/** A change with what it breaks. */
export interface ClassifiedChange extends Omit<Change, "kind"> {
  readonly kind: Change["kind"] | NameShiftKind;
  /** In the order of `breakages`. */
  readonly breaks: readonly Breakage[];
  /** The statement that makes the change in the database, without a semicolon; absent if there is none. */
  readonly cql?: string;
  /** The rule of the config that keeps the old name in the bindings; absent if no name changes. */
  readonly keptName?: KeptName;
}

/** A rule of the config that keeps the name of a renamed member in the bindings. */
export interface KeptName {
  /** The rule's column: `orders.customer`. */
  readonly column: string;
  /** The name to keep: `customerId`. */
  readonly name: string;
}

/** An accepted change: it is shown, but does not fail. */
export interface Acceptance {
  readonly kind: string;
  /** As `printChangePlace` prints it. */
  readonly place: string;
  readonly reason: string;
  /** The last day on which it counts, in UTC: `2027-01-31`. @default no end */
  readonly until?: string;
  readonly file: string;
  readonly line: number;
}

/** A change with its place in the definitions. */
export interface LocatedChange extends ClassifiedChange {
  /** The file is relative to the working folder if it is below it. Absent if the definitions no longer have the place. */
  readonly definition?: FilePlace;
  /** Absent if the change is not accepted. */
  readonly accepted?: Acceptance;
  /** What to do instead, or what to watch for. Absent with `--reverse`: others have made the change. */
  readonly way?: string | undefined;
}

/** The changes of a keyspace, as reported. */
export interface KeyspaceDiff {
  readonly keyspace: string;
  /** The folder of its definitions, relative to the working folder where it is below it. */
  readonly definitions: string;
  readonly changes: readonly LocatedChange[];
  /** Prints the CQL that makes the changes, as lines. */
  readonly migration: () => readonly string[];
  /** Facts that are not compared, or not for all tables, because the database does not report them. */
  readonly unknown: readonly Unknown[];
  readonly warnings: readonly Problem[];
}

/** Both sides by name. */
export interface Direction {
  readonly before: string;
  readonly after: string;
}

/** The place of a change in the definitions: `shop.products.price`, `shop.types/address.street`, `shop.docs.keys(tags)`. */
export function printChangePlace(
  keyspace: string,
  { place: { of, name, member, indexed } }: Pick<ClassifiedChange, "place">,
): string {
  const record = of === "table" ? name : `types/${name}`;
  const part = indexed === undefined ? member : `${indexed}(${member})`;
  return [keyspace, record, ...(part === undefined ? [] : [part])].join(".");
}

/** `columns: { "orders.customer": { "name": "customerId" } }` */
export function printKeptName({ column, name }: KeptName): string {
  return `columns: { ${JSON.stringify(column)}: { "name": ${JSON.stringify(name)} } }`;
}
