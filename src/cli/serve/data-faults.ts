/** Failures of the folder of data as faults of the machine, with what to do about them. */
import { ColonnadeError } from "../../errors.ts";
import { StoreError } from "../../store/index.ts";
import type { StoreErrorCode } from "../../store/index.ts";
import type { Io } from "../terminal/io.ts";
import { printCommand, printFlag } from "../terminal/print-command.ts";

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

export interface DataFaults {
  /** Throws an error that prevents the start: a failure of the store with the next step, any other as it is. */
  readonly onFailure: (error: unknown) => never;
  /** What to do about an error of a request. */
  readonly nextOf: (error: unknown) => string | undefined;
}

/** @param folder as the command line names it */
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
