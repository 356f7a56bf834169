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
  readonly read: (defined: Keyspace) => Promise<LiveKeyspace | undefined>;
  /** Divides steps by whether the database supports them. Changes nothing. */
  readonly classify: (steps: readonly Step[]) => Promise<ClassifiedSteps>;
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
type Create = (step: Step) => Promise<readonly string[]>;

/** The same database, with progress on the terminal while it reads and creates. */
export function withProgress(database: Database, { wait }: Pick<Progress, "wait">): Database {
  return {
    ...database,
    read: (defined) => wait(`reading ${defined.name}`, database.read(defined)),
    open: (use) => database.open((create) => use((step) => wait(`creating ${describeStep(step)}`, create(step)))),
  };
}

interface ClassifiedSteps {
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

/** A line for the requested replication of a keyspace that exists: `push` does not change it. */
export function keptReplication(keyspace: string, replication: Replication | undefined): readonly string[] {
  if (replication === undefined) return [];
  const cql = `${printSetReplication(keyspace, replication)};`;
  return [
    `the replication of ${keyspace}, which exists: --replication applies only to keyspaces that push creates: ${cql}`,
  ];
}

/** How a server of the Data APIs silently differs from the definition of a table that it creates. */
function lossOfTable({ partitionKey, clusteringKey, defaultTimeToLive }: Table): string | undefined {
  if (partitionKey.length > 1 && clusteringKey.length === 0) {
    return `the server makes ${partitionKey.slice(1).join(", ")} a clustering key: it supports several partition columns only together with clustering columns`;
  }
  return defaultTimeToLive > 0 ? "the server ignores the time to live" : undefined;
}

function lossOfColumn({ kind, type }: Column): string | undefined {
  if (kind === "static") return "the server makes the column regular, not static";
  return type.kind === "native"
    ? undefined
    : "the server's REST does not support collections, tuples, vectors or user types";
}

/**
 * Finds the steps that a kind of service would create differently than defined.
 *
 * @param profile the name in `--profile`
 */
export function findLosses(steps: readonly Step[], profile: string): readonly Problem[] {
  if (profile !== "dataApis") return [];
  return steps.flatMap((step) => {
    if (step.kind !== "table" && step.kind !== "column") return [];
    const { keyspace, table } = step;
    const columns = step.kind === "table" ? table.columns : [step.column];
    const found = [
      ...(step.kind === "table" ? [[`${keyspace}.${table.name}`, lossOfTable(table)] as const] : []),
      ...columns.map((column) => [`${keyspace}.${table.name}.${column.name}`, lossOfColumn(column)] as const),
    ];
    return found.flatMap(([place, loss]): Problem[] => {
      const next = `create it on the cluster behind the service: colonnade push --to cql, or ${printStep(step)};`;
      return loss === undefined ? [] : [{ code: "cannot-push", message: `${place}: ${loss}`, next }];
    });
  });
}
