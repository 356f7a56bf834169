/**
 * Rejects documents that are too expensive before they are validated, by what fragments bring: `surveyText` has counted the
 * rest.
 */
import { GraphQLError, Kind } from "graphql";
import type { DocumentNode, FieldNode, SelectionNode, SelectionSetNode } from "graphql";
import { fragmentsOf, rootFields } from "./document-fields.ts";
import { limits } from "./limits.ts";

/**
 * Depth and number of root fields include fragments. Introspection may have any depth: a validation rule limits it.
 *
 * @throws {GraphQLError}
 */
export function checkLimits(document: DocumentNode): void {
  checkDepth(document, fragmentsOf(document));
  rootFields(document);
}

function checkDepth(document: DocumentNode, fragments: ReturnType<typeof fragmentsOf>): void {
  const depths = new Map<string, number>();
  const tooDeep = (): GraphQLError => new GraphQLError(`The document has more than ${limits.depth} levels`);

  const depthOf = ({ selections }: SelectionSetNode, above: number): number => {
    if (above > limits.depth) throw tooDeep();
    let deepest = 0;
    for (const node of selections) {
      deepest = Math.max(deepest, depthOfNode(node, above));
      if (above + deepest > limits.depth) throw tooDeep();
    }
    return deepest;
  };

  const depthOfNode = (node: SelectionNode, above: number): number => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return depthOfFragment(node.name.value, above);
    if (node.kind === Kind.INLINE_FRAGMENT) return depthOf(node.selectionSet, above);
    return 1 + (node.selectionSet && !isMeta(node) ? depthOf(node.selectionSet, above + 1) : 0);
  };

  const depthOfFragment = (name: string, above: number): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    // A fragment inside itself has no depth; the validation refuses it.
    depths.set(name, 0);
    const fragment = fragments.get(name);
    const depth = fragment ? depthOf(fragment.selectionSet, above) : 0;
    depths.set(name, depth);
    return depth;
  };

  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) depthOf(definition.selectionSet, 0);
  }
}

function isMeta({ name }: FieldNode): boolean {
  return name.value.startsWith("__");
}
