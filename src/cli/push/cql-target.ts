import { isColonnadeError } from "../../errors.ts";
import type { KnownTypes, Unknown } from "../../model/index.ts";
import { printSetReplication } from "../../model/print-cql.ts";
import type { Replication } from "../../model/print-cql.ts";
import { connectCluster } from "../../source/cql/connect-cluster.ts";
import { causeOf, firstLine } from "../../source/cql/cql-fault.ts";
import type { ConnectOptions } from "../../source/cql/cql-options.ts";
import { introspectCql } from "../../source/cql/index.ts";
import type { SystemKeyspace } from "../../source/cql/index.ts";
import { isDefined } from "../database/ask-sources.ts";
import type { PushTarget } from "./push-target.ts";
import { printStep } from "./step.ts";
import type { Step } from "./step.ts";

export interface CqlTargetOptions extends ConnectOptions {
  /** Of keyspaces that are created. Without it, none can be. */
  readonly replication?: Replication | undefined;
  readonly customTypes?: KnownTypes["customTypes"];
}

/** A cluster, which is sent CQL: it can create whatever definitions hold. */
export function createCqlTarget({ replication, customTypes, ...cluster }: CqlTargetOptions): PushTarget {
  const print = (step: Step): string => printStep(step, replication ?? 1);
  return {
    name: "the cluster",
    see: async (defined) => {
      const mayLack = (name: string): boolean => !isDefined(defined, name);
      const told = await introspectCql({ ...cluster, keyspace: defined.name, customTypes, mayLack }).catch(
        (error: unknown) => {
          if (isColonnadeError(error) && error.code === "cql-no-keyspace") return undefined;
          throw error;
        },
      );
      if (!told) return undefined;
      const views = told.notes.filter(({ kind }) => kind === "materialized-view").map(({ table }) => table);
      const left = replication === undefined ? [] : [keptReplication(defined.name, replication)];
      return { keyspace: told.keyspace, unknown: unknownTo(told), dropped: told.droppedColumns, views, left };
    },
    judge: async (steps) => {
      const isHomeless = ({ kind }: Step): boolean => kind === "keyspace" && replication === undefined;
      const refused = steps.filter(isHomeless).map(({ keyspace }) => ({
        code: "cannot-push",
        message: `${keyspace}: the cluster has no such keyspace, and nothing says on how many nodes its rows are to be`,
        next: "--replication 3, or --replication dc1:3,dc2:2; or is another keyspace meant?",
      }));
      return { steps, refused, byHand: [] };
    },
    print: (step) => `${print(step)};`,
    document: (step) => ({ cql: print(step) }),
    open: (use) =>
      connectCluster(cluster, ({ client, host, timeoutMs }) =>
        use(async (step) => {
          try {
            const { info } = await client.execute(print(step), [], { host, readTimeout: timeoutMs });
            return info?.warnings ?? [];
          } catch (error) {
            throw new Error(explain(step, reasonOf(error)), { cause: error });
          }
        }),
      ),
  };
}

function keptReplication(keyspace: string, replication: Replication): string {
  const cql = `${printSetReplication(keyspace, replication)};`;
  return `the replication of ${keyspace}, which exists: --replication is for a keyspace that push creates: ${cql}`;
}

/** Columns have no comments in a database, and neither have user types. */
function unknownTo({ unknown }: SystemKeyspace): readonly Unknown[] {
  return [...unknown.filter((what) => what !== "droppedColumns"), "memberDescriptions"];
}

/** Before Cassandra 4, a number of nodes for the whole cluster is nothing that it understands. */
function explain({ kind }: Step, reason: string): string {
  const isOld = kind === "keyspace" && /replication_factor is an option for SimpleStrategy/.test(reason);
  return isOld ? `${reason} (it wants a number for each data center: --replication dc1:3)` : reason;
}

function reasonOf(error: unknown): string {
  const { name, message } = causeOf(error);
  return name === "OperationTimedOutError"
    ? "the cluster did not answer in time, and may have done it"
    : firstLine(message);
}
