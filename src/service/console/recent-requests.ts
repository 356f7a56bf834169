import type { Exchange } from "../exchange.ts";

/** A request with the time of its response, as Unix time in milliseconds. */
export interface RecentRequest extends Exchange {
  /** Tells it from others; counts up. */
  readonly number: number;
  readonly at: number;
  /** What was asked: the operation of the route, or of a GraphQL document. */
  readonly operation?: string | undefined;
}

/** Enough to look back a while, and less than 1 MB. */
const most = 500;

/** Keeps the latest requests in memory, for the console. They hold no path, header or body: of a document, the name alone. */
export class RecentRequests {
  readonly #kept: RecentRequest[] = [];
  #count = 0;

  /** What operators and the console itself ask for would crowd out the rest. */
  add(exchange: Exchange, operation: string | undefined): void {
    if (exchange.route.startsWith("/__local/")) return;
    this.#kept.push({ ...exchange, operation, number: ++this.#count, at: Date.now() });
    if (this.#kept.length > most) this.#kept.shift();
  }

  /** The latest last. */
  get all(): readonly RecentRequest[] {
    return this.#kept;
  }
}
