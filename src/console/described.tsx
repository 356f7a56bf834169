import type { VNode } from "preact";

/** A description, in which names stand in backticks. */
export function Described({ text }: { readonly text: string }): VNode {
  return (
    <p class="small muted">
      {text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </p>
  );
}
