import type { VNode } from "preact";

export function Brand(): VNode {
  return (
    <span class="brand">
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <path d="M2 3h16v3H2zM2 15h16v2H2zM4 7h2v7H4zM9 7h2v7H9zM14 7h2v7h-2z" fill="currentColor" />
      </svg>
      Colonnade
    </span>
  );
}
