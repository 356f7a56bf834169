/** The fields of a document, as far as its limits and its tables depend on them. */
import { GraphQLError, Kind, parse } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLResolveInfo,
  SelectionNode,
  SelectionSetNode,
} from "graphql";
import type { TableApi } from "../../api/index.ts";
import { limits } from "../limits.ts";

/** A field and the fragments of its document, as a resolver gets them. */
type Info = Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">;

/**
 * The outermost fields of all operations, those that fragments bring in included.
 *
 * @throws {GraphQLError} if there are too many
 */
export function rootFields(document: DocumentNode): readonly FieldNode[] {
  const fragments = fragmentsOf(document);
  const found: FieldNode[] = [];
  let visited = 0;
  const collect = (selections: SelectionSetNode, inside: readonly string[]): void => {
    for (const node of selections.selections) {
      // Fragments in fragments could be spread a million times.
      if (found.length >= limits.rootFields || visited++ > limits.spreads) throw tooMuch("fields", limits.rootFields);
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

/** The names of the outermost fields of a text. @throws {GraphQLError} if it cannot be parsed, or there are too many */
export function operationsIn(text: string): readonly string[] {
  return rootFields(parse(text, { maxTokens: limits.tokens })).map(({ name }) => name.value);
}

/** Whether an outermost field is about the types themselves. */
export function isIntrospection({ name }: FieldNode): boolean {
  return name.value === "__schema" || name.value === "__type";
}

/** The columns that a query selects within `values`, by their CQL names; those that a directive may skip too. */
export function selectedColumns({ columns }: TableApi, info: Info): readonly string[] {
  const rows = fieldsWithin(info.fieldNodes, info).filter(({ name }) => name.value === "values");
  const names = fieldsWithin(rows, info).flatMap(({ name }) => columns.get(name.value)?.name ?? []);
  return [...new Set(names)];
}

/** The members of the result that a query selects; those that a directive may skip too. */
export function selectedMembers(info: Info): ReadonlySet<string> {
  return new Set(fieldsWithin(info.fieldNodes, info).map(({ name }) => name.value));
}

/** The fields directly within others, those that fragments bring in included. */
function fieldsWithin(fields: readonly FieldNode[], { fragments }: Info): readonly FieldNode[] {
  const found: FieldNode[] = [];
  const spread = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) found.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        collect(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const field of fields) collect(field.selectionSet);
  return found;
}

/** The innermost fields that a field selects: what each of its rows costs. Fragments count wherever they are spread. */
export function countLeaves({ fieldNodes, fragments }: Info): number {
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

/** How often a document prints the same value of a row, by aliases, on its way through all levels. */
export function countCopies({ fieldNodes, fragments }: Info): number {
  type Copies = ReadonlyMap<string, number>;
  const ofFragments = new Map<string, Copies>();
  const most = (copies: Copies): number => Math.max(1, ...copies.values());
  const ofSelections = (selections: SelectionSetNode | undefined): Copies => {
    const sums = new Map<string, number>();
    const add = (count: number, name: string): void => void sums.set(name, (sums.get(name) ?? 0) + count);
    for (const node of selections?.selections ?? []) {
      if (node.kind === Kind.FIELD) add(most(ofSelections(node.selectionSet)), node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) ofSelections(node.selectionSet).forEach(add);
      else ofFragment(node.name.value).forEach(add);
    }
    return sums;
  };
  const ofFragment = (name: string): Copies => {
    const copies = ofFragments.get(name) ?? ofSelections(fragments[name]?.selectionSet);
    ofFragments.set(name, copies);
    return copies;
  };
  return fieldNodes.reduce((sum, node) => sum + most(ofSelections(node.selectionSet)), 0);
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
}

export function tooMuch(what: string, limit: number): GraphQLError {
  return new GraphQLError(`The document has more than ${limit} ${what}`);
}

/**
 * Rejects a document whose fields are nested too deeply, fragments included, before it is validated. Introspection may have any
 * depth: a validation rule limits it.
 *
 * @throws {GraphQLError}
 */
export function checkDepth(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
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
