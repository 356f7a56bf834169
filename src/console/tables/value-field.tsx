import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import { printCqlType } from "../../model/index.ts";
import type { ColumnKind, CqlType } from "../../model/index.ts";
import { Check } from "../check.tsx";
import type { Draft } from "./draft.ts";
import { KindBadge } from "./kind-badge.tsx";
import { keepLineEnds, withLineFeeds } from "./line-ends.ts";
import { expectedText, isLong, isText, makerOf } from "./value-text.ts";

interface ValueFieldProps {
  readonly name: string;
  readonly type: CqlType;
  readonly kind?: ColumnKind;
  readonly description?: string | undefined;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** Whether it may be null. @default false */
  readonly isNullable?: boolean;
  readonly isFixed?: boolean;
  readonly isFirst?: boolean;
  /** Whether the value is to be written: text may have several lines, and a button makes a new UUID or time. @default false */
  readonly isWritten?: boolean;
  /** Beside the name. */
  readonly children?: ComponentChildren;
}

/** The field of one value: its name and type, the rule that it must keep, and what is wrong with it. */
export function ValueField(props: ValueFieldProps): VNode {
  const {
    name,
    type,
    kind,
    description,
    draft,
    onDraft,
    isNullable = false,
    isFixed = false,
    isFirst = false,
    isWritten = false,
    children,
  } = props;
  const id = useId();
  const { text, isNull, problem } = draft;
  const rule = ruleOf(type);
  const make = isWritten && !isFixed ? makerOf(type) : undefined;
  const notes = [description, rule].filter((note) => note !== undefined);
  const control = {
    id,
    name,
    value: isNull ? "" : withLineFeeds(text),
    readOnly: isFixed,
    autofocus: isFirst,
    spellcheck: false,
    autocomplete: "off",
    ...(isNull && { placeholder: "null" }),
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-note`,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onDraft({ text: keepLineEnds(text, event.currentTarget.value), isNull: false }),
  };
  return (
    <div class={`field ${problem === undefined ? "" : "refused"}`}>
      <div class="label">
        <label for={id}>{name}</label>
        {kind && <KindBadge kind={kind} />}
        <span class="type">{printCqlType(type)}</span>
        {children}
        {isNullable && (
          <Check
            label="null"
            name={`${name} is null`}
            checked={isNull}
            onChange={(checked) => onDraft({ text: isNull ? text : "", isNull: checked })}
          />
        )}
      </div>
      <div class="control">
        {isBoolean(type) && !isFixed ? (
          <select {...control} onInput={undefined} onChange={control.onInput}>
            <option value="">{isNull ? "null" : "Choose…"}</option>
            <option value="true">true</option>
            <option value="false">false</option>
          </select>
        ) : isLong(type) ? (
          <textarea {...control} rows={Math.max(3, Math.min(8, control.value.split("\n").length))} class="code" />
        ) : isWritten && isText(type) ? (
          <textarea {...control} rows={Math.min(8, control.value.split("\n").length)} />
        ) : (
          <input {...control} />
        )}
        {make && (
          <button type="button" onClick={() => onDraft({ text: make.make(), isNull: false })}>
            {make.title}
          </button>
        )}
      </div>
      <p id={`${id}-note`} class={problem === undefined ? "note" : "note problem"}>
        {problem ?? notes.join(" · ")}
      </p>
    </div>
  );
}

function isBoolean(type: CqlType): boolean {
  return type.kind === "native" && type.name === "boolean";
}

/** Any text is text: that need not be said. */
function ruleOf(type: CqlType): string | undefined {
  if (type.kind === "native" && ["text", "varchar", "boolean"].includes(type.name)) return undefined;
  const rule = expectedText(type);
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
