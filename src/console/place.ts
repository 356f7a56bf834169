/** Where the user is, kept in the fragment of the address: `#/tables/shop/products/definition`. */
import { useEffect, useState } from "preact/hooks";

export const views = ["tables", "graphql", "cql", "requests", "health"] as const;
export type View = (typeof views)[number];

export const tabs = ["rows", "definition"] as const;
export type Tab = (typeof tabs)[number];

export interface Place {
  readonly view: View;
  readonly keyspace?: string | undefined;
  readonly table?: string | undefined;
  readonly tab: Tab;
}

function parsePlace(hash: string): Place {
  const [first, keyspace, table, last] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  return {
    view: views.find((view) => view === first) ?? "tables",
    keyspace: keyspace || undefined,
    table: table || undefined,
    tab: tabs.find((tab) => tab === last) ?? "rows",
  };
}

export function printPlace({ view, keyspace, table, tab = "rows" }: Partial<Place> & Pick<Place, "view">): string {
  const parts = [view, keyspace, table, table === undefined ? undefined : tab];
  return `#/${parts.flatMap((part) => (part === undefined ? [] : encodeURIComponent(part))).join("/")}`;
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return parsePlace(hash);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
