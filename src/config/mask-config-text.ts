import { findNodeAtLocation } from "jsonc-parser";
import type { Node } from "jsonc-parser";

/** In a text with a mistake in it, too: there the tree may end early. */
const secrets: readonly RegExp[] = [
  /("[^"]*(?:password|secret|token)[^"]*"\s*:\s*")((?:[^"\\\n]|\\.)*)/gi,
  // The user of a URL. A password may hold an "@" by mistake, so the last one counts.
  /(:(?:\\?\/){2})([^"\s]+)(?=@)/g,
  /([?&](?:password|token|secret|key|auth)=)([^"&\s]+)/gi,
];

/**
 * The text of a config with stars in place of its secrets, for the frames around its mistakes: a password that stands where it
 * must not is refused, and a log is no better place for it. Lengths stay.
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

/** What everybody may see: addresses, the name of a user, paths but that of a key, and the names of variables. */
const fine: Readonly<Record<string, RegExp>> = {
  service: /^(?:url|username|\$env)$/,
  cluster: /^(?:contactPoints|localDataCenter|username|ca|cert|\$env)$/,
};
const variable = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The texts of a service or cluster that may be anything. */
function findOddTexts(node: Node | undefined, fine: RegExp, name = ""): readonly Node[] {
  if (node?.type === "property") {
    const [key, value] = node.children ?? [];
    return findOddTexts(value, fine, String(key?.value));
  }
  const ofItems = name === "contactPoints" ? name : "";
  if (node?.type !== "string") return node?.children?.flatMap((child) => findOddTexts(child, fine, ofItems)) ?? [];
  return fine.test(name) && (name !== "$env" || variable.test(String(node.value))) ? [] : [node];
}
