import { useEffect } from "preact/hooks";

/** Calls a function at intervals while the component is mounted and the page is visible. */
export function useEvery(ms: number, isOn: boolean, call: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") call();
    }, ms);
    return () => clearInterval(timer);
  }, [ms, isOn, call]);
}
