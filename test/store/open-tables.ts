import type { Table } from "../../src/model/index.ts";
import type { Store } from "../../src/store/index.ts";

/** A store whose keyspace `shop` has these tables, without rows. Each engine has its own. */
export type OpenTables = (tables?: readonly Table[]) => Promise<{ readonly store: Store }>;
