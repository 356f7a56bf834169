import { useCallback, useEffect, useState } from "preact/hooks";
import { messageOf } from "./message-of.ts";

export interface Loaded<T> {
  /** The latest value; it stays while the next one is loaded. */
  readonly value?: T;
  readonly problem?: string;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Loads a value when the component appears and when `inputs` change. A change aborts the load before it. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "reload">>({ isLoading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState(({ value }) => ({ ...(value !== undefined && { value }), isLoading: true }));
    load(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ value, isLoading: false }),
      (error: unknown) => !controller.signal.aborted && setState({ problem: messageOf(error), isLoading: false }),
    );
    return () => controller.abort();
  }, [...inputs, round]);
  return { ...state, reload: useCallback(() => setRound((before) => before + 1), []) };
}
