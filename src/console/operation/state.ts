/** The figures that the service returns, and those of a while ago. */
import type { Figures } from "../../service/metrics.ts";
import type { Connection } from "../connection.ts";
import { addSample } from "./samples.ts";
import type { Durations, Sample } from "./samples.ts";

export interface State extends Figures {
  readonly status: string;
  readonly store: {
    readonly name?: string;
    readonly figures: readonly Figure[];
    readonly histograms: readonly (Durations & { readonly name: string })[];
  };
  readonly keyspaces: readonly { readonly name: string; readonly tables: number; readonly userTypes: number }[];
  /** Whether statements of CQL can be run. */
  readonly hasCql: boolean;
}

export interface Figure {
  /** Ends with its unit: `disk_used_bytes`. */
  readonly name: string;
  readonly help: string;
  readonly value: number;
}

/** How often it is read. */
export const pollMs = 5_000;

/** Reads the state, and keeps what it was since the page was opened. */
export class StateHistory {
  readonly #connection: Connection;
  #samples: readonly Sample[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get samples(): readonly Sample[] {
    return this.#samples;
  }

  async read(signal?: AbortSignal): Promise<State> {
    const state = await this.#connection.read<State>("read the state", "/__local/state", signal);
    this.#samples = addSample(this.#samples, sampleOf(state, performance.now()));
    return state;
  }
}

function sampleOf({ durations, routes, store }: State, atMs: number): Sample {
  const counted = routes.filter(({ route }) => !route.startsWith("/__local/"));
  return {
    atMs,
    requests: counted.reduce((sum, { count }) => sum + count, 0),
    failed: counted.reduce((sum, { failed }) => sum + failed, 0),
    responses: durations,
    commits: store.histograms.find(({ name }) => name === "batch_duration_seconds"),
  };
}
