import type { Value } from "@colonnade/runtime/protocol";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table } from "../../model/index.ts";
import { useKey } from "../use-key.ts";
import { useRefusedFocus } from "../use-refused-focus.ts";
import { emptyDraft, readDrafts } from "./draft.ts";
import type { Drafts } from "./draft.ts";
import { lookUpsOf } from "./query.ts";
import type { Asked, Query } from "./query.ts";
import { ValueField } from "./value-field.tsx";

interface LookUpFormProps {
  readonly table: Table;
  readonly onQuery: (query: Query) => void;
}

/** Chooses what the grid shows: all rows, or those of a key or an index. */
export function LookUpForm({ table, onQuery }: LookUpFormProps): VNode {
  const lookUps = useMemo(() => lookUpsOf(table), [table]);
  const [index, setIndex] = useState(0);
  const [drafts, setDrafts] = useState<Drafts>({});
  const form = useRef<HTMLFormElement>(null);
  const focusRefused = useRefusedFocus(form);
  const lookUp = lookUps[index];
  const { asked = [] } = lookUp ?? {};

  const focusFirst = (): void => form.current?.querySelector<HTMLElement>(".asked input, .asked select")?.focus();
  const choose = (chosen: number): void => {
    setIndex(chosen);
    setDrafts({});
    const other = lookUps[chosen];
    if (other?.asked.length === 0) onQuery(other.toQuery(new Map()));
  };
  // All rows are chosen at first, which have no field.
  useLayoutEffect(() => focusFirst(), [index]);
  useKey("/", () => (index === 0 ? choose(1) : focusFirst()));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = asked.filter(({ name, isRequired }) => isRequired || (drafts[name]?.text ?? "") !== "");
    const { values, refused } = readDrafts(drafts, [...given, ...gapsIn(asked, given)]);
    if (refused) {
      setDrafts(refused);
      focusRefused();
    } else if (lookUp) onQuery(lookUp.toQuery(values as ReadonlyMap<string, Value>));
  };

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
          {asked.map(({ name, type }) => (
            <ValueField
              key={`${index} ${name}`}
              name={name}
              type={type}
              draft={drafts[name] ?? emptyDraft}
              onDraft={(draft) => setDrafts({ ...drafts, [name]: draft })}
            />
          ))}
          <button class="primary">Find rows</button>
        </div>
      )}
    </form>
  );
}

/** A clustering column needs those before it: they are refused while they are empty. */
function gapsIn(asked: readonly Asked[], given: readonly Asked[]): readonly Asked[] {
  const last = asked.findLastIndex((field) => given.includes(field));
  return asked.slice(0, last + 1).filter((field) => !given.includes(field));
}
