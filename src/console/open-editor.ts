/**
 * Opens an editor: CodeMirror in a shadow root, where it adopts its style sheets in place of adding elements that the page's
 * policy forbids.
 */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { look } from "./editor-look.ts";

export interface EditorOptions {
  readonly text: string;
  /** A name for screen readers. */
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly onRun: () => void;
}

/** @param hint what an empty editor shows */
export function openEditor(host: HTMLElement, options: EditorOptions, hint: string, language: Extension): EditorView {
  const { text, label, onText, onRun } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const run = (): boolean => (onRun(), true);
  return new EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      history(),
      bracketMatching(),
      closeBrackets(),
      // Tab stays with the browser: it leaves the editor.
      keymap.of([{ key: "Mod-Enter", run }, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
      placeholder(hint),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onText(update.state.doc.toString());
      }),
      look,
      language,
    ],
  });
}
