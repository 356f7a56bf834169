import type { ComponentChildren, VNode } from "preact";
import { Loading, Notice } from "./notice.tsx";
import type { Loaded } from "./use-load.ts";

interface LoadProps<T> {
  readonly of: Loaded<T>;
  /** What is loaded: `rows`. */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows a loaded value, why it could not be loaded, or that it is being loaded. */
export function Load<T>({ of: { value, problem }, what, children }: LoadProps<T>): VNode {
  if (problem !== undefined) return <Notice kind="error">{problem}</Notice>;
  return value === undefined ? <Loading what={what} /> : <>{children(value)}</>;
}
