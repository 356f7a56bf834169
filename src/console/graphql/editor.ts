/**
 * The GraphQL editor: CodeMirror in a shadow root, where it adopts its style sheets in place of adding elements that the
 * page's policy forbids. Its colors are variables of the page.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { graphql, updateSchema } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";

export interface EditorOptions {
  readonly text: string;
  /** A name for screen readers. */
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly onRun: () => void;
  /** A name under the pointer was clicked with Ctrl or Cmd. */
  readonly onShow: (typeName: string) => void;
}

export interface Editor {
  /** What completes and checks the text. */
  readonly setSchema: (schema: GraphQLSchema) => void;
  readonly setText: (text: string) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

export function createEditor(host: HTMLElement, { text, label, onText, onRun, onShow }: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const run = (): boolean => (onRun(), true);
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        autocompletion(),
        // Tab stays with the browser: it leaves the editor.
        keymap.of([{ key: "Mod-Enter", run }, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
        graphql(undefined, { onShowInDocs: (_field, type, parent) => onShow(parent ?? type ?? "") }),
        placeholder("A query or a mutation"),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString());
        }),
        look,
        syntaxHighlighting(colors),
      ],
    }),
  });
  return {
    // The declarations of cm6-graphql name the CommonJS form of the same class.
    setSchema: (schema) => updateSchema(view as never, schema),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

const mono = { fontFamily: "var(--mono)", fontSize: "12.5px" };
const floating = { border: "1px solid var(--line)", background: "var(--surface)", color: "var(--text)" };

/** In place of an image in an address, which the page's policy forbids. */
const underline = (color: string): Readonly<Record<string, string>> => ({
  backgroundImage: "none",
  textDecoration: `underline wavy ${color}`,
});

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { ...mono, lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "12px", caretColor: "var(--text)" },
  ".cm-placeholder": { color: "var(--muted)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-ground)" },
  ".cm-tooltip": { ...floating, borderRadius: "6px", boxShadow: "var(--shadow)", overflow: "hidden" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { ...mono, maxHeight: "260px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-ground)",
    color: "var(--text)",
  },
  ".cm-completionMatchedText": { color: "var(--accent)", textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { padding: "8px 12px", maxWidth: "320px" },
  ".cm-diagnostic": { padding: "6px 10px" },
  ".cm-lintRange-error": underline("var(--danger)"),
  ".cm-lintRange-warning": underline("var(--warning)"),
  ".cm-lintRange-info": underline("var(--muted)"),
  ".cm-lintRange-hint": underline("var(--muted)"),
});

const colors = HighlightStyle.define([
  { tag: [tags.definitionKeyword, tags.keyword, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.propertyName, tags.atom], color: "var(--text)" },
  { tag: [tags.attributeName, tags.variableName], color: "var(--code-name)" },
  { tag: [tags.string, tags.special(tags.name)], color: "var(--code-text)" },
  { tag: [tags.integer, tags.float, tags.bool, tags.null], color: "var(--code-value)" },
  { tag: [tags.lineComment, tags.punctuation, tags.paren, tags.brace], color: "var(--muted)" },
]);
