/** Parses a JSON file that people write: a config, or the changes that `diff` accepts. */
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { codeFrame } from "../errors.ts";
import type { Place, Problem } from "../errors.ts";
import { variableName } from "./env.ts";

/** Names of members, and indexes in lists: `["keyspaces", "shop", 1, "naming"]`. */
export type ConfigPath = readonly (string | number)[];

/** The place of the value at a path, or of its name; undefined if there is none. Both from 1. */
export type FindMember = (
  path: ConfigPath,
  atName?: boolean,
) => { readonly line: number; readonly column: number } | undefined;

export interface ParsedJson {
  /** Undefined after a syntax error. */
  readonly value: unknown;
  readonly find: FindMember;
  /** Its first syntax error; or the members that an object has twice, of which JSON would silently ignore the first. */
  readonly problems: readonly Problem[];
  /** The place of a mistake, with its lines: that of the value at a path, or of its name; of the whole text if there is none. */
  readonly locate: (path: ConfigPath, atName?: boolean) => Place;
}

/** Parses JSON with comments, trailing commas, and a byte order mark. */
export function parseJsonConfig(source: string): ParsedJson {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  const placeAt = (offset: number, length: number): Place => codeFrame(maskConfigText(text, tree), offset, length);
  const nodeAt = (path: ConfigPath, atName: boolean): Node | undefined => {
    const node = tree && findNodeAtLocation(tree, [...path]);
    const named = atName && node?.parent?.type === "property" ? node.parent.children?.[0] : undefined;
    return named ?? node;
  };
  return {
    value: tree && first === undefined ? getNodeValue(tree) : undefined,
    find: (path, atName = false) => {
      const node = nodeAt(path, atName);
      if (!node) return undefined;
      const { line, column } = placeAt(node.offset, node.length);
      return { line, column };
    },
    locate: (path, atName = false) => {
      const { offset, length } = nodeAt(path, atName) ?? tree ?? { offset: 0, length: 1 };
      return placeAt(offset, length);
    },
    problems: first
      ? [
          {
            code: "bad-json",
            message: `not valid JSON: ${wordsOf(printParseErrorCode(first.error))}`,
            ...placeAt(first.offset, first.length),
          },
        ]
      : (tree ? repeatedNames(tree) : []).map((node) => ({
          code: "duplicate-member",
          message: `the member ${JSON.stringify(node.value)} appears twice in one object`,
          ...placeAt(node.offset, node.length),
          next: "delete one of the two",
        })),
  };
}

function repeatedNames({ type, children = [] }: Node): readonly Node[] {
  const names = new Set<unknown>();
  return children.flatMap((child) => {
    const name = type === "object" ? child.children?.[0] : undefined;
    const isRepeated = name !== undefined && names.has(name.value);
    if (name) names.add(name.value);
    return [...(isRepeated ? [name] : []), ...repeatedNames(child)];
  });
}

/** `CommaExpected` as "comma expected". */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** A parameter in a URL whose value is a secret. */
export const secretParameter = "[?&](?:password|token|secret|key|auth)=";

/**
 * Values that look like secrets: each pattern captures the text before the value, then the value. Found in the text itself,
 * because a text with a syntax error may have an incomplete tree.
 */
const secrets: readonly RegExp[] = [
  /("[^"]*(?:password|secret|token)[^"]*"\s*:\s*")((?:[^"\\\n]|\\.)*)/gi,
  // The userinfo of a URL. A password may contain an "@" by mistake, so the last one counts.
  /(:(?:\\?\/){2})([^"\s]+)(?=@)/g,
  new RegExp(`(${secretParameter})([^"&\\s]+)`, "gi"),
];

/**
 * Replaces the secrets in the text of a config by stars, for the frames around its mistakes: a misplaced password is
 * rejected, and must not appear in a log either. Keeps lengths.
 */
function maskConfigText(text: string, tree: Node | undefined): string {
  let masked = text;
  const texts = Object.entries(neverSecret).flatMap(([name, members]) =>
    findPossibleSecrets(tree && findNodeAtLocation(tree, [name]), members),
  );
  for (const { offset, length } of texts) {
    // An unfinished text has no quote at its end.
    const isFinished = length > 1 && text[offset + length - 1] === '"';
    const stars = "*".repeat(length - (isFinished ? 2 : 1));
    masked = masked.slice(0, offset + 1) + stars + masked.slice(offset + 1 + stars.length);
  }
  return secrets.reduce(
    (text, secret) => text.replace(secret, (_, head: string, value: string) => head + "*".repeat(value.length)),
    masked,
  );
}

/**
 * Members that are never secret: addresses, usernames, paths of certificates, and names of variables. The path of the private
 * key is not among them: someone may have pasted the key in its place.
 */
const neverSecret: Readonly<Record<string, RegExp>> = {
  service: /^(?:url|username|\$env)$/,
  cluster: /^(?:contactPoints|localDataCenter|username|ca|cert|\$env)$/,
};

/** Finds the other texts of a service or cluster. @param safe the members that are never secret */
function findPossibleSecrets(node: Node | undefined, safe: RegExp, name = ""): readonly Node[] {
  if (node?.type === "property") {
    const [key, value] = node.children ?? [];
    return findPossibleSecrets(value, safe, String(key?.value));
  }
  // An item of the list of hosts is as safe as the list.
  const ofItems = name === "contactPoints" ? name : "";
  if (node?.type !== "string")
    return node?.children?.flatMap((child) => findPossibleSecrets(child, safe, ofItems)) ?? [];
  return safe.test(name) && (name !== "$env" || variableName.test(String(node.value))) ? [] : [node];
}
