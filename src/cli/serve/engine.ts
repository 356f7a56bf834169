import type { LoadedConfig } from "../../config/index.ts";
import type { TokenStorage } from "../../service/index.ts";
import type { EmbeddedStore, Store } from "../../store/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import type { Log } from "./log.ts";

/** Where rows are stored, by the names of `--store`. */
export const engineNames = ["embedded", "cassandra"] as const;

export interface OpenedEngine {
  readonly store: Store;
  /** What tests do to all rows, and what drivers read and write. @default the engine is not embedded */
  readonly embedded?: EmbeddedStore;
  /** @default in memory */
  readonly tokenStorage?: TokenStorage;
  /** Throws the fault that a failure before the start means. @default as it is */
  readonly onFailure?: (error: unknown) => never;
  /** What to do about an error of a request. @default nothing that is known */
  readonly nextOf?: (error: unknown) => string | undefined;
  /** What is served, as in "serving …". */
  readonly served: string;
  /** The last message, once the store is closed. */
  readonly stopped: string;
}

/** Opens what the flags say. @param now for a clock that tests move */
type OpenEngine = (log: Log, now?: () => number) => Promise<OpenedEngine>;

/**
 * Checks the flags of an engine; touches neither a disk nor a network, except for the files that flags name.
 *
 * @throws {ColonnadeError} `usage`
 */
export type PlanEngine = (flags: Flags, io: Io, config: LoadedConfig | undefined) => OpenEngine;
