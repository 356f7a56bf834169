/**
 * The GraphQL editor: CodeMirror in a shadow root, where it adopts its style sheets in place of adding elements that the
 * page's policy forbids. Its colors are variables of the page.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { graphql, updateSchema } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { colors, look } from "../editor-look.ts";

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
