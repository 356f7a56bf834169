import type { VNode } from "preact";
import { CopyButton } from "./copy-button.tsx";

/** Text of a program, with a button that copies it. */
export function CodeBlock({ title, text }: { readonly title: string; readonly text: string }): VNode {
  return (
    <section aria-label={title} class="code-block">
      <header>
        <h2>{title}</h2>
        <CopyButton text={text} />
      </header>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
