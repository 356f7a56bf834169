/** Finds the names that the Go server and Stargate do not know, by their words. */
import type { UnknownName } from "../errors/errors.ts";

/** The Go server, then graphql-java. Each names the field and its type. */
const forms: readonly RegExp[] = [
  /^Cannot query field "(?<name>\w+)" on type "(?<type>\w+)"/,
  /^Validation error [^:]*FieldUndefined[^:]*: Field '(?<name>\w+)' in type '(?<type>\w+)' is undefined/,
  /^Validation error [^:]*WrongType[^:]*: [^]* contains a field not in '(?<type>\w+)': '(?<name>\w+)'(?: @ '[^']*')?$/,
];
/** The Go server lists the problems of a value after it, one per line. */
const inValue = /\nIn field "(?<name>\w+)": Unknown field\./g;

export function unknownNamesByWords(message: string): readonly UnknownName[] {
  const found = forms.map((form) => form.exec(message)).filter((match) => match !== null);
  if (message.startsWith('Argument "')) found.push(...message.matchAll(inValue));
  return found.map(({ groups }) => ({ name: groups?.["name"] ?? "", type: groups?.["type"] }));
}
