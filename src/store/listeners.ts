import type { ChangedDefinitions } from "./store.ts";

type Listener = (changed: ChangedDefinitions) => void;

/** Who wants to know of changed definitions. */
export class Listeners {
  readonly #listeners = new Set<Listener>();

  /** @returns a function that ends this */
  add(listener: Listener): () => void {
    // Given twice, it is called twice.
    const own: Listener = (changed) => listener(changed);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  tell(changed: ChangedDefinitions): void {
    for (const listener of this.#listeners) {
      try {
        listener(changed);
      } catch (error) {
        // The change is made; whoever made it is not to blame.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}
