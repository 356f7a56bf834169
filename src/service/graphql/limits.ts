import { GraphQLError, Kind } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLResolveInfo,
  SelectionNode,
  SelectionSetNode,
} from "graphql";

/**
 * Generated clients send up to 50 aliased writes in a document, about 2,000 lexemes; real ones are 4 or 5 deep, but types nest
 * up to 32 deep, below the three levels of a row.
 */
export const limits = {
  tokens: 15_000,
  depth: 40,
  rootFields: 500,
  fragments: 64,
  directives: 50,
  errors: 10,
  /** Values in the rows of one document, all columns of a row counted: printing them takes about a quarter of a second. */
  values: 50_000,
  /** Items of an `in`. */
  inItems: 1000,
} as const;

/**
 * Rejects documents that are too expensive, in one walk before any other processing.
 *
 * Depth and number include fragments. Introspection may have any depth: a validation rule limits it.
 * @throws {GraphQLError}
 */
export function checkLimits(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
  if (fragments.size > limits.fragments) throw tooMuch("fragments", limits.fragments);
  let directives = 0;
  const depths = new Map<string, number>();

  const depthOf = (selections: SelectionSetNode, above: number): number => {
    if (above > limits.depth) throw new GraphQLError(`The document has more than ${limits.depth} levels`);
    let deepest = 0;
    for (const node of selections.selections) {
      directives += node.directives?.length ?? 0;
      if (directives > limits.directives) throw tooMuch("directives", limits.directives);
      if (node.kind === Kind.FIELD) {
        const inside = node.selectionSet && !node.name.value.startsWith("__") ? node.selectionSet : undefined;
        deepest = Math.max(deepest, 1 + (inside ? depthOf(inside, above + 1) : 0));
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        deepest = Math.max(deepest, depthOf(node.selectionSet, above));
      } else {
        deepest = Math.max(deepest, depthOfFragment(node.name.value, above));
      }
      if (above + deepest > limits.depth) throw new GraphQLError(`The document has more than ${limits.depth} levels`);
    }
    return deepest;
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
  if (rootFields(document).length > limits.rootFields) throw tooMuch("fields", limits.rootFields);
}

/** The outermost fields of all operations, those that fragments bring in included. Stops soon after too many. */
export function rootFields(document: DocumentNode): readonly FieldNode[] {
  const fragments = fragmentsOf(document);
  const found: FieldNode[] = [];
  let visited = 0;
  const collect = (selections: SelectionSetNode, inside: readonly string[]): void => {
    for (const node of selections.selections) {
      // Fragments in fragments could be spread a million times.
      if (found.length > limits.rootFields || visited++ > limits.tokens) return;
      if (node.kind === Kind.FIELD) found.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, inside);
      else {
        const name = node.name.value;
        const fragment = fragments.get(name);
        if (fragment && !inside.includes(name)) collect(fragment.selectionSet, [...inside, name]);
      }
    }
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) collect(definition.selectionSet, []);
  }
  return found;
}

/** Whether an outermost field is about the types themselves. */
export function isIntrospection({ name }: FieldNode): boolean {
  return name.value === "__schema" || name.value === "__type";
}

/** The innermost fields that a field selects: what each of its rows costs. Fragments count wherever they are spread. */
export function countLeaves({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">): number {
  const ofFragments = new Map<string, number>();
  const count = (selections: SelectionSetNode | undefined): number =>
    selections ? selections.selections.reduce((sum, node) => sum + leavesOf(node), 0) : 1;
  const leavesOf = (node: SelectionNode): number => {
    if (node.kind !== Kind.FRAGMENT_SPREAD) return count(node.selectionSet);
    const name = node.name.value;
    const leaves = ofFragments.get(name) ?? count(fragments[name]?.selectionSet);
    ofFragments.set(name, leaves);
    return leaves;
  };
  return fieldNodes.reduce((sum, node) => sum + count(node.selectionSet), 0);
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
}

function tooMuch(what: string, limit: number): GraphQLError {
  return new GraphQLError(`The document has more than ${limit} ${what}`);
}
