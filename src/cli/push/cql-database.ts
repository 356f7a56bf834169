import { isColonnadeError } from "../../errors.ts";
import type { KnownTypes } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import { connectCluster } from "../../source/cql/connect-cluster.ts";
import { causeOf, firstLine } from "../../source/cql/cql-fault.ts";
import type { ConnectOptions } from "../../source/cql/cql-options.ts";
import { introspectCql } from "../../source/cql/introspect-cql.ts";
import { mayLackUndefinedTables } from "../../source/left-out.ts";
import { printStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import { keptReplication } from "./database.ts";
import type { Database } from "./database.ts";

interface CqlDatabaseOptions extends ConnectOptions {
  /** The replication of new keyspaces. Without it, none can be created. */
  readonly replication?: Replication | undefined;
  readonly customTypes?: KnownTypes["customTypes"];
}

/** A cluster, changed with CQL: it can create everything that definitions express. */
export function createCqlDatabase({ replication, customTypes, ...cluster }: CqlDatabaseOptions): Database {
  const print = (step: Step): string => printStep(step, replication);
  return {
    name: "the cluster",
    read: async (defined) => {
      const options = { ...cluster, keyspace: defined.name, customTypes, ...mayLackUndefinedTables(defined) };
      const live = await introspectCql(options).catch((error: unknown) => {
        if (isColonnadeError(error) && error.code === "cql-no-keyspace") return undefined;
        throw error;
      });
      if (!live) return undefined;
      const views = live.notes.filter(({ kind }) => kind === "materialized-view").map(({ table }) => table);
      const left = keptReplication(defined.name, replication);
      // A database stores no comments for columns and user types.
      const unknown = [...live.unreported, "memberDescriptions" as const];
      return { keyspace: live.keyspace, unknown, ...(live.dropped && { dropped: live.dropped }), views, left };
    },
    classify: async (steps) => {
      const lacksReplication = ({ kind }: Step): boolean => kind === "keyspace" && replication === undefined;
      const refused = steps.filter(lacksReplication).map(({ keyspace }) => ({
        code: "cannot-push",
        message: `${keyspace}: the cluster does not have this keyspace, and creating it needs a replication`,
        next: "--replication 3, or --replication dc1:3,dc2:2; or check the name of the keyspace",
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

/** Before Cassandra 4, a single number for the whole cluster is not supported. */
function explain({ kind }: Step, reason: string): string {
  const isOld = kind === "keyspace" && /replication_factor is an option for SimpleStrategy/.test(reason);
  return isOld ? `${reason} (it requires a number for each data center: --replication dc1:3)` : reason;
}

function reasonOf(error: unknown): string {
  const { name, message } = causeOf(error);
  return name === "OperationTimedOutError"
    ? "the request timed out, but the cluster may have executed it"
    : firstLine(message);
}
