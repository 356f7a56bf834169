import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table } from "../../model/index.ts";
import { useRefusedFocus } from "../use-refused-focus.ts";
import { CopyButton } from "../copy-button.tsx";
import { emptyDraft } from "./draft.ts";
import type { Drafts } from "./draft.ts";
import { printFilter, readFilter } from "./filter.ts";
import type { Comparisons } from "./filter.ts";
import { comparisons as signs, lookUpsOf } from "./query.ts";
import type { Comparison, Query } from "./query.ts";
import { ValueField } from "./value-field.tsx";

interface LookUpFormProps {
  readonly keyspace: string;
  readonly table: Table;
  readonly onQuery: (query: Query) => void;
}

/** Chooses what the grid shows: all rows, or those of a key or an index. */
export function LookUpForm({ keyspace, table, onQuery }: LookUpFormProps): VNode {
  const lookUps = useMemo(() => lookUpsOf(table), [table]);
  const [index, setIndex] = useState(0);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [comparisons, setComparisons] = useState<Comparisons>({});
  const typed = { drafts, comparisons };
  const form = useRef<HTMLFormElement>(null);
  const focusRefused = useRefusedFocus(form);
  const lookUp = lookUps[index];
  const { asked = [] } = lookUp ?? {};

  const focusFirst = (): void => form.current?.querySelector<HTMLElement>(".asked input, .asked select")?.focus();
  const choose = (chosen: number): void => {
    setIndex(chosen);
    setDrafts({});
    setComparisons({});
    const other = lookUps[chosen];
    if (other?.asked.length === 0) onQuery(other.toQuery(new Map()));
  };
  // All rows are chosen at first, which have no field.
  useLayoutEffect(() => focusFirst(), [index]);
  useKey("/", () => (index === 0 ? choose(1) : focusFirst()));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!lookUp) return;
    const filter = readFilter(lookUp, typed);
    if (filter.refused) {
      setDrafts(filter.refused);
      focusRefused();
    } else onQuery(filter.query);
  };
  const cql = lookUp && asked.length > 0 ? printFilter(lookUp, typed, keyspace, table.name) : "";

  return (
    <form ref={form} class="look-up" noValidate onSubmit={submit} aria-label="Find rows">
      <div class="choice">
        <label for="look-up" class="muted">
          Find
        </label>
        <select id="look-up" value={index} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {lookUps.map(({ title }, at) => (
            <option key={at} value={at}>
              {title}
            </option>
          ))}
        </select>
      </div>
      {asked.length > 0 && (
        <div class="asked">
          {asked.map(({ name, type, hasRange }) => (
            <ValueField
              key={`${index} ${name}`}
              name={name}
              type={type}
              draft={drafts[name] ?? emptyDraft}
              onDraft={(draft) => setDrafts({ ...drafts, [name]: draft })}
            >
              {hasRange && (
                <select
                  class="comparison"
                  aria-label={`Comparison of ${name}`}
                  value={comparisons[name] ?? "="}
                  onChange={({ currentTarget: { value } }) => {
                    setComparisons({ ...comparisons, [name]: value as Comparison });
                  }}
                >
                  {Object.keys(signs).map((sign) => (
                    <option key={sign}>{sign}</option>
                  ))}
                </select>
              )}
            </ValueField>
          ))}
          <button class="primary">Find rows</button>
          <p class="cql">
            <code>{cql}</code>
            <CopyButton text={cql} title="Copy CQL" />
          </p>
        </div>
      )}
    </form>
  );
}

/** Calls a function when a key is pressed alone, outside of fields and dialogs. */
function useKey(key: string, call: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, target } = event;
      if (event.key !== key || ctrlKey || metaKey || altKey) return;
      if ((target as Element).closest("input, select, textarea, dialog, .editor")) return;
      event.preventDefault();
      call();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
