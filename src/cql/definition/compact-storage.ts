import { isMultiCell } from "../../model/index.ts";
import type { Table } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";

/**
 * Refuses a table that `COMPACT STORAGE` cannot have. One that it can have is a table like any other here: how rows are stored
 * shows only to clients of the protocol before CQL.
 *
 * @throws {CqlError} `invalid`
 */
export function checkCompactStorage({ columns, clusteringKey }: Table): void {
  const values = columns.filter(({ kind }) => kind === "regular" || kind === "static");
  if (values.some(({ type }) => isMultiCell(type))) {
    throw invalid("Non-frozen collections and UDTs are not supported with COMPACT STORAGE");
  }
  if (values.some(({ kind }) => kind === "static")) {
    throw invalid("Static columns are not supported in COMPACT STORAGE tables");
  }
  if (clusteringKey.length === 0 && values.length === 0) {
    throw invalid("No definition found that is not part of the PRIMARY KEY");
  }
  if (clusteringKey.length === 0 || values.length < 2) return;
  const names = values.map(({ name }) => name).sort();
  throw invalid(
    `COMPACT STORAGE with composite PRIMARY KEY allows no more than one column not part of the PRIMARY KEY (got: ${names.join(", ")})`,
  );
}
