import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

/** Moves the focus to the first refused field. @returns a function to call when fields were refused */
export function useRefusedFocus(form: RefObject<HTMLElement | null>): () => void {
  const [round, setRound] = useState(0);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    first.current = false;
  }, [round]);
  return useCallback(() => setRound((before) => before + 1), []);
}
