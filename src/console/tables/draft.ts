/** What someone has typed into a field, and what is wrong with it. */
import type { Value } from "@colonnade/runtime/protocol";
import type { CqlType } from "../../model/index.ts";
import { parseText } from "./value-text.ts";

export interface Draft {
  readonly text: string;
  /** Whether it stands for null, whatever the text. */
  readonly isNull: boolean;
  readonly problem?: string | undefined;
}

export const emptyDraft: Draft = { text: "", isNull: false };
export const nullDraft: Draft = { text: "", isNull: true };

export type Drafts = Readonly<Record<string, Draft>>;

/** A field that is to be read. */
export interface Field {
  readonly name: string;
  readonly type: CqlType;
}

/**
 * Reads the drafts of fields.
 *
 * @returns the values by name, and the drafts with the problems of those that have no value
 */
export function readDrafts(
  drafts: Drafts,
  fields: readonly Field[],
): { readonly values: ReadonlyMap<string, Value | null>; readonly refused: Drafts | undefined } {
  const values = new Map<string, Value | null>();
  const refused: Record<string, Draft> = {};
  for (const { name, type } of fields) {
    const draft = drafts[name] ?? emptyDraft;
    const parsed = draft.isNull ? { value: null } : parseText(type, draft.text);
    if ("value" in parsed) values.set(name, parsed.value);
    else refused[name] = { ...draft, problem: parsed.problem };
  }
  return { values, refused: Object.keys(refused).length === 0 ? undefined : { ...drafts, ...refused } };
}
