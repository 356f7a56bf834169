/** The CQL editor, with completion and problems by the definitions and the grammar. */
import { autocompletion } from "@codemirror/autocomplete";
import { linter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { CqlSyntaxError } from "../../cql/grammar/index.ts";
import { openEditor } from "../open-editor.ts";
import type { EditorOptions } from "../open-editor.ts";
import { createCompletion } from "./complete.ts";
import type { Definitions } from "./complete.ts";
import { highlighting } from "./highlight.ts";
import { statementsIn } from "./statement-at.ts";

interface CqlEditorOptions extends EditorOptions {
  readonly definitions: () => Definitions;
}

export interface CqlEditor {
  readonly text: () => string;
  /** Where the cursor is. */
  readonly cursor: () => number;
  /** Adds a statement at the end, and puts the cursor there. */
  readonly append: (statement: string) => void;
  /** Marks what is wrong. */
  readonly mark: (start: number, end: number, message: string) => void;
  /** Puts the cursor at a place. */
  readonly show: (place: number) => void;
  readonly destroy: () => void;
}

export function createCqlEditor(host: HTMLElement, options: CqlEditorOptions): CqlEditor {
  const view = openEditor(host, options, "Statements, each with a semicolon", [
    autocompletion({ override: [createCompletion(options.definitions)], icons: false }),
    linter(({ state }) => problemsOf(state.doc.toString())),
    highlighting,
  ]);
  const show = (place: number): void => {
    view.dispatch({ selection: { anchor: Math.min(place, view.state.doc.length) }, scrollIntoView: true });
    view.focus();
  };
  return {
    text: () => view.state.doc.toString(),
    cursor: () => view.state.selection.main.head,
    append: (statement) => {
      const { doc } = view.state;
      const before = doc.toString().trimEnd();
      const separator = before === "" ? "" : before.endsWith(";") ? "\n\n" : ";\n\n";
      view.dispatch({ changes: { from: before.length, to: doc.length, insert: `${separator}${statement};\n` } });
      show(before.length + separator.length);
    },
    mark: (start, end, message) => {
      const length = view.state.doc.length;
      const to = Math.min(Math.max(end, start + 1), length);
      view.dispatch(setDiagnostics(view.state, [{ from: Math.min(start, to), to, severity: "error", message }]));
    },
    show,
    destroy: () => view.destroy(),
  };
}

/** What the grammar says of each statement. */
function problemsOf(text: string): readonly Diagnostic[] {
  return statementsIn(text).flatMap((statement): readonly Diagnostic[] => {
    try {
      statement.parse();
      return [];
    } catch (error) {
      if (!(error instanceof CqlSyntaxError)) throw error;
      const to = Math.min(error.end, text.length);
      return [{ from: Math.min(error.start, to), to, severity: "error", message: error.plain }];
    }
  });
}
