import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface MenuProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A button that shows more below it, until Escape, a click elsewhere, or a button within. */
export function Menu({ title, children }: MenuProps): VNode {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onPointerDown = ({ target }: Event): void => {
      if (details.current && !details.current.contains(target as Node)) details.current.open = false;
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, []);
  const close = (): void => {
    if (details.current) details.current.open = false;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    close();
    details.current?.querySelector("summary")?.focus();
  };
  const onClick = ({ target }: Event): void => {
    if ((target as Element).closest("button")) close();
  };
  return (
    <details class="menu" ref={details} onKeyDown={onKeyDown}>
      <summary>{title}</summary>
      <div class="content" onClick={onClick}>
        {children}
      </div>
    </details>
  );
}
