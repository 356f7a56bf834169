import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { printCqlType } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import { Check } from "../check.tsx";
import { CopyButton } from "../copy-button.tsx";
import { cellText } from "./value-text.ts";
import { formatJson } from "./format-json.ts";
import { withLineFeeds } from "./line-ends.ts";

interface ValuePanelProps {
  readonly column: Column;
  readonly value: unknown;
  /** Whether it was opened by keyboard: then it takes the focus, so that keys scroll it. */
  readonly takesFocus: boolean;
  /** How the type is shown. @default as CQL has it */
  readonly typeText?: string;
  /** @default it cannot be changed here */
  readonly onEdit?: () => void;
  readonly onClose: () => void;
  /** Below the value: what adds to it. */
  readonly children?: ComponentChildren;
}

/** The whole value of one cell, with its line breaks; collections and JSON are formatted. */
export function ValuePanel(props: ValuePanelProps): VNode {
  const { column, value, takesFocus, typeText, onEdit, onClose, children } = props;
  const { name, type } = column;
  const { text, absent } = cellText(type, value);
  const formatted = useMemo(() => formatJson(text), [text]);
  const [isAsStored, setAsStored] = useState(false);
  const body = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => void (takesFocus && body.current?.focus()), [takesFocus]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose();
  };
  return (
    <section class="value-panel" aria-label={`Value of ${name}`} onKeyDown={onKeyDown}>
      <header>
        <h2>{name}</h2>
        <span class="type">{typeText ?? printCqlType(type)}</span>
        <span class="muted small">
          {absent === undefined && `${text.length.toLocaleString()} ${text.length === 1 ? "character" : "characters"}`}
        </span>
        {formatted !== undefined && <Check label="As stored" checked={isAsStored} onChange={setAsStored} />}
        <span class="actions">
          <CopyButton text={text} title="Copy value" />
          {onEdit && (
            <button type="button" onClick={onEdit}>
              Edit value
            </button>
          )}
          <button type="button" onClick={onClose}>
            Close
          </button>
        </span>
      </header>
      <pre ref={body} tabIndex={0} class={absent ? "null" : undefined}>
        {absent ?? (isAsStored ? undefined : formatted) ?? withLineFeeds(text)}
      </pre>
      {children}
    </section>
  );
}
