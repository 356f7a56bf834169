/**
 * Emits the module of a table's documents for other GraphQL clients: the types of its values in JSON, a typed document
 * for each operation, and functions between JSON and our own values.
 */
import { canChangeParts, changesName, decodersOf, documentExports, recordsOf, wireName } from "../plan/index.ts";
import type { DecoderKind, DocumentPlan, RecordPlan, TablePlan, WireTypes } from "../plan/index.ts";
import { afterOperator, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { documentTypes } from "./document-kinds.ts";
import type { DocumentText } from "./document-texts.ts";
import { runtimeDocuments } from "./runtime-entries.ts";
import { emitModule } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import type { ModuleFrame, Scope } from "./scope.ts";
import { functionDeclaration } from "./functions.ts";
import {
  docComment,
  genericType,
  interfaceDeclaration,
  interfaceExtension,
  intersection,
  literalUnion,
  stringLiteral,
} from "./syntax.ts";
import { nameOfRole, nameWords, parameterOfText, typeOfText } from "./type-text.ts";
import { declareRecord } from "./table-module.ts";
import { declareWireMembers, wireChanges } from "./wire-members.ts";
import type { MemberDeclarations } from "./members.ts";

export function emitDocumentsModule(
  table: TablePlan,
  texts: readonly DocumentText[],
  wires: WireTypes,
  importExtension: string,
): EmittedModule {
  const frame: ModuleFrame = {
    name: `${table.fileName}.documents`,
    source: `the table definition \`${table.title}\``,
    exports: () => documentExports(table),
    hasBareInterface: recordsOf(table).some((record) => record.kind === "same" || "beside" in record),
    runtime: runtimeDocuments,
    importExtension,
  };
  return emitModule(frame, (scope) => {
    const members = declareWireMembers(table, wires, scope);
    const declarations = [
      ...recordsOf(table).map((record) => declareWire(record, table, members)),
      ...declareChanges(table, wires, scope),
      ...texts.flatMap((text) => [variables(text.plan, table, scope), document(text, table, scope)]),
      ...texts.map(({ plan }) => encoder(plan, table, scope)),
      ...decodersOf(table).map(({ kind, name }) => decoder(kind, name, table, scope)),
    ];
    return `\n${declarations.join("\n")}`;
  });
}

const comments: Readonly<Partial<Record<RecordPlan["role"], string>>> = {
  key: "The primary key of a row, in JSON.",
  partition: "Selects a partition, in JSON.",
  clustering: "Selects rows of a partition by a prefix of the clustering key, in JSON.",
  where: "Selects rows by their key, in JSON.",
  index: "Selects rows by an index, in JSON.",
  within: "What can be given beside an index: a partition with a prefix of the clustering key, in JSON.",
  indexed: "Other columns with an index, in JSON.",
  insert: "The columns of an insert, in JSON. An omitted column stays unchanged, null deletes its value.",
  update: "The columns of an update, in JSON. An omitted column stays unchanged, null deletes its value.",
  rowUpdate: "An update of a row with its whole key, in JSON.",
  staticUpdate: "An update of the static columns with only the partition key, in JSON.",
  increment: "The key of a row and the amounts to add to its counters, in JSON.",
  if: "A condition on a row, in JSON.",
};

/** The form of a record in JSON. */
function declareWire(record: RecordPlan, { title }: TablePlan, members: MemberDeclarations): string {
  const comment = [comments[record.role] ?? `A row of \`${title}\`, in JSON.`];
  // In JSON, changes of parts have a document argument of their own.
  if (record.kind === "values" && record.beside)
    return interfaceExtension(wireNameOf(record), comment, wireNameOf(record.beside));
  return declareRecord(record, comment, members, wireNameOf);
}

const wireNameOf = ({ name }: RecordPlan): string => wireName(name);

/** `export type InsertProductsVariables = InsertVariables<ProductsInsertWire>;` */
function variables(plan: DocumentPlan, table: TablePlan, scope: Scope): string {
  const { variables, given } = documentTypes[plan.kind](table, plan);
  const value = typeOfText(variables, { nameOf: nameWith(wireName, plan, table, scope), given });
  const declared = printDoc([`export type ${plan.variables} =`, afterOperator(value), ";"]);
  return `${docComment([`The variables of \`${plan.document}\`.`])}${declared}\n`;
}

/** A document with its types. Its text begins and ends on lines of its own. */
function document({ field, text, plan }: DocumentText, table: TablePlan, scope: Scope): string {
  const { comment, data, given } = documentTypes[plan.kind](table, plan);
  const type = typeOfText(data, {
    nameOf: nameWith(wireName, plan, table, scope),
    given: { ...given, $field: stringLiteral(field), $variables: plan.variables },
  });
  const parse = scope.value("parse", "graphql");
  const head = printDoc([`export const ${plan.document}: `, type, " =", afterOperator(`/* @__PURE__ */ ${parse}(\``)]);
  return `${docComment([comment])}${head}\n${text}\n\`);\n`;
}

/** `encodeProductsInsert(value, options)`: the variables of a document. */
function encoder(plan: DocumentPlan, table: TablePlan, scope: Scope): string {
  const { encode, before = [], generics = [], parameters = [], options } = documentTypes[plan.kind](table, plan);
  const bindings = scope.beside(table.fileName);
  const words = { nameOf: nameWith((name) => scope.type(name, bindings), plan, table, scope) };
  const values = parameters.map((parameter) => parameter.split(":", 1)[0] ?? "");
  return functionDeclaration({
    name: plan.encoder,
    comment: [`The variables of \`${plan.document}\`. Throws if the database would reject a value.`],
    typeParameters: generics.map((generic) => nameWords(generic, words)),
    parameters: [...parameters, options].map((parameter) => parameterOfText(parameter, words)),
    returns: plan.variables,
    calls: scope.value(encode, runtimeDocuments),
    args: [scope.value(table.names.table, bindings), ...before, ...values, "options"],
  });
}

/** The names of the words of a type: `row` is a type of the table's, `GetVariables` one of the runtime's. */
function nameWith(nameOfType: (name: string) => string, plan: DocumentPlan, table: TablePlan, scope: Scope) {
  return (word: string): string => {
    const own = word === "index" && plan.kind === "findIndexed" ? plan.index.where : nameOfRole(word, table);
    if (own !== undefined) return nameOfType(own);
    if (word === "Pick") return scope.global(word);
    return /^[a-z]/.test(word) || word === "Order" ? word : scope.type(word, runtimeDocuments);
  };
}

/** `export interface UpdateRoomsChanges`: changes of parts, by column. */
function declareChanges(table: TablePlan, wires: WireTypes, scope: Scope): string[] {
  if (!canChangeParts(table)) return [];
  const comment = ["Changes of parts of a row, in JSON."];
  return [interfaceDeclaration(changesName(table), comment, wireChanges(table, wires, scope))];
}

function decoder(kind: DecoderKind, name: string, table: TablePlan, scope: Scope): string {
  const { names, fileName, partitionKey } = table;
  const row = scope.type(names.row, scope.beside(fileName));
  const descriptor = scope.value(names.table, scope.beside(fileName));
  const pick = (type: string, columns: readonly string[]): Doc =>
    genericType(scope.global("Pick"), [type, literalUnion(columns)]);
  const generic = (name: string, type: Doc): Doc => genericType(scope.type(name, runtimeDocuments), [type]);
  const page = (type: Doc): Doc => generic("Page", type);
  const decode = (
    what: string,
    comment: string,
    [parameter, type]: readonly [name: string, type: Doc],
    returns: Doc,
  ): string =>
    functionDeclaration({
      name,
      comment: [comment],
      typeParameters: [],
      parameters: [[`${parameter}: `, type]],
      returns,
      calls: scope.value(what, runtimeDocuments),
      args: [descriptor, parameter],
    });
  const wire = wireName(names.row);
  switch (kind) {
    case "row":
      return decode("decodeRow", "Decodes a row of a response.", ["row", wire], row);
    case "page": {
      const given = generic("PageResult", wire);
      return decode("decodePage", "Decodes a page of a response. Throws if there is none.", ["page", given], page(row));
    }
    case "partitions": {
      const names = partitionKey.map(({ apiName }) => apiName);
      const given = generic("PageResult", pick(wire, names));
      const key = partitionKey.map((member) => member.name);
      const comment = "Decodes a page of the keys of partitions. Throws if there is none.";
      return decode("decodePartitions", comment, ["page", given], page(pick(row, key)));
    }
    case "neighbors": {
      const given = generic("NeighborsResult", wire);
      const comment = "Decodes rows with their similarities. Throws if there are none.";
      const neighbor = intersection([row, "{ similarity: number }"]);
      return decode("decodeNeighbors", comment, ["page", given], ["readonly (", neighbor, ")[]"]);
    }
  }
}
