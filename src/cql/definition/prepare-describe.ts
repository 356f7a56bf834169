/** Answers DESCRIBE with rows, as the database does since 4.0: clients print what they are given. */
import { invalid } from "../cql-error.ts";
import type { Describe } from "../grammar/tree.ts";
import type { ColumnSpec } from "../protocol/message.ts";
import type { Caller, Database, Prepared } from "../statement/prepared.ts";
import { clusterName, isSystemKeyspace } from "../system/index.ts";
import { describedRow, Describer } from "./describer.ts";

export function prepareDescribe(statement: Describe, database: Database, caller: Caller): Prepared {
  const columns = columnsOf(statement).map((name): ColumnSpec => {
    return { keyspace: "system", table: "describe", name, type: { kind: "native", name: "text" } };
  });
  return {
    variables: [],
    keyIndexes: [],
    columns,
    isCurrent: () => true,
    execute: async () => {
      const rows = await describe(statement, database, caller);
      return {
        kind: "rows",
        columns,
        rows: rows.map((row) => row.slice(0, columns.length).map((cell) => Buffer.from(cell))),
      };
    },
  };
}

function columnsOf({ what }: Describe): readonly string[] {
  if (what === "cluster") return ["cluster", "partitioner", "snitch"];
  const isList = ["keyspaces", "tables", "types", "indexes", "views", "functions", "aggregates"].includes(what);
  return ["keyspace_name", "type", "name", ...(isList ? [] : ["create_statement"])];
}

async function describe(
  statement: Describe,
  database: Database,
  caller: Caller,
): Promise<readonly (readonly string[])[]> {
  const { what, name, full, only, withInternals } = statement;
  const describer = new Describer(database, withInternals);
  const place = (): string => {
    const keyspace = name?.keyspace ?? caller.keyspace;
    if (keyspace !== undefined) return keyspace;
    throw invalid("No keyspace specified and no current keyspace");
  };
  const named = name?.name ?? "";
  switch (what) {
    case "cluster":
      return [[clusterName, "Murmur3Partitioner", "DynamicEndpointSnitch"]];
    case "schema": {
      const names = await describer.names();
      const all = names.filter((keyspace) => full || !isSystemKeyspace(keyspace));
      return (await Promise.all(all.map((keyspace) => describer.keyspace(keyspace)))).flat();
    }
    case "keyspaces":
      return (await describer.names()).map((keyspace) => describedRow(keyspace, "keyspace", keyspace));
    case "keyspace":
      return describer.keyspace(name?.name ?? place(), only);
    case "tables":
    case "types":
      return describer.list(what, caller.keyspace);
    case "indexes":
    case "views":
    case "functions":
    case "aggregates":
      return [];
    case "table":
      return describer.table(place(), named);
    case "type":
      return describer.type(place(), named);
    case "index":
      return describer.index(place(), named);
    case "view":
      return describer.nothing(place(), `Materialized view '${named}'`);
    case "function":
      return describer.nothing(place(), `User defined function '${named}'`);
    case "aggregate":
      return describer.nothing(place(), `User defined aggregate '${named}'`);
    case "any": {
      const isKeyspace = name?.keyspace === undefined && (await describer.names()).includes(named);
      return isKeyspace ? describer.keyspace(named) : describer.any(name?.keyspace ?? caller.keyspace, named);
    }
  }
}
