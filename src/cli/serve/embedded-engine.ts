import { resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { openEmbeddedStore, salvageStore } from "../../store/index.ts";
import { findClusterFlag, servedClusterFlags } from "../database/cluster-flags.ts";
import { renderPath } from "../terminal/messages.ts";
import type { PlanEngine } from "./engine.ts";
import { resetStore } from "./prepare-store.ts";

export const usualFolder = ".colonnade/data";

/** Rows in a folder of this machine. */
export const planEmbedded: PlanEngine = (flags, io) => {
  const ofCluster = findClusterFlag(flags, servedClusterFlags) ?? (flags.text("replication") && "replication");
  if (ofCluster !== undefined) {
    throw new ColonnadeError("usage", `--${ofCluster} applies only to a cluster`, {
      next: "add --store cassandra, or omit it",
    });
  }
  const directory = resolve(io.cwd, flags.text("data") ?? usualFolder);
  const shown = renderPath(directory, io.cwd);
  return async (log, now) => {
    if (flags.has("salvage")) {
      const { found, setAside } = await salvageStore(directory);
      if (found !== undefined) log.warn(`the data is damaged: ${found}; serving what is readable`);
      for (const { path, kept } of setAside) {
        log.warn(`moved a damaged file to ${renderPath(path, io.cwd)}; ${kept} readable changes in it were kept`);
      }
    }
    const verify = flags.has("verify");
    const store = await openEmbeddedStore({ directory, verify, ...(now && { now }) });
    try {
      if (verify) log.say(`checked every file of ${shown}`);
      if (flags.has("reset")) for (const line of await resetStore(store, flags.text("keyspace"))) log.warn(line);
      return { store, rows: store, served: shown, stopped: "stopped; all acknowledged writes are on disk" };
    } catch (error) {
      await store.close();
      throw error;
    }
  };
};
