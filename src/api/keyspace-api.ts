/**
 * The API of a keyspace: the tables that it names, and the types of each, made when they are asked for.
 *
 * So a change of definitions costs what it changes: the names of all tables, and the types of the tables that documents
 * use from then on. Tables that stay keep their types.
 */
import { nameHash, nameTables } from "@colonnade/runtime/protocol";
import type { TableApiNames } from "@colonnade/runtime/protocol";
import type { Keyspace, Table } from "../model/index.ts";
import type { Api, ApiDirective, ApiField } from "./api-type.ts";
import { boolean } from "./scalars.ts";
import { createTableApi, mutationVerbs } from "./table-api.ts";
import type { TableApi } from "./table-api.ts";
import { tableTypesOf } from "./table-types.ts";
import type { TableTypes } from "./table-types.ts";
import { nameValues } from "./value-names.ts";
import { createValueTypes } from "./value-types.ts";
import type { ValueTypes } from "./value-types.ts";

const apis = new WeakMap<Keyspace, KeyspaceApi>();

/** Once for a keyspace, which is another object when a definition changes. */
export function apiOf(keyspace: Keyspace): KeyspaceApi {
  const api = apis.get(keyspace) ?? new KeyspaceApi(keyspace);
  apis.set(keyspace, api);
  return api;
}

/** The endings of the names of a table's types, after the table's own name. Real servers have them too, so they never change. */
const typeEndings = ["", "MutationResult", "FilterInput", "Input", "Order", "Result"];
/**
 * Inputs that only this service has: `ProductsChangesInput`. If another table has a type of that name, by the endings above, the
 * input gets a hash: `ProductsChanges_1a2b3c4dInput`.
 */
const addedInputs = ["Changes", "Nearest"];
/** The end of an added input's name, with or without a hash: what precedes it is the table's own name. */
const addedInput = new RegExp(`(?:${addedInputs.join("|")})(?:_[0-9a-f]{8})?Input$`);

const mostSimilar = 5;

export class KeyspaceApi {
  readonly keyspace: Keyspace;
  readonly values: ValueTypes;
  /** The names of the tables, by their CQL names. */
  readonly names: ReadonlyMap<string, TableApiNames>;
  readonly #byType = new Map<string, Table>();
  readonly #byQuery = new Map<string, Table>();

  constructor(keyspace: Keyspace) {
    this.keyspace = keyspace;
    this.names = nameTables(keyspace.tables.map((table) => table.name));
    for (const table of keyspace.tables) {
      const { type, query } = this.#namesOf(table);
      this.#byType.set(type, table);
      this.#byQuery.set(query, table);
    }
    const taken = [...typeEndings, ...addedInputs.map((input) => `${input}Input`)];
    this.values = createValueTypes(nameValues(keyspace, (name) => this.#ownerOf(name, taken) !== undefined));
  }

  /** The table that has a type of this name, made with one of these endings. */
  #ownerOf(name: string, endings: readonly string[]): Table | undefined {
    const ending = endings.find(
      (one) => name.endsWith(one) && this.#byType.has(name.slice(0, name.length - one.length)),
    );
    return ending === undefined ? undefined : this.#byType.get(name.slice(0, name.length - ending.length));
  }

  #namesOf({ name }: Table): TableApiNames {
    const names = this.names.get(name);
    if (!names) throw new Error(`no table ${name} in ${this.keyspace.name}`);
    return names;
  }

  tableApi(table: Table): TableApi {
    const names = this.#namesOf(table);
    const inputName = (of: string): string => {
      const name = `${names.type}${of}Input`;
      return this.#ownerOf(name, typeEndings) ? `${names.type}${of}_${nameHash(table.name)}Input` : name;
    };
    const inputs = { changes: inputName("Changes"), nearest: inputName("Nearest") };
    return createTableApi(this.keyspace.name, table, { ...names, inputs });
  }

  typesOf(table: Table): TableTypes {
    return tableTypesOf(this.tableApi(table), this.values);
  }

  /**
   * The tables of a query or mutation: `products`, `insertProducts`. Two if a table is called `insert_products`, whose query
   * has the name of the other's mutation.
   */
  findByOperation(field: string): readonly Table[] {
    const verb = mutationVerbs.find((one) => field.startsWith(one));
    const written = verb && this.#byType.get(field.slice(verb.length));
    return [this.#byQuery.get(field), written && isWritten(written) ? written : undefined].filter(
      (table) => table !== undefined,
    );
  }

  /** A few tables whose operations begin as one that does not exist: an error can suggest them. */
  findSimilar(field: string): readonly Table[] {
    const verb = mutationVerbs.find((one) => field.startsWith(one)) ?? "";
    const start = field.slice(verb.length, verb.length + 3).toLowerCase();
    const similar: Table[] = [];
    for (const [query, table] of this.#byQuery) {
      if (similar.length < mostSimilar && query.toLowerCase().startsWith(start)) similar.push(table);
    }
    return similar;
  }

  /** The table of a type: `Products`, `ProductsInput`. */
  findByType(name: string): Table | undefined {
    return this.#ownerOf(name, typeEndings) ?? this.#byType.get(name.replace(addedInput, ""));
  }

  /** The types that lead to those of these tables. */
  select(tables: readonly Table[]): Api {
    const { name } = this.keyspace;
    const types = tables.map((table) => this.typesOf(table));
    const isEmpty = this.keyspace.tables.length === 0;
    const written = types.filter(({ api }) => isWritten(api.table));
    return {
      query: {
        kind: "object",
        name: "Query",
        description: `Reads of the keyspace \`${name}\`: a field for each table.`,
        fields: isEmpty ? [emptyQuery] : types.map(({ query }) => query),
      },
      ...(this.keyspace.tables.some(isWritten) && {
        mutation: {
          kind: "object",
          name: "Mutation",
          description: `Writes to the keyspace \`${name}\`, run one after the other: three fields for each table.`,
          fields: written.flatMap(({ mutations }) => mutationVerbs.map((verb) => mutations[verb])),
        },
      }),
      directives: isEmpty ? [] : [atomic],
    };
  }

  whole(): Api {
    return this.select(this.keyspace.tables);
  }
}

/** Nothing writes to a materialized view. */
function isWritten({ viewOf }: Table): boolean {
  return viewOf === undefined;
}

const atomic: ApiDirective = {
  name: "atomic",
  description:
    "Applies the writes of a mutation as one batch: all of them, or none. With conditions, all must hold, and all rows must be of one partition.",
  locations: ["MUTATION"],
};

/** GraphQL knows no type without fields; real servers use this name too. */
const emptyQuery: ApiField = {
  name: "keyspaceEmptyQuery",
  type: boolean,
  description: "Always null: the keyspace has no tables.",
};
