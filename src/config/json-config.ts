import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { codeFrame } from "../errors.ts";
import type { Place } from "../errors.ts";

export interface ParsedJson {
  readonly value: unknown;
  /** The first of its syntax errors, in words: "comma expected". */
  readonly syntax?: { readonly message: string; readonly place: Place };
  /** Where the value at a path stands, or its name; the innermost object that is there when it is not. */
  readonly locate: (path: readonly string[], atName?: boolean) => Place;
}

/** Parses JSON as people write it: with comments and commas after the last member. */
export function parseJsonConfig(text: string): ParsedJson {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  return {
    value: tree && first === undefined ? getNodeValue(tree) : undefined,
    locate: (path, atName = false) => {
      const node = tree && findNodeAtLocation(tree, [...path]);
      const named = atName ? node?.parent?.children?.[0] : undefined;
      const { offset, length } = named ?? node ?? tree ?? { offset: 0, length: 1 };
      return placeAt(text, offset, length);
    },
    ...(first && {
      syntax: { message: wordsOf(printParseErrorCode(first.error)), place: placeAt(text, first.offset, first.length) },
    }),
  };
}

/** `CommaExpected` as "comma expected". */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function placeAt(text: string, offset: number, length: number): Place {
  return codeFrame(maskSecrets(text), offset, length);
}

/** A password that stands where it must not is refused, and a log is no better place for it. Lengths stay. */
function maskSecrets(text: string): string {
  return secrets.reduce(
    (masked, secret) => masked.replace(secret, (_, head: string, value: string) => head + "*".repeat(value.length)),
    text,
  );
}

const secrets: readonly RegExp[] = [
  /("[^"]*(?:password|secret|token)[^"]*"\s*:\s*")((?:[^"\\\n]|\\.)*)/gi,
  // The user of a URL. A password may hold an "@" by mistake, so the last one counts.
  /(:(?:\\?\/){2})([^"\s]+)(?=@)/g,
];
