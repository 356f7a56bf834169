import type { Wire } from "./codec.ts";

const integer = (text: string): Wire => (/^[+-]?\d+$/.test(text) ? Number(text) : text);
const real = (text: string): Wire => (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text);
const signless = (text: string): Wire => text.replace(/^\+(?=\d)/, "");
const truth = (text: string): Wire => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : text);

/** Types whose wire form is not text, or whose text may begin with a sign. */
const forms = new Map<string, (text: string) => Wire>([
  ["tinyint", integer],
  ["smallint", integer],
  ["int", integer],
  ["float", real],
  ["double", real],
  ["boolean", truth],
  ["bigint", signless],
  ["varint", signless],
  ["counter", signless],
]);

/**
 * The wire form of a value that is given as text: in a path, or as the key of a map that is a JSON object.
 *
 * The text `12` of an `int` is the number 12. Text that is not of the type stays unchanged, for the codec to refuse. The text of a
 * collection, a tuple or a vector is JSON.
 */
export function wireOfText(cql: string, text: string): Wire {
  const form = forms.get(cql);
  if (form) return form(text);
  if (!cql.includes("<")) return text;
  try {
    return JSON.parse(text) as Wire;
  } catch {
    return text;
  }
}
