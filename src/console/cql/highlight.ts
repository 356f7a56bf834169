/** Colors CQL by the tokens of its grammar. */
import { StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { isUnreservedKeyword, nativeTypeWords, reservedWords } from "../../cql/grammar/keywords.ts";
import type { Token } from "../../cql/grammar/index.ts";
import { statementsIn } from "./statement-at.ts";

type Color = "keyword" | "type" | "text" | "value" | "comment";

interface Colored {
  readonly start: number;
  readonly end: number;
  readonly color: Color;
}

/** In their order. What follows something without an end has no color. */
export function colorsOf(text: string): readonly Colored[] {
  const colored: Colored[] = [];
  let last: Pick<Token, "end" | "value"> = { end: 0, value: "" };
  const addComments = (end: number): void => {
    for (const { 0: comment, index } of text.slice(last.end, end).matchAll(comments)) {
      const start = last.end + index;
      colored.push({ start, end: start + comment.length, color: "comment" });
    }
  };
  const statements = statementsIn(text);
  for (const token of statements.flatMap(({ tokens }) => tokens)) {
    if (token.kind === "end" || token.kind === "broken") continue;
    addComments(token.start);
    const color = last.value === "." ? undefined : colorOf(token);
    if (color) colored.push({ start: token.start, end: token.end, color });
    last = token;
  }
  if (!statements.at(-1)?.broken) addComments(text.length);
  return colored;
}

/** Between tokens there are no texts that look like one. */
const comments = /(?:--|\/\/)[^\n]*|\/\*[^]*?\*\//g;

function colorOf({ kind, value }: Token): Color | undefined {
  if (kind === "text") return "text";
  if (kind === "name" || kind === "sign") return undefined;
  if (kind !== "word") return "value";
  if (nativeTypeWords.has(value)) return "type";
  return reservedWords.has(value) || isUnreservedKeyword(value) ? "keyword" : undefined;
}

const marks: Readonly<Record<Color, Decoration>> = {
  keyword: Decoration.mark({ class: "cql-keyword" }),
  type: Decoration.mark({ class: "cql-type" }),
  text: Decoration.mark({ class: "cql-text" }),
  value: Decoration.mark({ class: "cql-value" }),
  comment: Decoration.mark({ class: "cql-comment" }),
};

function decorate(text: string): DecorationSet {
  return Decoration.set(colorsOf(text).map(({ start, end, color }) => marks[color].range(start, end)));
}

const field = StateField.define<DecorationSet>({
  create: (state) => decorate(state.doc.toString()),
  update: (before, { docChanged, state }) => (docChanged ? decorate(state.doc.toString()) : before),
  provide: (own) => EditorView.decorations.from(own),
});

export const highlighting: Extension = [
  field,
  EditorView.theme({
    ".cql-keyword": { color: "var(--code-keyword)" },
    ".cql-type": { color: "var(--code-name)" },
    ".cql-text": { color: "var(--code-text)" },
    ".cql-value": { color: "var(--code-value)" },
    ".cql-comment": { color: "var(--muted)" },
  }),
];
