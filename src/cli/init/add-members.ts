import { parseJsonConfig } from "../../config/json-config.ts";
import { editJson } from "../../source/edit-json.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Adds members to an object within a JSON text, which keeps its comments and its layout.
 *
 * @param name of the object, which is created if the text does not have it
 * @returns the new text, or why nothing can be added
 */
export function addMembers(
  text: string,
  name: string,
  members: Members,
): { readonly text: string } | { readonly reason: string } {
  const { value, syntax } = parseJsonConfig(text);
  if (syntax) return { reason: `not JSON at line ${syntax.place.line}, column ${syntax.place.column}` };
  if (!isObject(value)) return { reason: "not a JSON object" };
  const existing = value[name] ?? {};
  if (!isObject(existing)) return { reason: `"${name}" is not an object` };
  const wanted = { ...value, [name]: { ...existing, ...members } };
  const edited = editJson(text, value, wanted);
  const isRight = JSON.stringify(parseJsonConfig(edited).value) === JSON.stringify(wanted);
  return isRight ? { text: edited } : { reason: "its layout is too unusual to edit" };
}

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
