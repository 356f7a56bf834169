/**
 * Changed definitions as events for clients: what was created, changed or dropped.
 *
 * The store says which names changed, not how; that follows from the definitions before and after.
 */
import type { Keyspace } from "../../model/index.ts";
import type { ChangedDefinitions, Store } from "../../store/index.ts";
import type { SchemaChange } from "../protocol/message.ts";

type Listener = (event: SchemaChange) => void;

interface Named {
  readonly name: string;
}

export class SchemaEvents {
  readonly #store: Pick<Store, "keyspaces" | "keyspace" | "onChange">;
  readonly #onEvent: Listener;
  /** The definitions that clients know from events. */
  readonly #published = new Map<string, Keyspace>();
  #work: Promise<void>;
  readonly #stop: () => void;

  constructor(
    store: Pick<Store, "keyspaces" | "keyspace" | "onChange">,
    onEvent: Listener,
    onError: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#onEvent = onEvent;
    this.#work = this.#load().catch(onError);
    this.#stop = store.onChange((changed) => {
      this.#work = this.#work.then(() => this.#announce(changed)).catch(onError);
    });
  }

  /** No event is sent after it resolves. */
  async close(): Promise<void> {
    this.#stop();
    await this.#work;
  }

  async #load(): Promise<void> {
    for (const name of await this.#store.keyspaces()) {
      const keyspace = await this.#store.keyspace(name);
      if (keyspace) this.#published.set(name, keyspace);
    }
  }

  async #announce(changed: ChangedDefinitions): Promise<void> {
    const { keyspace: name } = changed;
    const before = this.#published.get(name);
    const after = await this.#store.keyspace(name);
    if (after) this.#published.set(name, after);
    else this.#published.delete(name);
    for (const event of eventsOf(changed, before, after)) this.#onEvent(event);
  }
}

/** In the order in which a client can follow them. */
export function eventsOf(
  { keyspace, tables, userTypes }: ChangedDefinitions,
  before: Keyspace | undefined,
  after: Keyspace | undefined,
): readonly SchemaChange[] {
  const parts: readonly SchemaChange[] = [
    ...changesOf(keyspace, "TYPE", userTypes, before?.userTypes, after?.userTypes),
    ...changesOf(keyspace, "TABLE", tables, before?.tables, after?.tables),
  ];
  const change = changeOf(before, after);
  const own: SchemaChange = { kind: "schema-change", change: change ?? "UPDATED", target: "KEYSPACE", keyspace };
  if (change === "CREATED") return [own, ...parts];
  // Tables go before their types, and both before their keyspace.
  if (change === "DROPPED") return [...parts.toReversed(), own];
  // If all its tables and types are unchanged, only the replication can have changed.
  return tables.length + userTypes.length > 0 || !change ? parts : [own];
}

function changesOf(
  keyspace: string,
  target: "TABLE" | "TYPE",
  names: readonly string[],
  before: readonly Named[] = [],
  after: readonly Named[] = [],
): readonly SchemaChange[] {
  return names.flatMap((name) => {
    const own = (all: readonly Named[]): Named | undefined => all.find((one) => one.name === name);
    const change = changeOf(own(before), own(after));
    return change ? [{ kind: "schema-change", change, target, keyspace, name } as const] : [];
  });
}

/** Undefined for an object that was created and dropped since the last events. */
function changeOf(before: object | undefined, after: object | undefined): SchemaChange["change"] | undefined {
  if (before) return after ? "UPDATED" : "DROPPED";
  return after && "CREATED";
}
