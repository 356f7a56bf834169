/** Writes new rows over several ways at once and reads acknowledged ones back, until it is stopped. */
import { setTimeout } from "node:timers/promises";
import { Ledger } from "./ledger.ts";
import type { Way } from "./ways.ts";

export interface Load {
  /** By the name of the way. */
  readonly ledgers: ReadonlyMap<string, Ledger>;
  /** Resolves when the last call has ended. */
  readonly stop: () => Promise<void>;
}

/** Calls in flight on each way. */
const workers = 4;
const conditionalEvery = 20;
const abortedEvery = 50;
const abortAfterMs = 1;
const afterFailureMs = 20;

let written = 0;

/** No id comes twice in a run. */
function nextId(): string {
  return `65cad0df-4fc8-42df-90e5-${(written++).toString(16).padStart(12, "0")}`;
}

export function startLoad(ways: readonly Way[]): Load {
  let isRunning = true;
  const ledgers = new Map(ways.map(({ name }) => [name, new Ledger()]));

  async function work(way: Way, ledger: Ledger, worker: number): Promise<void> {
    for (let count = worker; isRunning; count++) {
      const wentWell = (await write(way, ledger, count)) && (await read(way, ledger));
      if (!wentWell) await setTimeout(afterFailureMs);
    }
  }

  const ended = Promise.all(
    ways.flatMap((way) => {
      const ledger = ledgers.get(way.name) as Ledger;
      return Array.from({ length: workers }, (_, worker) => work(way, ledger, worker));
    }),
  );
  const stop = async (): Promise<void> => {
    isRunning = false;
    await ended;
  };
  return { ledgers, stop };
}

async function write(way: Way, ledger: Ledger, count: number): Promise<boolean> {
  const id = nextId();
  const signal = count % abortedEvery === 0 ? AbortSignal.timeout(abortAfterMs) : undefined;
  try {
    const applied = await way.insert(id, { ifNotExists: count % conditionalEvery === 1, ...(signal && { signal }) });
    // Nobody else writes this id.
    if (!applied) throw new Error("a condition on a new row did not hold");
    ledger.acknowledge(id);
    return true;
  } catch (error) {
    ledger.failWrite(id, error, error === signal?.reason);
    return error === signal?.reason;
  }
}

async function read(way: Way, ledger: Ledger): Promise<boolean> {
  const { acknowledged } = ledger;
  const id = acknowledged[Math.floor(Math.random() * acknowledged.length)];
  if (id === undefined) return true;
  try {
    ledger.reads += 1;
    if (!(await way.read(id))) ledger.staleReads += 1;
    return true;
  } catch (error) {
    ledger.failRead(error);
    return false;
  }
}
