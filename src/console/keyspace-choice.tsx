import type { VNode } from "preact";
import { printPlace } from "./place.ts";
import type { View } from "./place.ts";

interface KeyspaceChoiceProps {
  readonly view: View;
  readonly keyspace: string;
  readonly keyspaces: readonly string[];
}

/** The keyspace, as a choice if there are several. */
export function KeyspaceChoice({ view, keyspace, keyspaces }: KeyspaceChoiceProps): VNode {
  // The URL may name a dropped keyspace.
  const names = keyspaces.includes(keyspace) ? keyspaces : [keyspace, ...keyspaces];
  if (names.length === 1) {
    return (
      <p class="keyspace">
        <span class="small muted">Keyspace</span>
        <strong>{keyspace}</strong>
      </p>
    );
  }
  const choose = (event: { readonly currentTarget: HTMLSelectElement }): void => {
    location.hash = printPlace({ view, keyspace: event.currentTarget.value });
  };
  return (
    <label class="keyspace">
      <span class="small muted">Keyspace</span>
      <select value={keyspace} onChange={choose}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
