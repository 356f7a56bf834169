/**
 * Lists the modules with documents of a keyspace, for other GraphQL clients.
 *
 * Apart from the other modules: most keyspaces have no documents, and only these need the types of the API.
 */
import { apiOf, printSdl } from "../api/index.ts";
import type { Keyspace } from "../model/index.ts";
import { WireTypes } from "../plan/index.ts";
import type { Plan } from "../plan/index.ts";
import { documentTexts } from "./document-texts.ts";
import { emitDocumentsModule } from "./documents-module.ts";
import type { FilePlan } from "./emit.ts";
import { emitUserTypeWires } from "./user-types-module.ts";
import { emitBarrel } from "./module.ts";

/** A module with documents, or one that such modules import. */
export interface DocumentsFilePlan extends FilePlan {
  /** The documents and the types that they must fit; undefined for a module without documents. */
  readonly graphql?: () => { readonly sdl: string; readonly documents: readonly string[] };
}

/** @param model the keyspace with its unselected tables, which can affect the API names of the others */
export function listDocumentFiles(plan: Plan, model: Keyspace): readonly DocumentsFilePlan[] {
  const { keyspace, tables, userTypes, ids, importExtension } = plan;
  const wires = new WireTypes(userTypes, ids);
  const api = apiOf(model);
  const files = tables.map((table): DocumentsFilePlan => {
    const texts = () => documentTexts(table, api.typesOf(table.table));
    return {
      path: `${table.fileName}.documents.ts`,
      madeFrom: table,
      emit: () => emitDocumentsModule(table, texts(), wires, importExtension).text(),
      graphql: () => ({
        sdl: printSdl(api.select([table.table])),
        documents: texts().map(({ text }) => text),
      }),
    };
  });
  if (userTypes.length > 0) {
    files.push({
      path: "user-types.documents.ts",
      madeFrom: "the keyspace",
      emit: () => emitUserTypeWires(plan, wires).text(),
    });
  }
  const modules = files.map(({ path }) => `./${path.slice(0, -".ts".length)}${importExtension}`);
  files.push({ path: "documents.ts", madeFrom: "the keyspace", emit: () => emitBarrel(keyspace, modules) });
  return files;
}
