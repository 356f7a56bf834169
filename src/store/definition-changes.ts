import { isDeepStrictEqual } from "node:util";
import type { Keyspace } from "../model/index.ts";
import type { ChangedDefinitions } from "./store.ts";

interface Named {
  readonly name: string;
}

/** What differs between two states of a keyspace; undefined if nothing does. Unchanged definitions are the same objects. */
export function changedBetween(
  keyspace: string,
  before: Keyspace | undefined,
  after: Keyspace | undefined,
): ChangedDefinitions | undefined {
  if (before === after) return undefined;
  return {
    keyspace,
    tables: changedNames(before?.tables, after?.tables),
    userTypes: changedNames(before?.userTypes, after?.userTypes),
  };
}

function changedNames(before: readonly Named[] = [], after: readonly Named[] = []): readonly string[] {
  const [old, current] = [new Set(before), new Set(after)];
  const changed = [...before.filter((one) => !current.has(one)), ...after.filter((one) => !old.has(one))];
  return [...new Set(changed.map(({ name }) => name))];
}

/** A keyspace that was read anew, with the objects of before for what has not changed. */
export function keepUnchanged(before: Keyspace | undefined, after: Keyspace): Keyspace {
  if (!before || isDeepStrictEqual(before, after)) return before ?? after;
  return {
    ...after,
    tables: keepSame(before.tables, after.tables),
    userTypes: keepSame(before.userTypes, after.userTypes),
  };
}

function keepSame<Definition extends Named>(
  before: readonly Definition[],
  after: readonly Definition[],
): readonly Definition[] {
  const old = new Map(before.map((one) => [one.name, one]));
  return after.map((one) => {
    const same = old.get(one.name);
    return same && isDeepStrictEqual(same, one) ? same : one;
  });
}

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
