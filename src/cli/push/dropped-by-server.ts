/**
 * Lists what servers of the family silently lose of a table that REST creates, found before anything is sent.
 *
 * The only table of these facts. For a profile without an entry, no losses are known.
 * @see service-facts 1.4.2; captures, data-apis: rest-tables, rest-columns
 */
import type { Problem } from "../../errors.ts";
import type { Column, Table } from "../../model/index.ts";
import { printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";

interface Loss {
  readonly ofTable: (table: Table) => string | undefined;
  readonly ofColumn: (column: Column) => string | undefined;
}

const losses: Readonly<Record<string, Loss>> = {
  dataApis: {
    ofTable: ({ partitionKey, clusteringKey, defaultTimeToLive }) => {
      if (partitionKey.length > 1 && clusteringKey.length === 0) {
        return `the server makes ${partitionKey.slice(1).join(", ")} a clustering key: it supports several partition columns only together with clustering columns`;
      }
      return defaultTimeToLive > 0 ? "the server ignores the time to live" : undefined;
    },
    ofColumn: ({ kind, type }) => {
      if (kind === "static") return "the server makes the column regular, not static";
      return type.kind === "native"
        ? undefined
        : "the server's REST does not support collections, tuples, vectors or user types";
    },
  },
};

/** @param profile the name in `--profile` */
export function findDropped(steps: readonly Step[], profile: string): readonly Problem[] {
  const { ofTable, ofColumn } = new Map(Object.entries(losses)).get(profile) ?? {};
  return steps.flatMap((step) => {
    if (step.kind !== "table" && step.kind !== "column") return [];
    const { keyspace, table } = step;
    const columns = step.kind === "table" ? table.columns : [step.column];
    const found = [
      ...(step.kind === "table" ? [[`${keyspace}.${table.name}`, ofTable?.(table)] as const] : []),
      ...columns.map((column) => [`${keyspace}.${table.name}.${column.name}`, ofColumn?.(column)] as const),
    ];
    return found.flatMap(([place, loss]): Problem[] => {
      const next = `create it on the cluster behind the service: colonnade push --to cql, or ${printStep(step, 1)};`;
      return loss === undefined ? [] : [{ code: "cannot-push", message: `${place}: ${loss}`, next }];
    });
  });
}
