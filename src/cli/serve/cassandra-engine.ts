import { ColonnadeError } from "../../errors.ts";
import { openStoredTokens, withoutTokens } from "../../service/index.ts";
import { StoreError, openCassandraStore } from "../../store/index.ts";
import { parseCluster, parseReplication } from "../database/parse-cluster.ts";
import type { PlanEngine } from "./engine.ts";

/** Flags that make no sense with a cluster, and why. */
const strangers: Readonly<Record<string, string>> = {
  memory: "rows are stored in the cluster",
  data: "rows are stored in the cluster",
  salvage: "the cluster repairs its own files: use nodetool",
  reset: "other programs may use the keyspaces of a cluster: drop them with CQL",
  cql: "the cluster speaks CQL itself",
  control: "it is for tests, deletes rows, and moves a clock that the cluster does not have",
};

/** Rows, definitions and tokens in a cluster, which other services may share. */
export const planCassandra: PlanEngine = (flags, io, config) => {
  const stranger = flags.findGiven(Object.keys(strangers));
  if (stranger !== undefined) {
    const message = `--${stranger} and --store cassandra cannot be combined: ${strangers[stranger]}`;
    throw new ColonnadeError("usage", message, { next: `omit --${stranger}` });
  }
  const cluster = parseCluster(flags, io, config?.cluster, "cluster-");
  const wanted = flags.text("replication");
  const replication = wanted === undefined ? undefined : parseReplication(wanted);
  const place = cluster.contactPoints.join(", ");
  const onFailure = asServiceFault(place);
  return async () => {
    const { ssl, ...options } = cluster;
    const store = await openCassandraStore({ ...options, tls: ssl, replication, joinsTurns: true }).catch(onFailure);
    try {
      const tokenStorage = await openStoredTokens(store).catch(onFailure);
      const served = `the cluster at ${place}`;
      return { store: withoutTokens(store), tokenStorage, onFailure, served, stopped: "stopped" };
    } catch (error) {
      await store.close();
      throw error;
    }
  };
};

function asServiceFault(place: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreError && error.isFailure)) throw error;
    throw new ColonnadeError("cql-no-answer", `the cluster at ${place} cannot be used: ${error.message}`, {
      kind: "service",
      next: "check the rights of the user and the state of the cluster (nodetool status), then try again",
      cause: error,
    });
  };
}
