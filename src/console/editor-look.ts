/** How editors look. Their colors are variables of the page. */
import { HighlightStyle } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const mono = { fontFamily: "var(--mono)", fontSize: "12.5px" };
const floating = { border: "1px solid var(--line)", background: "var(--surface)", color: "var(--text)" };

/** In place of an image in an address, which the page's policy forbids. */
const underline = (color: string): Readonly<Record<string, string>> => ({
  backgroundImage: "none",
  textDecoration: `underline wavy ${color}`,
});

export const look: Extension = EditorView.theme({
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

export const colors: HighlightStyle = HighlightStyle.define([
  { tag: [tags.definitionKeyword, tags.keyword, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.propertyName, tags.atom], color: "var(--text)" },
  { tag: [tags.attributeName, tags.variableName], color: "var(--code-name)" },
  { tag: [tags.string, tags.special(tags.name)], color: "var(--code-text)" },
  { tag: [tags.integer, tags.float, tags.bool, tags.null], color: "var(--code-value)" },
  { tag: [tags.lineComment, tags.punctuation, tags.paren, tags.brace], color: "var(--muted)" },
]);
