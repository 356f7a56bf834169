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
  /** Brackets within brackets: forty levels with their fragments, the arguments of a field and a value in them. */
  nesting: 200,
  rootFields: 500,
  /** Fragments in selections; also outermost fields with the fragments on the way to them. */
  spreads: 2000,
  /** Fields of all selections together: fifty reads of a hundred columns. */
  fields: 5000,
  /** Fields about types; the longest query of a known client has 60. */
  introspection: 200,
  /** Fields of one selection that share a name: validation compares each with each. */
  sameName: 50,
  arguments: 50,
  /** Of a list and of an object in the text; variables may have more. */
  items: 5000,
  members: 2000,
  variables: 1000,
  /** Places where variables stand. */
  variableUses: 3000,
  comments: 5000,
  /** Blanks and commas: each level of an indented document takes two in every line. */
  blanks: 400_000,
  /** Characters of a name; the API name of a column has at most 2,000. */
  name: 5000,
  /** Characters of a number. As text, and in variables, it may have more. */
  number: 5000,
  fragments: 64,
  directives: 50,
  errors: 10,
  /** Characters of a document whose errors suggest names: comparing long names takes long. */
  suggestions: 10_000,
  /** Values in the rows of one document, all columns of a row counted: printing them takes about a quarter of a second. */
  values: 50_000,
  /** The same where graphql-js prints them, which takes three times as long and all of a field in one go. */
  plainValues: 15_000,
  /** Items of an `in`. */
  inItems: 1000,
  /** Of all selections of a request. An empty partition takes 0.2 ms, most of it outside the event loop. @see ReadLimits */
  combinations: 10_000,
  /** Rows and entries of indexes; one that is longer than a kilobyte counts once per kilobyte. */
  entries: 100_000,
  /** Of the values of a document, aliases counted: to read and print them takes up to 60 ms, in one turn. */
  bytes: 3_000_000,
} as const;

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

/** How often a document prints the same value of a row, by aliases, on its way through all levels. */
export function countCopies({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">): number {
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

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
}

export function tooMuch(what: string, limit: number): GraphQLError {
  return new GraphQLError(`The document has more than ${limit} ${what}`);
}
