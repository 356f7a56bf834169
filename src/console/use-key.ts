import { useEffect } from "preact/hooks";

/** Calls a function when a key is pressed alone, outside of fields and dialogs. */
export function useKey(key: string, call: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, target } = event;
      if (event.key !== key || ctrlKey || metaKey || altKey) return;
      if ((target as Element).closest("input, select, textarea, dialog, .editor")) return;
      event.preventDefault();
      call();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
