import { testConditions } from "./conditions.ts";
import { testFiltering } from "./filtering.ts";
import type { OpenTables } from "./open-tables.ts";
import { testPartsOfTables } from "./parts-of-tables.ts";
import { testSelect } from "./select.ts";
import { testSelectedColumns } from "./selected-columns.ts";

/** What every engine does alike, by what it is about. */
export const storeBehavior: readonly (readonly [string, (openStore: OpenTables) => void])[] = [
  ["conditional writes", testConditions],
  ["selections", testSelect],
  ["columns of selections", testSelectedColumns],
  ["filters of any column, and tuples", testFiltering],
  ["parts of tables", testPartsOfTables],
];
