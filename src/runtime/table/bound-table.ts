/**
 * A table as the runtime works with it: made once from its descriptor, so that a call looks nothing up twice.
 *
 * Holds each column with its names, its place and its codec, the members of each key, and what errors say of a call.
 */
import type { About } from "../errors/errors.ts";
import { queryName, upperCamel } from "../protocol/api-names.ts";
import { selectionOf } from "../protocol/codec.ts";
import type { Codec } from "../protocol/codec.ts";
import type { AnyTable } from "./table.ts";
import { withoutEmptyKey } from "./without-empty.ts";

export interface BoundTable {
  /** For messages: `shop.products`. */
  readonly title: string;
  readonly keyspace: string;
  readonly name: string;
  /** The API's name of the row type: `Products`. */
  readonly type: string;
  /** The API's name of the query: `products`. */
  readonly query: string;
  readonly members: readonly Member[];
  readonly byName: ReadonlyMap<string, Member>;
  readonly partitionKey: readonly Member[];
  readonly clusteringKey: readonly Member[];
  /** Partition key, then clustering key. */
  readonly primaryKey: readonly Member[];
  /** Columns outside the key. */
  readonly others: readonly Member[];
  /** What tells rows apart whose writes must not overtake each other: rows of one partition share its static columns. */
  readonly rowKey: readonly Member[];
  readonly hasStatics: boolean;
  readonly defaultTimeToLive: number;
  /** Others write to the same rows. */
  readonly contended: boolean;
  /** What errors and hooks say of a call, by what it does. */
  readonly about: Readonly<Record<OperationKind, OperationAbout>>;
}

export interface Member {
  /** In TypeScript. */
  readonly name: string;
  readonly cqlName: string;
  readonly apiName: string;
  /** Its place among the members. */
  readonly index: number;
  readonly kind: "partition" | "clustering" | "static" | "regular";
  readonly isKey: boolean;
  readonly descending: boolean;
  /** What a document selects of it: `price`, `home { street zip }`. */
  readonly selection: string;
  /** Values were checked before they come here, so the codec's own type does not matter. */
  readonly codec: Codec<unknown>;
}

/** `{ operation: "insert shop.products", keyspace: "shop", table: "products" }` */
export type OperationAbout = About & { readonly operation: string };

const operations = {
  insert: "insert",
  update: "update",
  delete: "delete",
  increment: "increment",
  get: "get",
  find: "find",
  scan: "scan",
  indexed: "find by an index",
  static: "get the static columns of",
} as const;
export type OperationKind = keyof typeof operations;

/** What a message says of a name that no member has: `e_mail is not a column of shop.users, did you mean eMail?` */
export function unknownMember({ members, title }: BoundTable, name: string): string {
  const meant = members.find((member) => member.cqlName === name || member.apiName === name);
  return `${name} is not a column of ${title}${meant ? `, did you mean ${meant.name}?` : ""}`;
}

const bound = new WeakMap<AnyTable, BoundTable>();

/** How a service names its tables; a profile has one where the names differ from those of our service. */
interface Naming {
  readonly rename?: (table: BoundTable) => BoundTable;
}

/** Binds a table, once; without a naming, under the names that our service gives it. */
export function bindTable(table: AnyTable, naming?: Naming): BoundTable {
  let found = bound.get(table);
  if (!found) bound.set(table, (found = bind(table)));
  return naming?.rename?.(found) ?? found;
}

function bind(table: AnyTable): BoundTable {
  const { keyspace, name: tableName } = table;
  const partition = table.partitionKey.map(String);
  const clustering = new Map(
    table.clusteringKey?.map((entry) => (Array.isArray(entry) ? [String(entry[0]), true] : [String(entry), false])),
  );
  const cqlNames = new Map<string, string>(Object.entries(table.cqlNames ?? {}));
  const apiNames = new Map<string, string>(Object.entries(table.apiNames ?? {}));
  const members = Object.entries(table.columns as Record<string, Codec<unknown>>).map(
    ([name, codec], index): Member => {
      const apiName = apiNames.get(name) ?? name;
      const isPartition = partition.includes(name);
      return {
        name,
        cqlName: cqlNames.get(name) ?? name,
        apiName,
        index,
        kind: isPartition
          ? "partition"
          : clustering.has(name)
            ? "clustering"
            : table.staticColumns?.includes(name)
              ? "static"
              : "regular",
        isKey: isPartition || clustering.has(name),
        descending: clustering.get(name) ?? false,
        selection: selectionOf({ apiName, fields: codec.fields }),
        codec: isPartition && partition.length === 1 ? withoutEmptyKey(codec) : codec,
      };
    },
  );
  const type = table.apiName ?? upperCamel(tableName);
  const title = `${keyspace}.${tableName}`;
  const about = Object.entries(operations).map(([kind, what]) => [
    kind,
    { operation: `${what} ${title}`, keyspace, table: tableName },
  ]);
  return {
    title,
    keyspace,
    name: tableName,
    type,
    query: queryName(type),
    ...membersOf(members, partition, [...clustering.keys()]),
    defaultTimeToLive: table.defaultTimeToLive ?? 0,
    contended: table.contended ?? false,
    about: Object.fromEntries(about) as BoundTable["about"],
  };
}

function membersOf(members: readonly Member[], partition: readonly string[], clustering: readonly string[]) {
  const byName = new Map(members.map((member) => [member.name, member]));
  const named = (names: readonly string[]): Member[] => names.flatMap((name) => byName.get(name) ?? []);
  const [partitionKey, clusteringKey] = [named(partition), named(clustering)];
  const primaryKey = [...partitionKey, ...clusteringKey];
  const hasStatics = members.some(({ kind }) => kind === "static");
  return {
    members,
    byName,
    partitionKey,
    clusteringKey,
    primaryKey,
    others: members.filter(({ isKey }) => !isKey),
    rowKey: hasStatics ? partitionKey : primaryKey,
    hasStatics,
  };
}

/** The same table with other facts about its columns, made once. */
export function renaming(
  change: (member: Member) => Member,
  names?: (table: BoundTable) => Pick<BoundTable, "type" | "query">,
): (table: BoundTable) => BoundTable {
  const known = new WeakMap<BoundTable, BoundTable>();
  return (table) => {
    let changed = known.get(table);
    if (!changed) {
      const keyNames = (key: readonly Member[]): string[] => key.map(({ name }) => name);
      const members = membersOf(table.members.map(change), keyNames(table.partitionKey), keyNames(table.clusteringKey));
      known.set(table, (changed = { ...table, ...members, ...names?.(table) }));
    }
    return changed;
  };
}
