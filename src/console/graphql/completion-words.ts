/**
 * Stands in the bundle for `vscode-languageserver-types`, of which completion needs these two tables alone; the package
 * itself would add 5 kB.
 */
export const InsertTextFormat = { PlainText: 1, Snippet: 2 } as const;
export const InsertTextMode = { asIs: 1, adjustIndentation: 2 } as const;
