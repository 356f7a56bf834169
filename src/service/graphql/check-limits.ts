/**
 * Rejects documents that are too expensive before they are validated, in one walk over what was parsed.
 *
 * Each limit is far above what clients send and keeps a step of graphql-js cheap that takes longer than linear time, or
 * that is linear in what nobody needs.
 */
import { GraphQLError, Kind } from "graphql";
import type {
  ArgumentNode,
  DirectiveNode,
  DocumentNode,
  FieldNode,
  SelectionNode,
  SelectionSetNode,
  ValueNode,
} from "graphql";
import { fragmentsOf, isIntrospection, limits, rootFields, tooMuch } from "./limits.ts";

/** Before the text is parsed: the parser does not count comments as tokens. @throws {GraphQLError} */
export function checkText(text: string): void {
  if (text.split("#", limits.comments + 2).length > limits.comments + 1) throw tooMuch("comments", limits.comments);
}

/**
 * Depth and number of root fields include fragments. Introspection may have any depth: a validation rule limits it.
 *
 * @throws {GraphQLError}
 */
export function checkLimits(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
  if (fragments.size > limits.fragments) throw tooMuch("fragments", limits.fragments);
  const counts = new Counts();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      counts.add("variables", definition.variableDefinitions?.length ?? 0);
      for (const { directives, defaultValue } of definition.variableDefinitions ?? []) {
        counts.addDirectives(directives);
        if (defaultValue) counts.addValue(defaultValue);
      }
    } else if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    counts.addDirectives(definition.directives);
    counts.addSelections(definition.selectionSet, "fields");
  }
  checkDepth(document, fragments);
  rootFields(document);
}

type Counted = "fields" | "introspection" | "directives" | "variables" | "variableUses";

const words: Readonly<Record<Counted, string>> = {
  fields: "fields",
  introspection: "fields about types",
  directives: "directives",
  variables: "variables",
  variableUses: "uses of variables",
};

/** How much of each kind a document has. Adding more than the limit throws. */
class Counts {
  private readonly numbers = new Map<Counted, number>();

  add(what: Counted, count: number): void {
    const number = (this.numbers.get(what) ?? 0) + count;
    if (number > limits[what]) throw tooMuch(words[what], limits[what]);
    this.numbers.set(what, number);
  }

  addDirectives(nodes: readonly DirectiveNode[] = []): void {
    this.add("directives", nodes.length);
    for (const node of nodes) this.addArguments(node.arguments);
  }

  addSelections({ selections }: SelectionSetNode, what: "fields" | "introspection"): void {
    this.add(what, selections.length);
    const names = new Map<string, number>();
    for (const node of selections) {
      this.addDirectives(node.directives);
      if (node.kind === Kind.FRAGMENT_SPREAD) continue;
      if (node.kind === Kind.FIELD) {
        this.addArguments(node.arguments);
        const name = (node.alias ?? node.name).value;
        const same = (names.get(name) ?? 0) + 1;
        if (same > limits.sameName) throw tooMuch("fields of one name", limits.sameName);
        names.set(name, same);
      }
      const inside = node.kind === Kind.FIELD && isIntrospection(node) ? "introspection" : what;
      if (node.selectionSet) this.addSelections(node.selectionSet, inside);
    }
  }

  addValue(node: ValueNode): void {
    if (node.kind === Kind.VARIABLE) this.add("variableUses", 1);
    else if (node.kind === Kind.LIST) for (const item of node.values) this.addValue(item);
    else if (node.kind === Kind.OBJECT) for (const { value } of node.fields) this.addValue(value);
  }

  private addArguments(nodes: readonly ArgumentNode[] = []): void {
    if (nodes.length > limits.arguments) throw tooMuch("arguments of a field", limits.arguments);
    for (const { value } of nodes) this.addValue(value);
  }
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
