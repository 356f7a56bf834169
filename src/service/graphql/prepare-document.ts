/**
 * Prepares a validated document for any number of runs: argument readers, resolvers and printers are chosen once.
 *
 * Takes the one operation of a document whose fields are plain, and returns a function from the values of a request to
 * a result; undefined for any other document. Its results are those of graphql-js. It never explains an
 * invalid value of a request, and never starts to run a request that has one.
 */
import { GraphQLNonNull, Kind, OperationTypeNode, locatedError, parse, typeFromAST, visit } from "graphql";
import type {
  DocumentNode,
  FieldNode,
  GraphQLError,
  GraphQLInputType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import type { Execution } from "./execution.ts";
import { Misfit, prepareLiteral, prepareMembers, prepareVariable } from "./prepare-input.ts";
import type { Given, Slots } from "./prepare-input.ts";
import { fieldsOf, prepareResult, startOf } from "./prepare-output.ts";
import type { Place, Run } from "./prepare-output.ts";

export interface PreparedRequest {
  /** The text, for the places of errors. */
  readonly text: string;
  readonly literals: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface PreparedResult {
  /** As JSON. */
  readonly data: string;
  readonly errors: readonly GraphQLError[];
}

/** @returns undefined, before anything was run, if graphql-js would refuse a value */
export type PreparedDocument = (request: PreparedRequest, context: Execution) => Promise<PreparedResult> | undefined;

/** In `extensions` of a field: whether this field may run beside neighbors that allow it too. */
export interface FieldOrder {
  readonly mayOverlap?: (args: Readonly<Record<string, unknown>>) => boolean;
}

export function prepareDocument(schema: GraphQLSchema, document: DocumentNode): PreparedDocument | undefined {
  const [operation, ...others] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return undefined;
  try {
    return prepareOperation(schema, operation);
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}

function prepareOperation(schema: GraphQLSchema, operation: OperationDefinitionNode): PreparedDocument {
  if ((operation.directives ?? []).length > 0) throw new Misfit();
  const type = schema.getRootType(operation.operation);
  if (!type) throw new Misfit();
  const slots = slotsOf(operation);
  const readVariables = prepareVariables(schema, operation, slots);
  const inOrder = operation.operation === OperationTypeNode.MUTATION;
  const fields = fieldsOf(type, operation.selectionSet).map(({ key, node, field }, index) => {
    const readArguments = prepareMembers(field.args, node.arguments ?? [], slots);
    // The resolvers of `keyspace-types.ts` and `definition-types.ts`.
    const { resolve } = field;
    const { mayOverlap } = field.extensions as FieldOrder;
    const print = prepareResult(nullable(field.type), node, `${type.name}.${field.name}`);
    const fieldNodes = [node];
    /** Never rejects. */
    const run = async (
      args: Record<string, unknown>,
      variableValues: Given["variables"],
      state: Run,
    ): Promise<string> => {
      try {
        // What the resolvers of a table ask for.
        const info = { fieldNodes, fragments: {}, variableValues } as unknown as GraphQLResolveInfo;
        const printed = print(await resolve?.(undefined, args, state.context, info), state, key);
        return typeof printed === "string" ? printed : await printed;
      } catch (error) {
        state.failures.push({ error, place: { key, above: undefined } });
        return "null";
      }
    };
    return { start: startOf(key, index), readArguments, mayOverlap, run };
  });

  return ({ text, literals, variables: json }, context) => {
    let given: Given;
    let args: Record<string, unknown>[];
    try {
      given = { literals, variables: readVariables(json, literals) };
      args = fields.map((field) => field.readArguments(given));
    } catch (error) {
      if (error instanceof Misfit) return undefined;
      throw error;
    }
    return run();

    async function run(): Promise<PreparedResult> {
      const state: Run = { context, failures: [] };
      const printed: (string | Promise<string>)[] = [];
      /** How many of the first fields have ended. */
      let ended = 0;
      for (const { mayOverlap, run: runField } of fields) {
        const values = args[printed.length] ?? {};
        const overlaps = !inOrder || mayOverlap?.(values) === true;
        if (!overlaps) for (; ended < printed.length; ended++) await printed[ended];
        const printing = runField(values, given.variables, state);
        printed.push(overlaps ? printing : await printing);
      }
      let data = "{";
      for (const [index, { start }] of fields.entries()) {
        const value = printed[index] ?? "null";
        data += start + (typeof value === "string" ? value : await value);
      }
      return { data: `${data}}`, errors: state.failures.length === 0 ? [] : await locate(text, state) };
    }
  };
}

function nullable(type: GraphQLOutputType): GraphQLOutputType {
  if (type instanceof GraphQLNonNull) throw new Misfit();
  return type;
}

type VariablesReader = (json: Readonly<Record<string, unknown>>, literals: readonly string[]) => Given["variables"];

function prepareVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, slots: Slots): VariablesReader {
  const definitions = (operation.variableDefinitions ?? []).map(({ variable, type: typeNode, defaultValue }) => {
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    const preset = defaultValue && prepareLiteral(type, defaultValue, slots);
    return {
      name: variable.name.value,
      read: prepareVariable(type),
      preset,
      required: typeNode.kind === Kind.NON_NULL_TYPE,
    };
  });
  return (json, literals) => {
    const variables: Record<string, unknown> = {};
    for (const { name, read, preset, required } of definitions) {
      if (Object.hasOwn(json, name)) variables[name] = read(json[name]);
      else if (preset) variables[name] = preset({ literals, variables: {} });
      else if (required) throw new Misfit();
    }
    return variables;
  };
}

/** Literals by their place in the text: a visit meets them in the order of the text. */
function slotsOf(operation: OperationDefinitionNode): Slots {
  const slots = new Map<number, number>();
  const add = ({ loc }: { readonly loc?: { readonly start: number } }): void => {
    slots.set(loc?.start ?? -1, slots.size);
  };
  visit(operation, { IntValue: add, FloatValue: add, StringValue: add });
  return slots;
}

/** Errors with the places of their fields in this text, in the order of the text. */
async function locate(text: string, { failures, context }: Run): Promise<readonly GraphQLError[]> {
  const [operation] = parse(text).definitions;
  const located: GraphQLError[] = [];
  for (const { error, place } of failures) {
    const path = pathOf(place);
    const node = operation?.kind === Kind.OPERATION_DEFINITION ? nodeAt(operation.selectionSet, path) : undefined;
    located.push(locatedError(error, node, path));
    // Each counts the lines of the text before it.
    await context.reads.turns.next();
  }
  return located;
}

function pathOf(place: Place): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let step: Place | undefined = place; step; step = step.above) path.unshift(step.key);
  return path;
}

function nodeAt(root: SelectionSetNode, path: readonly (string | number)[]): FieldNode | undefined {
  let selections: SelectionSetNode | undefined = root;
  let found: FieldNode | undefined;
  for (const key of path) {
    if (typeof key === "number") continue;
    found = selections?.selections.find(
      (node): node is FieldNode => node.kind === Kind.FIELD && (node.alias ?? node.name).value === key,
    );
    selections = found?.selectionSet;
  }
  return found;
}
