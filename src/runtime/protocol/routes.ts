/** Where the service answers, below its base address. @see service document 4 */

const rest = "/api/rest/v1";

export const headers = {
  token: "x-service-token",
  requestId: "x-service-request-id",
} as const;

/** A token works until this long after the last call made with it. @see service document 5 */
export const tokenIdleMs: number = 30 * 60 * 1000;

/** Values of key columns in a row's path are parted by this. @see service-facts 1.6.1 */
export const keySeparator = ";";

const segment = encodeURIComponent;
/** Last segments that would make the path of a row that of something above it. */
const unheld = new Set(["", ".", ".."]);

export const routes = {
  auth: `${rest}/auth`,
  keyspaces: `${rest}/keyspaces`,
  tables: (keyspace: string): string => `${rest}/keyspaces/${segment(keyspace)}/tables`,
  table: (keyspace: string, table: string): string => `${routes.tables(keyspace)}/${segment(table)}`,
  rows: (keyspace: string, table: string): string => `${routes.table(keyspace, table)}/rows`,
  /**
   * @param key text of the key's values, partition key first
   * @throws {RangeError} for a key that no path can hold: clients take `.` and `..` for steps, also when they are escaped
   */
  row: (keyspace: string, table: string, key: readonly string[]): string => {
    const last = key.map(segment).join(keySeparator);
    if (unheld.has(last)) throw new RangeError(`a row with the key ${JSON.stringify(last)} has no path of its own`);
    return `${routes.rows(keyspace, table)}/${last}`;
  },
  /** Without a keyspace, the service's default one. */
  graphql: (keyspace?: string): string =>
    keyspace === undefined ? "/api/graphql" : `/api/graphql/${segment(keyspace)}`,
} as const;
