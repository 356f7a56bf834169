/**
 * Adding a row over REST: by a list of columns, as all real clients do, or by a GraphQL document, as the service document
 * has it.
 */
import type { DocumentNode } from "graphql";
import { apiOf } from "../../api/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import { param } from "../endpoint.ts";
import { respond } from "../graphql/endpoint.ts";
import { keyspaceTypesOf } from "../graphql/keyspace-types.ts";
import { rootFields } from "../graphql/limits.ts";
import { graphqlResponse } from "../graphql/media-type.ts";
import { documentAnswers } from "../graphql/operations.ts";
import { parseDocumentBody } from "../graphql/read-document.ts";
import { failure, json, noTable } from "../operation.ts";
import type { Operation, Shape } from "../operation.ts";
import { badRequest } from "../refusal.ts";
import { ref } from "../schemas.ts";
import { readObject } from "./read-object.ts";
import { columnsForm, parseRowColumns } from "./row-columns.ts";
import { findKeyspace, findTable } from "./tables.ts";

/** Of a row, or of a document for a client that asks for the media type of GraphQL. */
const mixed: Shape = {
  description: "The request is not valid, or the document could not be run.",
  content: { "application/json": ref("Error"), [graphqlResponse]: ref("GraphQLErrors") },
};

/** `POST …/rows`: `{columns}` → 201, or `{query, variables}` → what GraphQL answers. */
export const addRow: Operation = {
  id: "addRow",
  summary: "Writes a row, or runs a GraphQL document of the table.",
  body: { anyOf: [ref("NewRow"), ref("GraphQLRequest")] },
  answers: {
    200: documentAnswers[200],
    201: json("The row is written.", ref("Success")),
    400: mixed,
    404: noTable,
    422: failure("There is no body, or no column in it."),
  },
  run: async (call, parts) => {
    const body = await readObject(call, "Row data cannot be null.");
    const keyspace = await findKeyspace(parts.store, param(call, 0));
    const table = findTable(keyspace, param(call, 1));
    if ((body["columns"] ?? null) === null && body["query"] !== undefined) {
      const refuse = (node: DocumentNode): void => refuseOtherTables(node, keyspace, table);
      return respond(call, parts, { request: parseDocumentBody(body), types: keyspaceTypesOf(keyspace), refuse });
    }
    const values = parseRowColumns(table, body["columns"], columnsForm);
    await parts.store.insert({ keyspace: keyspace.name, table: table.name, values });
    return { status: 201, json: { success: true, rowsModified: 1 } };
  },
};

function refuseOtherTables(node: DocumentNode, keyspace: Keyspace, table: Table): void {
  const api = apiOf(keyspace);
  const isAllowed = (field: string): boolean => field === "__typename" || api.findByOperation(field).includes(table);
  const other = rootFields(node).find((field) => !isAllowed(field.name.value));
  if (other) throw badRequest(`${other.name.value} is no field of the table ${keyspace.name}.${table.name}`);
}
