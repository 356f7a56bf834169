/** Documents and statements that were run, the latest first. Kept in the browser, with their variables. */
import { useState } from "preact/hooks";
import { readKept, writeKept } from "./kept-text.ts";

export interface Sent {
  readonly query: string;
  readonly variables: string;
}

const most = 20;

/** Adds a document; one that was run before moves to the front. */
export function addSent(history: readonly Sent[], { query, variables }: Sent): readonly Sent[] {
  const others = history.filter((sent) => sent.query !== query || sent.variables !== variables);
  return [{ query, variables }, ...others].slice(0, most);
}

/** @param text as kept; what does not fit is dropped */
export function parseHistory(text: string | null): readonly Sent[] {
  try {
    const sent: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(sent) ? sent.filter(isSent) : [];
  } catch {
    return [];
  }
}

function isSent(sent: unknown): sent is Sent {
  const { query, variables } = (sent ?? {}) as Partial<Sent>;
  return typeof query === "string" && typeof variables === "string";
}

/** The document in a line: `mutation { insertProducts(value: {…` */
export function titleOf({ query }: Sent): string {
  const line = query.replace(/#.*/g, "").replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line || "(empty)";
}

export interface History {
  readonly sent: readonly Sent[];
  readonly add: (sent: Sent) => void;
  readonly clear: () => void;
}

/** @param key under which the browser keeps it */
export function useHistory(key: string): History {
  const [sent, setSent] = useState(() => parseHistory(readKept(key)));
  const add = (latest: Sent): void =>
    setSent((before) => {
      const after = addSent(before, latest);
      writeKept(key, JSON.stringify(after));
      return after;
    });
  const clear = (): void => {
    writeKept(key, undefined);
    setSent([]);
  };
  return { sent, add, clear };
}
