import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { printCqlType } from "../../model/index.ts";
import { useWork } from "../use-work.ts";
import type { Addition } from "./add-item.ts";
import { emptyDraft } from "./draft.ts";
import type { Drafts } from "./draft.ts";

interface AddItemFormProps {
  /** The column. */
  readonly name: string;
  readonly addition: Addition;
  /** @returns the drafts with their problems, if they have some */
  readonly onAdd: (drafts: Drafts) => Promise<Drafts | undefined>;
}

/** Adds an item to the value beside it. The fields are empty again afterwards, for the next one. */
export function AddItemForm({ name, addition: { action, fields }, onAdd }: AddItemFormProps): VNode {
  const form = useRef<HTMLFormElement>(null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const { isBusy, problem, run } = useWork();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    await run(async () => {
      const refused = await onAdd(drafts);
      setDrafts(refused ?? {});
      form.current?.querySelector("input")?.focus();
      const first = fields.map((field) => refused?.[field.name]?.problem).find((text) => text !== undefined);
      if (first !== undefined) throw new Error(first);
    });
  };
  return (
    <form ref={form} class="add-item" onSubmit={(event) => void submit(event)} noValidate>
      {fields.map((field) => (
        <input
          key={field.name}
          aria-label={`New ${field.name} of ${name}`}
          aria-invalid={drafts[field.name]?.problem !== undefined}
          placeholder={`${field.name}: ${printCqlType(field.type)}`}
          value={(drafts[field.name] ?? emptyDraft).text}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) =>
            setDrafts({ ...drafts, [field.name]: { text: currentTarget.value, isNull: false } })
          }
        />
      ))}
      <button disabled={isBusy}>{action}</button>
      {problem !== undefined && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
