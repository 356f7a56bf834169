import type { VNode } from "preact";
import type { CqlType } from "../../model/index.ts";
import { cellText, isNumeric } from "./value-text.ts";

/** What is longer is cut: the whole text is in the panel. */
const mostCharacters = 200;

interface CellProps {
  readonly name: string;
  readonly type: CqlType;
  readonly value: unknown;
  readonly width: number | undefined;
  readonly place: number | undefined;
  readonly isOpen: boolean;
  /** @default by the type */
  readonly isNumber?: boolean;
  /** Whether it is a text of words. @default by the type */
  readonly isProse?: boolean;
}

/** A value in the grid. */
export function Cell({ name, type, value, width, place, isOpen, ...look }: CellProps): VNode {
  const { isNumber = isNumeric(type), isProse = type.kind === "native" && type.name === "text" } = look;
  const { text, absent } = cellText(type, value);
  const kind = absent ? "null" : isProse ? "value prose" : "value";
  return (
    <td
      tabIndex={-1}
      data-column={name}
      class={`${isNumber ? "number" : ""} ${place === undefined ? "" : "stays"} ${isOpen ? "open" : ""}`}
      style={place === undefined ? undefined : { left: `var(--left-${place})` }}
    >
      <span class={kind} style={width === undefined ? undefined : { width: `${width}px`, maxWidth: `${width}px` }}>
        {absent ?? (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text)}
      </span>
    </td>
  );
}
