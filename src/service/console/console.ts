import type { Keyspace } from "../../model/index.ts";

/** What the console at `/` needs of its surroundings. */
export interface Console {
  /** The page, its program and its style sheet. */
  readonly files: readonly ConsoleFile[];
  /** What stores the rows, and where. @default not shown */
  readonly storeName?: string;
  /** Prints the module that `generate` would write for a table. @throws if the names of the keyspace conflict */
  readonly printModule: (keyspace: Keyspace, table: string) => Promise<string>;
}

export interface ConsoleFile {
  /** `/`, `/console.js` or `/console.css`. */
  readonly path: string;
  /** The media type. */
  readonly type: string;
  /** Reads it, at each request. */
  readonly read: () => Promise<string | Uint8Array<ArrayBuffer>>;
}
