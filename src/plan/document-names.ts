import { upperFirst } from "./names.ts";
import type { TablePlan } from "./table.ts";
import { wireName } from "./wire-types.ts";
import { recordsOf } from "./records.ts";
import type { RecordPlan } from "./records.ts";

/** What a document does. A table of counters has an increment in place of insert and update. */
export type DocumentKind = "insert" | "update" | "increment" | "delete" | "get" | "find";

/** The names of a document and of what belongs to it. */
export interface DocumentNames {
  /** In GraphQL: `InsertProducts`. */
  readonly operation: string;
  /** `insertProductsDocument` */
  readonly document: string;
  /** `InsertProductsVariables` */
  readonly variables: string;
  /** `encodeProductsInsert` */
  readonly encoder: string;
}

export function documentNames({ typeName, names }: TablePlan, kind: DocumentKind): DocumentNames {
  const name = kind === "find" ? names.findFunction : kind + typeName;
  const operation = upperFirst(name);
  return {
    operation,
    document: `${name}Document`,
    variables: `${operation}Variables`,
    encoder: `encode${typeName}${upperFirst(kind)}`,
  };
}

export function decoderNames({ typeName }: TablePlan): { readonly row: string; readonly page: string } {
  return { row: `decode${typeName}Row`, page: `decode${typeName}Page` };
}

/** The kinds of a table's documents, in the order of their declarations. */
export function documentKinds({ counts, isView }: TablePlan): readonly DocumentKind[] {
  if (isView) return ["get", "find"];
  return counts ? ["increment", "delete", "get", "find"] : ["insert", "update", "delete", "get", "find"];
}

const withoutWire: ReadonlySet<RecordPlan["role"]> = new Set(["index", "within", "indexed"]);

/** Whether a record has a form in JSON: queries by an index have no document. */
export function hasWire({ role }: RecordPlan): boolean {
  return !withoutWire.has(role);
}

/**
 * The names that a table's module of documents exports. None is that of another table or user type unless their types
 * or functions have the same name, which is an error already.
 */
export function documentExports(table: TablePlan): readonly string[] {
  return [
    ...recordsOf(table).flatMap((record) => (hasWire(record) ? [wireName(record.name)] : [])),
    ...documentKinds(table).flatMap((kind) => {
      const { document, variables, encoder } = documentNames(table, kind);
      return [document, variables, encoder];
    }),
    ...Object.values(decoderNames(table)),
  ];
}
