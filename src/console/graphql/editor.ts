/** The GraphQL editor, with completion, problems and links by the schema. */
import { autocompletion } from "@codemirror/autocomplete";
import { indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { graphql, updateSchema } from "cm6-graphql";
import type { GraphQLSchema } from "graphql";
import { colors } from "../editor-look.ts";
import { openEditor } from "../open-editor.ts";
import type { EditorOptions } from "../open-editor.ts";

interface GraphQLEditorOptions extends EditorOptions {
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

export function createEditor(host: HTMLElement, options: GraphQLEditorOptions): Editor {
  const { onShow } = options;
  const view = openEditor(host, options, "A query or a mutation", [
    indentOnInput(),
    autocompletion(),
    graphql(undefined, { onShowInDocs: (_field, type, parent) => onShow(parent ?? type ?? "") }),
    syntaxHighlighting(colors),
  ]);
  return {
    // The declarations of cm6-graphql name the CommonJS form of the same class.
    setSchema: (schema) => updateSchema(view as never, schema),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
