import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/** The share of the width that columns may take when they stay at the left. */
const mostWidth = 0.6;

/**
 * Keeps the first columns in sight while a table is scrolled sideways: as many as leave room for others.
 *
 * A cell of them has the style `left: var(--left-0)`, with its index.
 *
 * @param count how many columns may stay
 * @returns for the element that scrolls the table
 */
export function useStickyColumns(count: number): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    const heads = element?.querySelector("tr")?.cells;
    if (!element || !heads) return undefined;
    const place = (): void => {
      let left = 0;
      let isFull = false;
      Array.from(heads, (head, index) => {
        if (index >= count) return;
        const { width } = head.getBoundingClientRect();
        isFull ||= left + width > element.clientWidth * mostWidth;
        element.style.setProperty(`--left-${index}`, isFull ? "auto" : `${left}px`);
        if (!isFull) left += width;
      });
      // What gets the focus is scrolled into the part that the fixed cells leave free.
      element.style.setProperty("scroll-padding-left", `${left}px`);
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    for (const head of Array.from(heads).slice(0, count)) observer.observe(head);
    place();
    return () => observer.disconnect();
  });
  return scroller;
}
