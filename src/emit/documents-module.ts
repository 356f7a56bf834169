/**
 * Emits the module of a table's documents for other GraphQL clients: the types of its values in JSON, a typed document
 * for each operation, and functions between JSON and our own values.
 */
import {
  decoderNames,
  documentExports,
  documentNames,
  recordsOf,
  hasRecord,
  hasWire,
  upperFirst,
  wireName,
} from "../plan/index.ts";
import type { DocumentKind, RecordPlan, TablePlan, WireTypes } from "../plan/index.ts";
import { afterOperator, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import type { DocumentText } from "./document-texts.ts";
import { runtimeDocuments } from "./runtime-entries.ts";
import { settleModule } from "./scope.ts";
import type { ModuleFrame, Scope, SettledModule } from "./scope.ts";
import {
  arrayLiteral,
  call,
  docComment,
  functionDeclaration,
  genericType,
  interfaceDeclaration,
  interfaceExtension,
  intersectionAlias,
  objectType,
  stringLiteral,
  typeAlias,
} from "./syntax.ts";
import { wireMembers } from "./wire-members.ts";

export function settleDocumentsModule(
  table: TablePlan,
  texts: readonly DocumentText[],
  wires: WireTypes,
  importExtension: string,
): SettledModule {
  const frame: ModuleFrame = {
    name: `${table.fileName}.documents`,
    source: `the table definition \`${table.title}\``,
    exports: documentExports(table),
    runtime: runtimeDocuments,
    importExtension,
  };
  return settleModule(frame, (scope) => {
    const declarations = [
      ...recordsOf(table).flatMap((record) => declareWire(record, table, wires, scope)),
      ...texts.flatMap((text) => [variables(text, table, scope), document(text, table, scope)]),
      ...texts.map(({ kind }) => encoder(kind, table, scope)),
      ...decoders(table, scope),
    ];
    return `\n${declarations.join("\n")}`;
  });
}

const comments: Readonly<Partial<Record<RecordPlan["role"], string>>> = {
  key: "The primary key of a row, in JSON.",
  partition: "Selects a partition, in JSON.",
  clustering: "Selects rows of a partition by a prefix of the clustering key, in JSON.",
  where: "Selects rows by their key, in JSON.",
  insert: "The columns of an insert, in JSON. An omitted column stays unchanged, null deletes its value.",
  update: "The columns of an update, in JSON. An omitted column stays unchanged, null deletes its value.",
  rowUpdate: "An update of a row with its whole key, in JSON.",
  staticUpdate: "An update of the static columns with only the partition key, in JSON.",
  increment: "The key of a row and the amounts to add to its counters, in JSON.",
  if: "A condition on a row, in JSON.",
};

/** The form of a record in JSON. */
function declareWire(record: RecordPlan, table: TablePlan, wires: WireTypes, scope: Scope): string[] {
  if (!hasWire(record)) return [];
  const name = wireName(record.name);
  const comment = [comments[record.role] ?? `A row of \`${table.title}\`, in JSON.`];
  switch (record.kind) {
    case "values":
      // In JSON, changes of parts have a document argument of their own.
      if (record.beside) return [interfaceExtension(name, comment, wireName(record.beside.name))];
      return [interfaceDeclaration(name, comment, wireMembers(record, table, wires, scope).flat())];
    case "query":
      return [interfaceDeclaration(name, comment, wireMembers(record, table, wires, scope).flat())];
    case "prefix":
      return [typeAlias(name, comment, wireMembers(record, table, wires, scope).map(objectType))];
    case "same":
      return [interfaceExtension(name, comment, wireName(record.as.name))];
    case "either":
      return [typeAlias(name, comment, record.of.map(wireNameOf))];
    case "both":
      return [intersectionAlias(name, comment, record.of.map(wireNameOf))];
  }
}

const wireNameOf = ({ name }: RecordPlan): string => wireName(name);

/** `export type InsertProductsVariables = InsertVariables<ProductsInsertWire>;` */
function variables({ kind }: DocumentText, table: TablePlan, scope: Scope): string {
  const { document, variables: name } = documentNames(table, kind);
  const [type, args] = variablesOf(kind, table);
  const value = genericType(scope.type(type, runtimeDocuments), args);
  const declared = printDoc([`export type ${name} =`, afterOperator(value), ";"]);
  return `${docComment([`The variables of \`${document}\`.`])}${declared}\n`;
}

/** The type of a document's variables in the runtime, and its arguments. */
function variablesOf(kind: DocumentKind, table: TablePlan): readonly [string, readonly Doc[]] {
  const { names, clusteringKey, counts } = table;
  const condition = hasRecord(table, "if") ? wireName(names.if) : "never";
  switch (kind) {
    case "insert":
      return ["InsertVariables", [wireName(names.insert)]];
    case "update":
      return ["UpdateVariables", [wireName(names.update), condition]];
    case "increment":
      return ["IncrementVariables", [wireName(names.increment)]];
    case "delete":
      return counts
        ? ["IncrementVariables", [wireName(names.key)]]
        : ["DeleteVariables", [wireName(names.key), condition]];
    case "get":
      return ["GetVariables", [wireName(names.key)]];
    case "find": {
      const where = wireName(names.where);
      if (clusteringKey.length === 0) return ["FindVariables", [where]];
      const reversed = clusteringKey.map(({ apiName, descending }) =>
        stringLiteral(`${apiName}_${descending ? "ASC" : "DESC"}`),
      );
      return ["OrderedFindVariables", [where, arrayLiteral(reversed)]];
    }
  }
}

const documentComments: Readonly<Record<DocumentKind, string>> = {
  insert: "Inserts a row. Overwrites an existing one unless `ifNotExists` is set.",
  update: "Updates columns of a row. Creates a missing row unless a condition is set.",
  increment: "Adds to counters. A missing row counts from zero.",
  delete: "Deletes a row. Succeeds if it does not exist.",
  get: "Reads a row by its key: a page with one row, or none.",
  find: "Finds rows by partition: a page, and where the next one begins.",
};

/** A document with its types. Its text begins and ends on lines of its own. */
function document({ kind, field, text }: DocumentText, table: TablePlan, scope: Scope): string {
  const { document: name, variables: variablesName } = documentNames(table, kind);
  const literal = stringLiteral(field);
  const type =
    kind === "get" || kind === "find"
      ? genericType(scope.type("PageDocument", runtimeDocuments), [literal, wireName(table.names.row), variablesName])
      : genericType(scope.type("WriteDocument", runtimeDocuments), [literal, variablesName]);
  const parse = scope.value("parse", "graphql");
  const head = printDoc([`export const ${name}: `, type, " =", afterOperator(`/* @__PURE__ */ ${parse}(\``)]);
  return `${docComment([documentComments[kind]])}${head}\n${text}\n\`);\n`;
}

/** `encodeProductsInsert(value, options)`: the variables of a document. */
function encoder(kind: DocumentKind, table: TablePlan, scope: Scope): string {
  const { names, clusteringKey } = table;
  const { document, variables: variablesName, encoder: name } = documentNames(table, kind);
  const ours = (type: string): string => scope.type(type, scope.beside(table.fileName));
  const parameters: Readonly<Record<DocumentKind, readonly (readonly [string, string])[]>> = {
    insert: [["value", names.insert]],
    update: [["value", names.update]],
    increment: [
      ["key", names.key],
      ["by", names.increment],
    ],
    delete: [["key", names.key]],
    get: [["key", names.key]],
    find: [["where", names.where]],
  };
  const options: Readonly<Record<DocumentKind, () => Doc>> = {
    insert: () => scope.type("EncodeInsertOptions", runtimeDocuments),
    update: () => genericType(scope.type("EncodeUpdateOptions", runtimeDocuments), [ours(names.types)]),
    increment: () => scope.type("EncodeIncrementOptions", runtimeDocuments),
    delete: () =>
      table.counts
        ? scope.type("EncodeIncrementOptions", runtimeDocuments)
        : genericType(scope.type("EncodeDeleteOptions", runtimeDocuments), [ours(names.types)]),
    get: () => scope.type("EncodeGetOptions", runtimeDocuments),
    find: () => scope.type("EncodeFindOptions", runtimeDocuments),
  };
  const run = scope.value(`encode${upperFirst(kind)}`, runtimeDocuments);
  const typeOf = (name: string, ...args: readonly Doc[]): Doc => genericType(scope.type(name, runtimeDocuments), args);
  const ordered =
    kind === "find" && clusteringKey.length > 0
      ? {
          typeParameters: [["Order extends ", scope.type("Direction", runtimeDocuments), " = never"]],
          parameters: [
            ["where: ", typeOf("OrderedWhere", ours(names.types), "Order")],
            ["options?: ", typeOf("EncodeOrderedFindOptions", "Order")],
          ],
        }
      : undefined;
  const descriptor = scope.value(names.table, scope.beside(table.fileName));
  return functionDeclaration({
    name,
    comment: [`The variables of \`${document}\`. Throws if the database would reject a value.`],
    typeParameters: ordered?.typeParameters ?? [],
    parameters: ordered?.parameters ?? [
      ...parameters[kind].map(([parameter, type]): Doc => `${parameter}: ${ours(type)}`),
      ["options?: ", options[kind]()],
    ],
    returns: variablesName,
    body: ["return ", call(run, [descriptor, ...parameters[kind].map(([parameter]) => parameter), "options"]), ";"],
  });
}

function decoders(table: TablePlan, scope: Scope): readonly string[] {
  const { names, fileName } = table;
  const row = scope.type(names.row, scope.beside(fileName));
  const descriptor = scope.value(names.table, scope.beside(fileName));
  const page = genericType(scope.type("PageResult", runtimeDocuments), [wireName(names.row)]);
  const name = decoderNames(table);
  const decode = (what: string, parameter: string): Doc => [
    "return ",
    call(scope.value(what, runtimeDocuments), [descriptor, parameter]),
    ";",
  ];
  return [
    functionDeclaration({
      name: name.row,
      comment: ["Decodes a row of a response."],
      typeParameters: [],
      parameters: [`row: ${wireName(names.row)}`],
      returns: row,
      body: decode("decodeRow", "row"),
    }),
    functionDeclaration({
      name: name.page,
      comment: ["Decodes a page of a response. Throws if there is none."],
      typeParameters: [],
      parameters: [["page: ", page]],
      returns: genericType(scope.type("Page", runtimeDocuments), [row]),
      body: decode("decodePage", "page"),
    }),
  ];
}
