import { resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { openEmbeddedStore, openMemoryStore, salvageStore, StoreError } from "../../store/index.ts";
import type { StoreErrorCode } from "../../store/index.ts";
import { servedClusterFlags } from "../database/database-flags.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { printCommand, printFlag } from "../terminal/package-manager.ts";
import type { OpenedEngine, PlanEngine } from "./engine.ts";
import { resetStore } from "./prepare-store.ts";

const usualFolder = ".colonnade/data";

/** Flags about files, which data in memory does not have. */
const aboutFiles = ["data", "salvage", "reset"];

/** Bytes whose check takes about a second. */
const noticeable = 1e9;

/** Rows in a folder of this machine, or in memory. */
export const planEmbedded: PlanEngine = (flags, io) => {
  const ofCluster = flags.findGiven([...Object.keys(servedClusterFlags), "replication"]);
  if (ofCluster !== undefined) {
    throw new ColonnadeError("usage", `--${ofCluster} applies only to a cluster`, {
      next: "add --store cassandra, or omit it",
    });
  }
  if (flags.has("memory")) {
    const stranger = flags.findGiven(aboutFiles);
    if (stranger !== undefined) {
      const message = `--memory and --${stranger} cannot be combined: there are no files`;
      throw new ColonnadeError("usage", message, { next: `omit --${stranger}` });
    }
    return async (_, now) => {
      const store = await openMemoryStore(now && { now });
      return { store, embedded: store, served: "memory", stopped: "stopped; the rows in memory are gone" };
    };
  }
  const directory = resolve(io.cwd, flags.text("data") ?? usualFolder);
  const shown = renderPath(directory, io.cwd);
  const { onFailure, nextOf } = createDataFaults(shown, io.env);
  return async (log, now) => {
    if (flags.has("salvage")) {
      const { found, setAside } = await salvageStore(directory).catch(onFailure);
      if (found !== undefined) log.warn(`the data is damaged: ${found}; serving what is readable`);
      for (const { path, kept } of setAside) {
        log.warn(`moved a damaged file to ${renderPath(path, io.cwd)}; ${kept} readable changes in it were kept`);
      }
    }
    const onCheck = (bytes: number): void => {
      if (bytes >= noticeable) log.say(`checking ${(bytes / 1e9).toFixed(1)} GB of ${shown} before serving`);
    };
    const store = await openEmbeddedStore({ directory, onCheck, ...(now && { now }) }).catch(onFailure);
    try {
      if (!store.isWritable)
        log.warn(`the disk of ${shown} is full: rows can be read, but not written until there is room`);
      if (flags.has("reset")) {
        for (const line of await resetStore(store, flags.text("keyspace")).catch(onFailure)) log.warn(line);
      }
      const stopped = "stopped; all acknowledged writes are on disk";
      return { store, embedded: store, onFailure, nextOf, served: shown, stopped };
    } catch (error) {
      await store.close();
      throw error;
    }
  };
};

type PrintNext = (folder: string, serveWith: (flag: string) => string) => string;

/** Before serving, by the code of the error. */
const nextByCode: { readonly [Code in StoreErrorCode]?: PrintNext } = {
  "data-in-use": () => "stop that process, or choose another folder with --data",
  "foreign-data": (folder) =>
    `choose an empty folder with --data; if ${folder} had data of Colonnade, restore it from a backup`,
  "newer-data": (folder) => `update Colonnade, or choose another folder than ${folder} with --data`,
  damaged: (folder, serveWith) =>
    `restore ${folder} from a backup, or serve what is readable: ${serveWith("--salvage")}`,
  full: (folder) => `free a few megabytes on the disk of ${folder}, then start again`,
  unavailable: (folder) =>
    `check that ${folder} is a folder that this user may read and write, or choose another one with --data`,
};

type DataFaults = Required<Pick<OpenedEngine, "onFailure" | "nextOf">>;

/** Failures of the folder of data as faults of the machine, with what to do about them. @param folder as the command line names it */
export function createDataFaults(folder: string, env: Io["env"]): DataFaults {
  const serveWith = (flag: string): string => printCommand("colonnade serve", [printFlag("data", folder), flag], env);
  return {
    onFailure: (error) => {
      if (!(error instanceof StoreError && error.isFailure)) throw error;
      const { code, message } = error;
      const next = nextByCode[code]?.(folder, serveWith);
      throw new ColonnadeError(code, message, { kind: "machine", ...(next !== undefined && { next }), cause: error });
    },
    // Only a check of all files finds the one that is damaged.
    nextOf: (error) =>
      error instanceof StoreError && error.code === "damaged"
        ? "to find the file, restart the service: it checks every file before it serves"
        : undefined,
  };
}
