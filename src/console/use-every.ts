import { useEffect } from "preact/hooks";

/** Calls a function again and again while the component is there and the page is in sight. */
export function useEvery(ms: number, isOn: boolean, call: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") call();
    }, ms);
    return () => clearInterval(timer);
  }, [ms, isOn, call]);
}
