const lexeme = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON with line breaks and indents, one item a line: `{"a":[1]}` → `{\n  "a": [\n    1\n  ]\n}`.
 *
 * Moves lexemes and changes none of them, so numbers of any size keep all their digits.
 *
 * @returns undefined if the text is not an object or array in JSON
 */
export function formatJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  let [printed, before, depth] = ["", "", 0];
  const line = (): string => `\n${"  ".repeat(depth)}`;
  for (const [part] of text.matchAll(lexeme)) {
    const opens = before === "{" || before === "[";
    if (part === "}" || part === "]") depth--;
    if (part === "}" || part === "]" ? !opens : opens) printed += line();
    printed += part;
    if (part === "{" || part === "[") depth++;
    else if (part === ",") printed += line();
    else if (part === ":") printed += " ";
    before = part;
  }
  return printed;
}
