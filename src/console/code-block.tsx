import type { VNode } from "preact";
import { useState } from "preact/hooks";

/** Text of a program, with a button that copies it. */
export function CodeBlock({ title, text }: { readonly title: string; readonly text: string }): VNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <section aria-label={title} class="code-block">
      <header>
        <h2>{title}</h2>
        {/* Only pages of this machine and of HTTPS may write to the clipboard. */}
        {isSecureContext && <button onClick={() => void copy()}>{isCopied ? "Copied" : "Copy"}</button>}
      </header>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
