/** The operations that servers which only write and read rows do not support, for their profiles. */
import { ConfigError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";

/** By the names of options and of operations. */
const beyond: Readonly<Record<string, string>> = {
  timestamp: "give a write a time",
  perPartition: "limit the rows of each partition",
  part: "read a part of a table",
  writeTimes: "tell when a column was written",
  changes: "change a collection or a user type in part",
  partConditions: "have a condition on a part of a column",
  deleteWhere: "delete several rows at once",
  count: "count rows",
  distinct: "list the partitions of a table",
  nearest: "find the nearest vectors",
};

/** Refuses all of that. @param server its name */
export function refuseBeyondRows(server: string): (request: object, about: About) => void {
  return (request, about) => {
    for (const [name, what] of Object.entries(beyond)) {
      if ((request as Readonly<Record<string, unknown>>)[name] === undefined) continue;
      const reason = `${server} cannot ${what}: Colonnade's service and createCassandraSession can`;
      throw new ConfigError(reason, about);
    }
  };
}
