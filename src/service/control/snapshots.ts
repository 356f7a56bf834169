import type { EmbeddedStore, RowCopy } from "../../store/index.ts";

/** Copies of all rows by name, which tests take and restore. They end with the process. */
export class Snapshots {
  readonly #store: Pick<EmbeddedStore, "copyRows" | "restoreRows">;
  readonly #copies = new Map<string, RowCopy>();

  constructor(store: Pick<EmbeddedStore, "copyRows" | "restoreRows">) {
    this.#store = store;
  }

  /** Takes the place of an earlier snapshot of that name. */
  async take(name: string): Promise<void> {
    this.#copies.set(name, await this.#store.copyRows());
  }

  /** @returns false if no snapshot has that name. @throws {StoreError} `invalid` when a definition has changed */
  async restore(name: string): Promise<boolean> {
    const copy = this.#copies.get(name);
    if (copy) await this.#store.restoreRows(copy);
    return copy !== undefined;
  }
}
