/**
 * Derives API names from CQL names, identically on client, service and sources.
 *
 * `order_items` is the type `OrderItems`, the query `orderItems` and the mutation `insertOrderItems`; the column
 * `created_at` is the field `createdAt`. Every name of a scope is decided at once: where two names meet, none of them
 * gets the plain form, so that a plain name never comes to mean something else. No I/O.
 */

/** The names of a table in the API. */
export interface TableApiNames {
  /** The GraphQL type of a row; `insert`, `update` and `delete` before it name the mutations. */
  readonly type: string;
  /** The field that queries the table. */
  readonly query: string;
}

/** The endings of the types that belong to a table, after its type name. */
const helperTypes = ["", "Input", "FilterInput", "Order", "Result", "MutationResult"];

/**
 * Each word of these endings. Types of different names claim the same name only if one of them is the other one with such a word:
 * `ProductsInput` is the input of `Products`, and `ProductsFilter` has the input `ProductsFilterInput`, the filter of `Products`.
 */
const helperEnding = /(?:Input|Order|Result|Filter|Mutation)$/;

/** Type names that a table cannot have: roots, options and scalars of the GraphQL API, by the spelling of any server (`BigInt`, `Bigint`). */
const reservedTypes = new Set([
  ...["Query", "Mutation", "Subscription", "QueryOptions", "MutationOptions", "UpdateOptions"],
  ...["QueryConsistency", "MutationConsistency", "SerialConsistency", "Consistency"],
  ...["Table", "Column", "ColumnInput", "ColumnKind", "BasicType"],
  ...["ClusteringKeyInput", "DataType", "DataTypeInput", "Keyspace", "DataCenter", "DataCenterInput"],
  ...["Boolean", "Float", "Int", "ID", "String", "Ascii", "BigInt", "Bigint", "Blob", "Counter", "Date", "Decimal"],
  ...["Duration", "Float32", "Inet", "SmallInt", "Time", "TimeUuid", "Timestamp", "TinyInt", "Uuid", "Varint"],
]);

/** Filters, map entries, tuples and user types are types of the API too: no table may have such a name. */
const reservedEnding = /(?:FilterInput|(?:MapEntry|Tuple|Udt)(?:Input)?)$/;

/**
 * The API names of a keyspace's tables. `["products", "order_items"]` gives `Products`/`products` and
 * `OrderItems`/`orderItems`.
 */
export function nameTables(tables: Iterable<string>): ReadonlyMap<string, TableApiNames> {
  const queries = new Map<string, string>();
  const queryOf = (type: string): string => {
    const query = queries.get(type) ?? queryName(type);
    queries.set(type, query);
    return query;
  };
  const names = assign(tables, {
    plain: upperCamel,
    claims: (type) => {
      const query = queryOf(type);
      // Stargate has a second query for each table, `productsFilter`.
      return [...helperTypes.map((ending) => type + ending), `query ${query}`, `query ${query}Filter`];
    },
    leadingClaims: (type) => [type, `query ${queryOf(type)}`],
    hasHelperEnding: (type) => helperEnding.test(type),
    reserved: (type) => reservedTypes.has(type) || reservedEnding.test(type),
  });
  return new Map([...names].map(([table, type]) => [table, { type, query: queryOf(type) }]));
}

/** The API names of a table's columns: `["id", "created_at"]` gives `id` and `createdAt`. */
export function nameColumns(columns: Iterable<string>): ReadonlyMap<string, string> {
  const plain = new Map<string, string>();
  for (const column of columns) plain.set(column, lowerCamel(column));
  // A field claims only its own name.
  return new Set(plain.values()).size === plain.size ? plain : assign(plain.keys(), fields);
}

/**
 * The plain type name of a table: `upperCamel("my_products")` is `"MyProducts"`. Here and in fields `ID` is read as `id`: the one
 * acronym that the library for names of cassandra-data-apis knows.
 */
export function upperCamel(name: string): string {
  return legal(camel(name === "ID" ? "id" : name, true), name);
}

/** The plain field name of a column: `lowerCamel("created_at")` is `"createdAt"`. Lowers the first letter only. */
export function lowerCamel(name: string): string {
  return legal(camel(name === "ID" ? "id" : lowerFirst(name), false), name);
}

/** The query field of a type. A suffix or an escape stays as it is; the camel step would change it. */
export function queryName(type: string): string {
  return type.includes("_") ? lowerFirst(type) : lowerCamel(type);
}

function lowerFirst(name: string): string {
  const first = name.charCodeAt(0);
  return first >= 0x41 && first <= 0x5a ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

const separator = /[_ .-]/;
/** Most names, recognized at once. */
const plainName = /^\w+$/;
const letterAfterDigits = /([A-Za-z]\d+)([A-Za-z])/g;
const foreign = /[^A-Za-z0-9]/gu;

/**
 * Digits that follow a letter are a word of their own: `a1b` is `A1B`, but `col_1a` is `Col1a`. As in that library, a letter that
 * begins a word has no digits of its own: `a1b2c` is `A1B2c`.
 */
function camel(name: string, upper: boolean): string {
  if (plainName.test(name)) {
    const parted = name.replace(
      letterAfterDigits,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
    let text = "";
    for (let from = 0; from <= parted.length;) {
      const end = parted.indexOf("_", from);
      const word = parted.slice(from, end < 0 ? parted.length : end);
      text += upper || from > 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
      if (end < 0) break;
      from = end + 1;
    }
    return text;
  }
  const words = name.replace(/([a-zA-Z])(\d+)([a-zA-Z]?)/g, "$1 $2 $3").trim();
  return words
    .split(separator)
    .map((word, index) => (upper || index > 0 ? word.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : word))
    .join("")
    .replace(foreign, escaped);
}

/** `é` is `xe9_`: a character that GraphQL cannot hold stays readable and no table vanishes. */
function escaped(character: string): string {
  return `x${(character.codePointAt(0) ?? 0).toString(16)}_`;
}

/** Names begin with a letter. One of separators alone would be empty, and is escaped whole. */
function legal(camelName: string, name: string): string {
  if (camelName === "") return [...name].map(escaped).join("");
  return /^\d/.test(camelName) ? escaped(camelName[0] ?? "") + camelName.slice(1) : camelName;
}

interface Scope {
  readonly plain: (name: string) => string;
  /** All the names that go with one: no two members of the scope may share any. */
  readonly claims: (apiName: string) => readonly string[];
  /** The only claims to compare while no name has a helper's ending: if these differ, all the others differ too. */
  readonly leadingClaims: (apiName: string) => readonly string[];
  readonly hasHelperEnding: (apiName: string) => boolean;
  readonly reserved: (apiName: string) => boolean;
}

/** The fields of a table: each claims only itself. */
const fields: Scope = {
  plain: lowerCamel,
  claims: (field) => [field],
  leadingClaims: (field) => [field],
  hasHelperEnding: () => false,
  reserved: () => false,
};

/** Forms of a name from the plain one on, each less likely to meet another; the last is different for every CQL name. */
function formOf(scope: Scope, name: string, level: number): string {
  const plain = scope.plain(name);
  if (level === 0) return plain;
  if (level === 1) return `${plain}_${nameHash(name).slice(-4)}`;
  if (level === 2) return `${plain}_${nameHash(name)}`;
  return `${plain}_${Array.from(name, (character) => (character.codePointAt(0) ?? 0).toString(16)).join("_")}`;
}

/**
 * Gives each name the plainest form that nobody else claims.
 *
 * A form that was ever contested stays unused: otherwise adding one name could hand an existing form to a third.
 */
function assign(names: Iterable<string>, scope: Scope): ReadonlyMap<string, string> {
  const plain = new Map<string, string>();
  for (const name of names) plain.set(name, scope.plain(name));
  if (allFree([...plain.values()], scope)) return plain;
  const levels = new Map(Array.from(plain.keys(), (name) => [name, 0]));
  const contested = new Set<string>();
  for (let settled = false; !settled;) {
    settled = true;
    const owners = new Map<string, Set<string>>();
    for (const [name, level] of levels) {
      for (const claim of scope.claims(formOf(scope, name, level))) {
        const claimants = owners.get(claim) ?? new Set();
        owners.set(claim, claimants.add(name));
      }
    }
    for (const [claim, claimants] of owners) {
      if (claimants.size > 1) contested.add(claim);
    }
    for (const [name, level] of levels) {
      const form = formOf(scope, name, level);
      const free = !scope.reserved(form) && !scope.claims(form).some((claim) => contested.has(claim));
      if (free || level === 3) continue;
      levels.set(name, level + 1);
      settled = false;
    }
  }
  return new Map([...levels].map(([name, level]) => [name, formOf(scope, name, level)]));
}

/** Whether no name is reserved and no two meet, which is so in most keyspaces. */
function allFree(apiNames: readonly string[], scope: Scope): boolean {
  const claimsOf = apiNames.some(scope.hasHelperEnding) ? scope.claims : scope.leadingClaims;
  const claimed = new Set<string>();
  for (const apiName of apiNames) {
    if (scope.reserved(apiName)) return false;
    for (const claim of claimsOf(apiName)) {
      if (claimed.has(claim)) return false;
      claimed.add(claim);
    }
  }
  return true;
}

/** Eight hex digits for a name, FNV-1a over UTF-16 code units: small, the same everywhere, and no secret depends on it. */
export function nameHash(name: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    value = Math.imul(value ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(8, "0");
}
