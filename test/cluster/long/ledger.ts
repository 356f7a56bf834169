/** What became of every write of one way to the cluster, as its caller was told, and how long nothing was acknowledged. */
import { outcomeOf } from "@colonnade/runtime";

/** `not-applied` promises that the row is not there; after `unknown` it may be. */
export type Told = "applied" | "not-applied" | "unknown";

export interface Failure {
  readonly at: number;
  readonly what: string;
}

export class Ledger {
  readonly told = new Map<string, Told>();
  /** In the order of their acknowledgment. */
  readonly acknowledged: string[] = [];
  readonly failures: Failure[] = [];
  reads = 0;
  /** Reads of an acknowledged row that found none. */
  staleReads = 0;
  aborted = 0;
  longestGap = { at: 0, ms: 0 };
  lastAcknowledged = Date.now();

  acknowledge(id: string): void {
    const now = Date.now();
    const ms = now - this.lastAcknowledged;
    if (ms > this.longestGap.ms) this.longestGap = { at: this.lastAcknowledged, ms };
    this.lastAcknowledged = now;
    this.told.set(id, "applied");
    this.acknowledged.push(id);
  }

  failWrite(id: string, error: unknown, isAborted: boolean): void {
    const outcome = outcomeOf(error);
    this.told.set(id, outcome === "refused" || outcome === "not-sent" ? "not-applied" : "unknown");
    if (isAborted) this.aborted += 1;
    else this.#fail("write", error);
  }

  failRead(error: unknown): void {
    this.#fail("read", error);
  }

  count(told: Told): number {
    return [...this.told.values()].filter((one) => one === told).length;
  }

  #fail(what: string, error: unknown): void {
    const { name, message } = error as Error;
    this.failures.push({ at: Date.now(), what: `${what}: ${name}: ${message}`.split("\n", 1)[0] ?? "" });
  }
}
