import { parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";

/** Where a definition names a column or field: the paths of the texts, with `*` for each item of a list. */
const places: readonly (readonly string[])[] = [
  ["columnDefinitions", "*", "name"],
  ["primaryKey", "partitionKey", "*"],
  ["primaryKey", "clusteringKey", "*"],
  ["tableOptions", "clusteringExpression", "*", "column"],
  ["indexes", "*", "column"],
  ["fields", "*", "name"],
];

/** Renames a column or field in the text of a definition; comments and everything else stay as they are. */
export function renameInDefinition(text: string, name: string, now: string): string {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const plain = text.slice(mark.length);
  const tree = parseTree(plain);
  const named = places.flatMap((path) => (tree ? nodesAt(tree, path) : [])).filter(({ value }) => value === name);
  const renamed = named
    .sort((one, other) => other.offset - one.offset)
    .reduce(
      (edited, { offset, length }) => edited.slice(0, offset) + JSON.stringify(now) + edited.slice(offset + length),
      plain,
    );
  return mark + renamed;
}

function nodesAt(node: Node, [first, ...rest]: readonly string[]): readonly Node[] {
  if (first === undefined) return [node];
  const children = node.children ?? [];
  if (first === "*") return node.type === "array" ? children.flatMap((child) => nodesAt(child, rest)) : [];
  return children.flatMap(({ children: [key, value] = [] }) =>
    key?.value === first && value ? nodesAt(value, rest) : [],
  );
}
