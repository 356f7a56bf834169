import { findNodeAtLocation } from "jsonc-parser";
import type { Node } from "jsonc-parser";

/** For a text with a syntax error too, where the tree may end early. */
const secrets: readonly RegExp[] = [
  /("[^"]*(?:password|secret|token)[^"]*"\s*:\s*")((?:[^"\\\n]|\\.)*)/gi,
  // The userinfo of a URL. A password may contain an "@" by mistake, so the last one counts.
  /(:(?:\\?\/){2})([^"\s]+)(?=@)/g,
  /([?&](?:password|token|secret|key|auth)=)([^"&\s]+)/gi,
];

/**
 * Replaces the secrets in the text of a config by stars, for the frames around its mistakes: a misplaced password is
 * rejected, and must not appear in a log either. Keeps lengths.
 */
export function maskConfigText(text: string, tree: Node | undefined): string {
  let masked = text;
  const odd = Object.entries(fine).flatMap(([name, members]) =>
    findOddTexts(tree && findNodeAtLocation(tree, [name]), members),
  );
  for (const { offset, length } of odd) {
    masked = `${masked.slice(0, offset + 1)}${"*".repeat(length - 2)}${masked.slice(offset + length - 1)}`;
  }
  return secrets.reduce(
    (text, secret) => text.replace(secret, (_, head: string, value: string) => head + "*".repeat(value.length)),
    masked,
  );
}

/** Members that are never secret: addresses, usernames, paths except that of a key, and names of variables. */
const fine: Readonly<Record<string, RegExp>> = {
  service: /^(?:url|username|\$env)$/,
  cluster: /^(?:contactPoints|localDataCenter|username|ca|cert|\$env)$/,
};
const variable = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The other texts of a service or cluster, which may be secrets. */
function findOddTexts(node: Node | undefined, fine: RegExp, name = ""): readonly Node[] {
  if (node?.type === "property") {
    const [key, value] = node.children ?? [];
    return findOddTexts(value, fine, String(key?.value));
  }
  const ofItems = name === "contactPoints" ? name : "";
  if (node?.type !== "string") return node?.children?.flatMap((child) => findOddTexts(child, fine, ofItems)) ?? [];
  return fine.test(name) && (name !== "$env" || variable.test(String(node.value))) ? [] : [node];
}
