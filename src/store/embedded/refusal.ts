import { StoreError } from "../store.ts";

/** What the database would refuse, in its words. */
export function refusal(message: string): StoreError {
  return new StoreError("invalid", message);
}

/** The database's answer to everything that it could find by reading all rows only. */
export const needsFiltering =
  "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. " +
  "If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING";

export function nullInCondition(column: string): StoreError {
  return refusal(`Invalid null value in condition for column ${column}`);
}
