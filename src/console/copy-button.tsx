import type { VNode } from "preact";
import { useState } from "preact/hooks";

/** Copies a text. Only pages of this machine and of HTTPS may write to the clipboard, so elsewhere there is no button. */
export function CopyButton({ text, title = "Copy" }: { readonly text: string; readonly title?: string }): VNode | null {
  const [isCopied, setCopied] = useState(false);
  if (!isSecureContext) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {isCopied ? "Copied" : title}
    </button>
  );
}
