/** Paths of the service; used as `routes`. Each is an export of its own, so that bundlers drop unused ones. */

const rest = "/api/rest/v1";
const segment = encodeURIComponent;

/** Separates the key columns in the path of a row. */
export const keySeparator = ";";

/** The last segment of the path for queries. In the path of a row with this key it is escaped, to distinguish the two. */
const query = "query";

/** Last segments that clients resolve as steps within the path, so that it would name something else than the row. */
const steps = ["", ".", ".."];

export const auth: string = `${rest}/auth`;
export const keyspaces: string = `${rest}/keyspaces`;

export function tables(keyspace: string): string {
  return `${keyspaces}/${segment(keyspace)}/tables`;
}

export function table(keyspace: string, table: string): string {
  return `${tables(keyspace)}/${segment(table)}`;
}

export function rows(keyspace: string, name: string): string {
  return `${table(keyspace, name)}/rows`;
}

/**
 * @param key text of the key's values, partition key first
 * @throws {RangeError} for a key that no path can name: empty, `.` or `..`, which clients resolve even if they are escaped
 */
export function row(keyspace: string, table: string, key: readonly string[]): string {
  const last = key.map(segment).join(keySeparator);
  if (steps.includes(last)) throw new RangeError(`a row with the key ${JSON.stringify(last)} has no path of its own`);
  return `${rows(keyspace, table)}/${last === query ? "%71uery" : last}`;
}

export function rowsQuery(keyspace: string, table: string): string {
  return `${rows(keyspace, table)}/${query}`;
}

/** Without a keyspace, the service's default one. */
export function graphql(keyspace?: string): string {
  return keyspace === undefined ? "/api/graphql" : `/api/graphql/${segment(keyspace)}`;
}
