import type { Selection } from "../store.ts";
import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";
import type { Restrictions } from "./restriction.ts";

/** @throws {StoreError} `invalid` when the selection is about more than whole partitions */
export function checkDistinct(
  layout: Layout,
  { perPartitionLimit, nearest, orderBy = [], writeTimes = [], countsOnly }: Selection,
  restrictions: Restrictions,
  columns: Layout["columns"],
): void {
  const isOfRows = [...restrictions.keys()].some(({ kind }) => kind === "clustering" || kind === "regular");
  if (isOfRows || nearest) {
    throw refusal(
      "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
    );
  }
  const sorted = layout.partitionKey.some((column) => restrictions.get(column)?.kind === "in") ? orderBy : [];
  const named = [...(countsOnly ? [] : [...columns.keys(), ...writeTimes]), ...sorted.map(({ column }) => column)];
  const selected = named.flatMap((name) => layout.columns.get(name) ?? []);
  const ofRows = selected.find(({ kind }) => kind === "clustering" || kind === "regular");
  if (ofRows) {
    throw refusal(
      `SELECT DISTINCT queries must only request partition key columns and/or static columns (not ${ofRows.name})`,
    );
  }
  if (perPartitionLimit !== undefined) {
    throw refusal("PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries");
  }
}
