/** Names what the modules of tables and user types export. */
import { nameHash, nameTables, queryName, upperCamel } from "@colonnade/runtime/protocol";
import { memoizeLast } from "../cache.ts";
import type { Table, UserType } from "../model/index.ts";
import type { Overrides } from "./overrides.ts";
import type { NamedValue } from "./value-plan.ts";

/** The names that the modules of a table can export. */
export type ExportedNames = Readonly<ReturnType<typeof exportedNames>>;

/** Names of a table that need not come from the name of its type. */
interface OwnNames {
  /** Replaces `ProductsRow`. */
  readonly row?: string | undefined;
  /** Replaces `Products` in `findProducts`, `scanProducts`, `countProducts` and `partitionsOfProducts`. */
  readonly plural?: string | undefined;
}

/** The exported names of a table, from the API name of its type: `Products` gives `ProductsRow`, `insertProducts`, … */
export function exportedNames(type: string, { row, plural = type }: OwnNames = {}) {
  const lower = queryName(type);
  return {
    row: row ?? `${type}Row`,
    key: `${type}Key`,
    where: `${type}Where`,
    if: `${type}If`,
    partition: `${type}Partition`,
    clustering: `${type}Clustering`,
    within: `${type}Within`,
    indexed: `${type}Indexed`,
    insert: `${type}Insert`,
    update: `${type}Update`,
    rowUpdate: `${type}RowUpdate`,
    staticUpdate: `${type}StaticUpdate`,
    increment: `${type}Increment`,
    types: `${type}Types`,
    id: `${type}Id`,
    // A name that begins with an escape has no first letter whose case distinguishes the type from the codec.
    idCodec: lower === type ? `${lower}IdCodec` : `${lower}Id`,
    idSchema: `${lower}IdSchema`,
    table: `${lower}Table`,
    getFunction: `get${type}`,
    getStaticFunction: `get${type}Static`,
    findFunction: `find${plural}`,
    scanFunction: `scan${plural}`,
    partitionsFunction: `partitionsOf${plural}`,
    countFunction: `count${plural}`,
    countAllFunction: `countAll${plural}`,
    insertFunction: `insert${type}`,
    updateFunction: `update${type}`,
    deleteFunction: `delete${type}`,
    deleteWhereFunction: `delete${type}Where`,
    incrementFunction: `increment${type}`,
    rowSchema: row === undefined ? `${lower}RowSchema` : `${queryName(row)}Schema`,
    insertSchema: `${lower}InsertSchema`,
    updateSchema: `${lower}UpdateSchema`,
    rowUpdateSchema: `${lower}RowUpdateSchema`,
    staticUpdateSchema: `${lower}StaticUpdateSchema`,
    incrementSchema: `${lower}IncrementSchema`,
  };
}

/** The exported names of a user type: `Address` gives the interface, the codec `addressType` and the validator `addressSchema`. */
function userTypeNames(type: string): NamedValue {
  const lower = lowerFirst(type);
  return { type, codec: `${lower}Type`, validator: `${lower}Schema` };
}

/** Every exported name of a type `Q`, a letter that is in no other part of them. */
const forms = [...Object.values(exportedNames("Q")), ...Object.values(userTypeNames("Q"))];
const partsOfForms = (part: RegExp): readonly string[] => [
  ...new Set(forms.flatMap((form) => part.exec(form)?.[1] ?? [])),
];

/** What precedes the name of a type in the names of functions: `get`, `countAll`. */
export const verbs = partsOfForms(/^(\w+)Q/);

/** The first words of what follows the name of a type: `Row` of `RowSchema`; `With` in those of finders. */
export const endings = [...partsOfForms(/[qQ]([A-Z][a-z]*)/), "With"];

/**
 * Names of columns with which the function could have the name of another export: `nearestDocsByXTable` is also the descriptor of
 * the table `nearest_docs_by_x`, and `nearestDocsByAByB` the function of the table `docs_by_a`.
 */
const ambiguous = new RegExp(`By|(?:${partsOfForms(/^q\w*([A-Z][a-z]*)$/).join("|")})$`);

/** The function that finds neighbors by a column: `nearestDocsByEmbedding`. @param column its name, capitalized */
export function nearestName({ findFunction }: ExportedNames, column: string): string {
  const ending = ambiguous.test(column) ? `_${nameHash(column).slice(-4)}` : "";
  return `nearest${findFunction.slice("find".length)}By${column}${ending}`;
}

export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The names of members in TypeScript: as fields in the API, or as columns in the database. */
export type Naming = "camel" | "verbatim";

/** A table with its names in the API and in types and functions. */
interface NamedTable {
  readonly table: Table;
  readonly apiName: string;
  readonly typeName: string;
}

export function nameUserTypes(userTypes: readonly UserType[], overrides: Overrides): ReadonlyMap<string, NamedValue> {
  return new Map(userTypes.map(({ name }) => [name, userTypeNames(overrides.userType(name).name ?? upperCamel(name))]));
}

/** Names the tables of a keyspace: API names that conflict are decided together. */
export function nameTypes(tables: readonly Table[], overrides: Overrides): readonly NamedTable[] {
  const apiNames = nameEvery(tables.map((table) => table.name));
  return tables.map((table) => {
    const apiName = apiNames.get(table.name)?.type ?? "";
    return { table, apiName, typeName: overrides.table(table.name).name ?? apiName };
  });
}

const nameEvery = memoizeLast<string, ReturnType<typeof nameTables>>(nameTables);
