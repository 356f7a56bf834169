import type { ComponentChildren, VNode } from "preact";

interface NoticeProps {
  readonly kind: "error" | "warning" | "done";
  readonly children: ComponentChildren;
}

/** A message that screen readers announce; an error at once. */
export function Notice({ kind, children }: NoticeProps): VNode {
  return (
    <div class={`notice ${kind}`} role={kind === "error" ? "alert" : "status"}>
      {children}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** A button. */
  readonly action?: ComponentChildren;
}

/** Where there is nothing to show: what is missing, and what to do. */
export function Empty({ title, children, action }: EmptyProps): VNode {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      {children !== undefined && <p class="muted">{children}</p>}
      {action}
    </div>
  );
}

export function Loading({ what }: { readonly what: string }): VNode {
  return (
    <div class="empty" role="status">
      <span class="spinner" aria-hidden="true" />
      <p class="muted">Loading {what}…</p>
    </div>
  );
}
