/**
 * Prepares a validated document for any number of runs: argument readers, resolvers and printers are chosen once.
 *
 * Takes the one operation of a document whose fields are plain, and returns a function from the values of a request to
 * the data; undefined for any other document. Its results are those of graphql-js. It never explains an
 * invalid value of a request, and never starts to run a request that has one.
 */
import { GraphQLNonNull, Kind, OperationTypeNode, typeFromAST, visit } from "graphql";
import type {
  DocumentNode,
  GraphQLInputType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from "graphql";
import type { JsonObject } from "../json.ts";
import type { Execution } from "./execution.ts";
import type { FieldOrder } from "./graphql-types.ts";
import { Misfit, prepareLiteral, prepareNodes, prepareVariable } from "./prepare-input.ts";
import type { RequestValues, Slots } from "./prepare-input.ts";
import { fieldsOf, prepareResult, startOf } from "./prepare-output.ts";

/**
 * Runs the document with the values of a request. What fails is added to the failures of the execution.
 *
 * @param literals those of the text
 * @returns the data as JSON; undefined, before anything was run, if graphql-js would refuse a value
 */
export type PreparedDocument = (
  literals: readonly string[],
  variables: JsonObject,
  execution: Execution,
) => Promise<string> | undefined;

type Arguments = Record<string, unknown>;
type Variables = RequestValues["variables"];

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
    const readArguments = prepareNodes(field.args, node.arguments ?? [], slots);
    // As `keyspace-types.ts` and `definition-types.ts` have set them.
    const { resolve } = field;
    const { mayOverlap }: FieldOrder = field.extensions;
    const print = prepareResult(nullable(field.type), node, `${type.name}.${field.name}`);
    const fieldNodes = [node];
    /** Never rejects. */
    const runField = async (args: Arguments, variableValues: Variables, execution: Execution): Promise<string> => {
      try {
        // All of graphql-js's own that the resolvers read: the selected columns, and the variables that the document lacks.
        const info = { fieldNodes, fragments: {}, variableValues } as unknown as GraphQLResolveInfo;
        const printed = print(await resolve?.(undefined, args, execution, info), execution, key);
        return typeof printed === "string" ? printed : await printed;
      } catch (error) {
        execution.failures.push({ error, place: { key, above: undefined } });
        return "null";
      }
    };
    return { start: startOf(key, index), readArguments, mayOverlap, runField };
  });

  async function runFields(args: readonly Arguments[], variables: Variables, execution: Execution): Promise<string> {
    const printing: Promise<string>[] = [];
    /** Those that run side by side, and may not have ended. */
    const together: Promise<string>[] = [];
    for (const [index, { mayOverlap, runField }] of fields.entries()) {
      const values = args[index] ?? {};
      const runsAlone = inOrder && mayOverlap?.(values) !== true;
      // It waits for those before it, and those after it wait for it.
      if (runsAlone) await Promise.all(together.splice(0));
      const field = runField(values, variables, execution);
      printing.push(field);
      if (runsAlone) await field;
      else together.push(field);
    }
    let data = "{";
    for (const [index, { start }] of fields.entries()) data += start + (await printing[index]);
    return `${data}}`;
  }

  return (literals, json, execution) => {
    try {
      const variables = readVariables(json, literals);
      // Only the members of a record are columns, so the arguments are an object and no map.
      const args = fields.map((field) => field.readArguments({ literals, variables }) as Arguments);
      return runFields(args, variables, execution);
    } catch (error) {
      if (error instanceof Misfit) return undefined;
      throw error;
    }
  };
}

function nullable(type: GraphQLOutputType): GraphQLOutputType {
  if (type instanceof GraphQLNonNull) throw new Misfit();
  return type;
}

type VariablesReader = (json: JsonObject, literals: readonly string[]) => Variables;

function prepareVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, slots: Slots): VariablesReader {
  const definitions = (operation.variableDefinitions ?? []).map(({ variable, type: typeNode, defaultValue }) => {
    // The document is valid, so this is an input type.
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
