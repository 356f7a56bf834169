import type { Problem } from "../../errors.ts";
import type { Column, Keyspace, Table } from "../../model/index.ts";
import { printSetReplication } from "../../model/print-cql.ts";
import type { Replication } from "../../model/print-cql.ts";
import type { LiveKeyspace } from "../database/plan-push.ts";
import { describeStep, printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import type { Progress } from "../terminal/progress.ts";

/** The database that definitions are pushed to. */
export interface Database {
  /** As used in a sentence: `the cluster`. */
  readonly name: string;
  /** Whether it may show new objects late. @default false */
  readonly showsLate?: boolean;
  /**
   * The live keyspace; undefined if it does not exist. What the database does not report is taken from the definitions.
   */
  readonly see: (defined: Keyspace) => Promise<LiveKeyspace | undefined>;
  /** Determines which steps it supports. Changes nothing. */
  readonly judge: (steps: readonly Step[]) => Promise<Judgment>;
  /** For `--dry-run`: one or more lines to copy. */
  readonly print: (step: Step) => string;
  /** For `--json`. */
  readonly document: (step: Step) => object;
  /** Connects while `use` runs. */
  readonly open: (use: (create: Create) => Promise<void>) => Promise<void>;
}

/**
 * Creates one object.
 * @returns warnings of the database
 * @throws {Error} whose message is the reason, without a final stop
 */
export type Create = (step: Step) => Promise<readonly string[]>;

/** The same database, whose answers and creations are waited for on the terminal. */
export function withProgress(database: Database, { wait }: Pick<Progress, "wait">): Database {
  return {
    ...database,
    see: (defined) => wait(`reading ${defined.name}`, database.see(defined)),
    open: (use) => database.open((create) => use((step) => wait(`creating ${describeStep(step)}`, create(step)))),
  };
}

interface Judgment {
  /** The supported steps, in the same order. */
  readonly steps: readonly Step[];
  /** Unsupported steps that others depend on. */
  readonly refused: readonly Problem[];
  /** Steps that have to be run by other means, as CQL. */
  readonly byHand: readonly ByHand[];
}

export interface ByHand {
  /** The reason, as a sentence without a final stop. */
  readonly message: string;
  readonly cql: string;
}

/** What `push` leaves alone of a keyspace that exists: the replication that was asked for. */
export function keptReplication(keyspace: string, replication: Replication | undefined): readonly string[] {
  if (replication === undefined) return [];
  const cql = `${printSetReplication(keyspace, replication)};`;
  return [
    `the replication of ${keyspace}, which exists: --replication applies only to keyspaces that push creates: ${cql}`,
  ];
}

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
