/** Tables that can do all that goes beyond rows, with the bindings that a generator would write for them. */
import { bigint, float, int, text } from "@colonnade/runtime";
import { list, map, set, userType, vector } from "@colonnade/runtime/composites";
import type { Condition, Match, Bound, Table } from "@colonnade/runtime";
import type {
  EntryCondition,
  FieldCondition,
  FieldsChange,
  ItemCondition,
  ListChange,
  MapChange,
  SetChange,
} from "@colonnade/runtime/changes";
import type { Store } from "../../src/store/index.ts";
import { tableOf, userTypesOf } from "./keyspaces.ts";

export interface Address {
  city: string | null;
  street: string | null;
}

interface RoomsRow {
  tenant: string;
  name: string;
  title: string | null;
  members: bigint | null;
  moderators: string[];
  log: string[];
  settings: Map<string, string>;
  address: Address | null;
}
type Key = Pick<RoomsRow, "tenant" | "name">;

export interface RoomsTypes {
  row: RoomsRow;
  key: Key;
  where: { tenant: Match<string>; name?: Bound<string> };
  if: {
    title?: Condition<string>;
    log?: ItemCondition<string>;
    settings?: EntryCondition<string, string>;
    address?: FieldCondition<Address>;
  };
  insert: Key & Partial<RoomsRow>;
  update: Key & {
    title?: string | null;
    members?: bigint | null;
    moderators?: string[] | SetChange<string> | null;
    log?: string[] | ListChange<string> | null;
    settings?: Map<string, string> | MapChange<string, string> | null;
    address?: Address | FieldsChange<Address> | null;
  };
  partition: "tenant";
  reversed: "desc";
}

const address = /* @__PURE__ */ userType<Address>({ name: "address", fields: { city: text, street: text } });

export const rooms: Table<RoomsTypes> = {
  keyspace: "shop",
  name: "rooms",
  apiName: "Rooms",
  columns: {
    tenant: text,
    name: text,
    title: text,
    members: bigint,
    moderators: set(text),
    log: list(text),
    settings: map(text, text),
    address,
  },
  partitionKey: ["tenant"],
  clusteringKey: ["name"],
};

export interface MessagesTypes {
  row: { room: string; day: number; at: number; body: string | null };
  key: { room: string; day: number; at: number };
  where:
    { room: Match<string>; day: number; at?: Bound<number> } | { room: Match<string>; day?: Bound<number>; at?: never };
  if: { body?: Condition<string> };
  insert: { room: string; day: number; at: number; body?: string | null };
  update: { room: string; day: number; at: number; body?: string | null };
  partition: "room";
  reversed: "desc";
}

export const messages: Table<MessagesTypes> = {
  keyspace: "shop",
  name: "messages",
  apiName: "Messages",
  columns: { room: text, day: int, at: int, body: text },
  partitionKey: ["room"],
  clusteringKey: ["day", "at"],
};

export interface DocsTypes {
  row: { lang: string; id: number; title: string | null; kind: string | null; embedding: number[] | null };
  key: { lang: string; id: number };
  where: { lang: Match<string>; id?: Bound<number> };
  if: { title?: Condition<string> };
  insert: { lang: string; id: number; title?: string; kind?: string; embedding?: number[] };
  update: { lang: string; id: number; title?: string; kind?: string; embedding?: number[] };
  partition: "lang";
  reversed: "desc";
}

export const docs: Table<DocsTypes> = {
  keyspace: "shop",
  name: "docs",
  apiName: "Docs",
  columns: { lang: text, id: int, title: text, kind: text, embedding: vector(float, 3) },
  partitionKey: ["lang"],
  clusteringKey: ["id"],
};

/** Creates the tables and their types. */
export async function createTables(store: Store): Promise<void> {
  const userTypes = userTypesOf([
    {
      name: "address",
      fields: [
        { name: "city", typeDefinition: "text" },
        { name: "street", typeDefinition: "text" },
      ],
    },
  ]);
  for (const type of userTypes.values()) await store.createUserType("shop", type);
  const column = (name: string, typeDefinition: string) => ({ name, typeDefinition });
  const tables = [
    {
      name: "rooms",
      columnDefinitions: [
        ...[column("tenant", "text"), column("name", "text"), column("title", "text"), column("members", "bigint")],
        ...[column("moderators", "set<text>"), column("log", "list<text>"), column("settings", "map<text, text>")],
        column("address", "address"),
      ],
      primaryKey: { partitionKey: ["tenant"], clusteringKey: ["name"] },
    },
    {
      name: "messages",
      columnDefinitions: [column("room", "text"), column("day", "int"), column("at", "int"), column("body", "text")],
      primaryKey: { partitionKey: ["room"], clusteringKey: ["day", "at"] },
    },
    {
      name: "docs",
      columnDefinitions: [
        ...[column("lang", "text"), column("id", "int"), column("title", "text"), column("kind", "text")],
        column("embedding", "vector<float, 3>"),
      ],
      primaryKey: { partitionKey: ["lang"], clusteringKey: ["id"] },
      indexes: [
        { column: "kind", using: "sai" },
        { column: "title", using: "sai" },
        { column: "embedding", using: "sai" },
      ],
    },
  ];
  for (const table of tables) await store.createTable("shop", tableOf(table as never, { userTypes }));
}
