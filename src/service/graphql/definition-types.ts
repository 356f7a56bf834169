/** The executable types of the definition endpoint. Independent of any keyspace, so they are made once. */
import type { GraphQLSchema } from "graphql";
import { definitionApi } from "../../api/index.ts";
import { partsOf, primaryKey, printCqlType } from "../../model/index.ts";
import type { Column, ColumnKind, CqlType, Keyspace, Table, UserType } from "../../model/index.ts";
import { changes } from "./change-definitions.ts";
import { createDocuments } from "./execute.ts";
import type { Documents } from "./execute.ts";
import { createGraphQLSchema } from "./graphql-types.ts";
import type { RootResolver } from "./graphql-types.ts";

type Resolver = NonNullable<RootResolver["resolve"]>;

/** Missing objects are null, not errors. */
const queries: Readonly<Record<string, Resolver>> = {
  keyspace: async (_source, { name }, { store }) => {
    const keyspace = await store.keyspace(name as string);
    return keyspace && showKeyspace(keyspace);
  },
  keyspaces: async (_source, _args, { store }) => {
    const all = await Promise.all((await store.keyspaces()).map((name) => store.keyspace(name)));
    return all.flatMap((keyspace) => (keyspace ? showKeyspace(keyspace) : []));
  },
};

function resolverOf(change: (typeof changes)[string]): Resolver {
  return async (_source, args, { store }) => {
    await change(args as Parameters<typeof change>[0], store);
    return true;
  };
}

const definitionTypes: GraphQLSchema = createGraphQLSchema(definitionApi, ({ name }) => {
  const change = changes[name];
  const resolve = change ? resolverOf(change) : queries[name];
  if (!resolve) throw new Error(`no resolver for ${name}`);
  return { resolve };
});

export const definitionDocuments: Documents = createDocuments(() => definitionTypes);

/*
 * Definitions as the endpoint shows them: each property is a field, or what makes its value.
 */

/** An object whose members are fields: GraphQL calls a function when a document selects its field. */
type Shown = Readonly<Record<string, unknown>>;

interface Named {
  readonly name: string;
}

function showKeyspace({ name, tables, userTypes }: Keyspace): Shown {
  return {
    name,
    dcs: [],
    table: (args: Named) => findShown(tables, args, showTable),
    tables: () => tables.map(showTable),
    type: (args: Named) => findShown(userTypes, args, showUserType),
    types: () => userTypes.map(showUserType),
  };
}

function findShown<Item extends Named>(among: readonly Item[], { name }: Named, show: (item: Item) => Shown): unknown {
  const found = among.find((one) => one.name === name);
  return found && show(found);
}

function showTable(table: Table): Shown {
  return { name: table.name, description: table.description, columns: () => columnsOf(table).map(showColumn) };
}

function showColumn({ name, description, kind, type }: Column): Shown {
  return { name, description, kind: kind.toUpperCase(), type: () => showType(type) };
}

function showUserType({ name, description, fields }: UserType): Shown {
  const showField = ({ type, ...field }: (typeof fields)[number]): Shown => ({ ...field, type: () => showType(type) });
  return { name, description, fields: () => fields.map(showField) };
}

function showType(type: CqlType): Shown {
  const info = { name: nameOf(type), frozen: isFrozen(type), subTypes: () => subTypesOf(type)?.map(showType) };
  return { basic: basicOf(type), info: type.kind === "native" ? null : info };
}

const ranks: Readonly<Record<ColumnKind, number>> = { partition: 0, clustering: 0, static: 1, regular: 2 };

function columnsOf(of: Table): readonly Column[] {
  const place = new Map(primaryKey(of).map((name, index) => [name, index]));
  const rank = (one: Column): number => place.get(one.name) ?? ranks[one.kind] * of.columns.length;
  return [...of.columns].sort((one, other) => rank(one) - rank(other));
}

function basicOf(type: CqlType): string {
  switch (type.kind) {
    case "native":
      return type.name.toUpperCase();
    case "user":
      return "UDT";
    case "vector":
    case "custom":
      return "CUSTOM";
    default:
      return type.kind.toUpperCase();
  }
}

function nameOf(type: CqlType): string | null {
  if (type.kind === "user") return type.type.name;
  return type.kind === "vector" || type.kind === "custom" ? printCqlType(type) : null;
}

/** Unknown for an unknown type; tuples and vectors always are frozen. */
function isFrozen(type: CqlType): boolean | null {
  if ("frozen" in type) return type.frozen;
  return type.kind === "custom" ? null : true;
}

/** The fields of a user type are listed once, with the type. */
function subTypesOf(type: CqlType): readonly CqlType[] | undefined {
  return type.kind === "user" || type.kind === "vector" || type.kind === "custom" ? undefined : partsOf(type);
}
