import type { About } from "../errors/errors.ts";
import { queryName, upperCamel } from "../protocol/api-names.ts";
import { selectionOf } from "../protocol/codec.ts";
import type { Codec } from "../protocol/codec.ts";
import type { Table, TableTypes } from "./table.ts";
import { withoutEmptyKey } from "./without-empty.ts";

/** A table as the runtime works with it: the same facts as `Table`, laid out for look-up and without its types. */
export interface Layout {
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
  readonly defaultTimeToLive: number;
  /** Others write to the same rows. */
  readonly contended: boolean;
  /** What a call is about: `insert shop.products`. */
  readonly about: (what: string) => About & { readonly operation: string };
}

export interface Member {
  /** In TypeScript. */
  readonly name: string;
  readonly cqlName: string;
  readonly apiName: string;
  readonly kind: "partition" | "clustering" | "static" | "regular";
  readonly descending: boolean;
  /** What a document selects of it: `price`, `home { street zip }`. */
  readonly selection: string;
  /** Values were checked before they come here, so the codec's own type does not matter. */
  readonly codec: Codec<unknown>;
}

/** Whether the member is of the primary key. */
export function isKey(member: Member): boolean {
  return member.kind === "partition" || member.kind === "clustering";
}

/** What to say of a name that no member has: `e_mail is no column of shop.users, did you mean eMail?` */
export function unknownMember(layout: Layout, name: string): string {
  const meant = layout.members.find((member) => member.cqlName === name || member.apiName === name);
  return `${name} is no column of ${layout.title}${meant ? `, did you mean ${meant.name}?` : ""}`;
}

const layouts = new WeakMap<object, Layout>();

/** What gives a table the names that it has in a service, such as a profile. */
interface Naming {
  readonly layoutOf?: (layout: Layout) => Layout;
}

/** The layout of a table, made once; without a naming, under the names that our service gives it. */
export function layoutOf<T extends TableTypes>(table: Table<T>, naming?: Naming): Layout {
  let layout = layouts.get(table);
  if (!layout) layouts.set(table, (layout = layOut(table)));
  return naming?.layoutOf?.(layout) ?? layout;
}

function layOut<T extends TableTypes>(table: Table<T>): Layout {
  const partition = table.partitionKey.map(String);
  const descending = new Map<string, boolean>();
  for (const entry of table.clusteringKey ?? []) {
    if (Array.isArray(entry)) descending.set(String(entry[0]), true);
    else descending.set(String(entry), false);
  }
  const statics = new Set(table.staticColumns?.map(String));
  const cqlNames = new Map(Object.entries(table.cqlNames ?? {}));
  const apiNames = new Map(Object.entries(table.apiNames ?? {}));
  const members = Object.entries<Codec<unknown>>(table.columns as Record<string, Codec<unknown>>).map(
    ([name, codec]): Member => {
      const apiName = String(apiNames.get(name) ?? name);
      return {
        name,
        cqlName: String(cqlNames.get(name) ?? name),
        apiName,
        kind: partition.includes(name)
          ? "partition"
          : descending.has(name)
            ? "clustering"
            : statics.has(name)
              ? "static"
              : "regular",
        descending: descending.get(name) ?? false,
        selection: selectionOf({ apiName, fields: codec.fields }),
        codec: partition.length === 1 && partition[0] === name ? withoutEmptyKey(codec) : codec,
      };
    },
  );
  const byName = new Map(members.map((member) => [member.name, member]));
  const named = (names: Iterable<string>): Member[] => [...names].flatMap((name) => byName.get(name) ?? []);
  const partitionKey = named(partition);
  const clusteringKey = named(descending.keys());
  const type = table.apiName ?? upperCamel(table.name);
  const title = `${table.keyspace}.${table.name}`;
  return {
    title,
    keyspace: table.keyspace,
    name: table.name,
    type,
    query: queryName(type),
    members,
    byName,
    partitionKey,
    clusteringKey,
    primaryKey: [...partitionKey, ...clusteringKey],
    defaultTimeToLive: table.defaultTimeToLive ?? 0,
    contended: table.contended ?? false,
    about: (what) => ({ operation: `${what} ${title}`, keyspace: table.keyspace, table: table.name }),
  };
}

/** The same table with other facts about its columns. */
export function withMembers(layout: Layout, change: (member: Member) => Member): Layout {
  const changed = new Map(layout.members.map((member) => [member, change(member)]));
  const those = (members: readonly Member[]): Member[] => members.flatMap((member) => changed.get(member) ?? []);
  const members = [...changed.values()];
  return {
    ...layout,
    members,
    byName: new Map(members.map((member) => [member.name, member])),
    partitionKey: those(layout.partitionKey),
    clusteringKey: those(layout.clusteringKey),
    primaryKey: those(layout.primaryKey),
  };
}

/** The same layout for the same one, so that what is kept by it is found again. */
export function oncePerLayout(change: (layout: Layout) => Layout): (layout: Layout) => Layout {
  const known = new WeakMap<Layout, Layout>();
  return (layout) => {
    let changed = known.get(layout);
    if (!changed) known.set(layout, (changed = change(layout)));
    return changed;
  };
}
