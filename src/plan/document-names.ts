/** Decides which documents a table has, and what each and all that belongs to it is called. */
import { upperFirst } from "./names.ts";
import type { IndexPlan, NeighborPlan } from "./members.ts";
import type { FunctionRole } from "./records.ts";
import { canChangeParts, recordsOf, rolesOf } from "./records.ts";
import type { TablePlan } from "./table.ts";
import { wireName } from "./wire-types.ts";

/** What a document does, in the order of their declarations: each as the function of the bindings that it stands for. */
const functionOf = {
  insert: "insertFunction",
  update: "updateFunction",
  increment: "incrementFunction",
  delete: "deleteFunction",
  deleteWhere: "deleteWhereFunction",
  get: "getFunction",
  find: "findFunction",
  scan: "scanFunction",
  partitions: "partitionsFunction",
  count: "countFunction",
  countAll: "countAllFunction",
} as const satisfies Readonly<Record<string, FunctionRole>>;

type TableDocument = keyof typeof functionOf;

/** The documents of the table, then one for each index. */
export type DocumentKind = TableDocument | "findIndexed" | "nearest";

const kinds = Object.keys(functionOf) as readonly TableDocument[];

/** A document, the names of what belongs to it, and the index that it uses. */
export type DocumentPlan = DocumentNames &
  (
    | { readonly kind: TableDocument }
    | { readonly kind: "findIndexed"; readonly index: IndexPlan }
    | { readonly kind: "nearest"; readonly neighbor: NeighborPlan }
  );

interface DocumentNames {
  /** In GraphQL: `InsertProducts`. */
  readonly operation: string;
  /** `insertProductsDocument` */
  readonly document: string;
  /** `InsertProductsVariables` */
  readonly variables: string;
  /** `encodeProductsInsert` */
  readonly encoder: string;
}

/** The documents of a table, in the order of their declarations. */
export function documentsOf(table: TablePlan): readonly DocumentPlan[] {
  const { names, typeName, indexes, neighbors } = table;
  const roles = rolesOf(table);
  return [
    ...kinds
      .filter((kind) => roles.includes(functionOf[kind]))
      .map((kind) => {
        // A rule can give the functions of several rows another name, and those of one row keep the type's.
        const name = isOfRow(kind) ? kind + typeName : names[functionOf[kind]];
        return { kind, ...named(name, `encode${typeName}${upperFirst(kind)}`) };
      }),
    ...indexes.map((index) => ({ kind: "findIndexed", index, ...ofIndex(index.functionName) }) as const),
    ...neighbors.map((neighbor) => ({ kind: "nearest", neighbor, ...ofIndex(neighbor.functionName) }) as const),
  ];
}

const isOfRow = (kind: TableDocument): boolean => ["insert", "update", "increment", "delete", "get"].includes(kind);

function named(name: string, encoder: string): DocumentNames {
  const operation = upperFirst(name);
  return { operation, document: `${name}Document`, variables: `${operation}Variables`, encoder };
}

/** `encodeFindUsersWithEmail`: not the encoder of another table, all of which end in the kind of their document. */
function ofIndex(functionName: string): DocumentNames {
  const encoder = `encode${upperFirst(functionName)}`;
  const isLikeOthers = kinds.some((kind) => encoder.endsWith(upperFirst(kind)));
  return named(functionName, isLikeOthers ? `${encoder}_` : encoder);
}

/** The changes of an update in JSON: `UpdateRoomsChanges`. */
export function changesName({ typeName }: TablePlan): string {
  return `Update${typeName}Changes`;
}

export type DecoderKind = "row" | "page" | "partitions" | "neighbors";

/** The decoders of a table: `decodeProductsPage`. */
export function decodersOf(table: TablePlan): readonly { readonly kind: DecoderKind; readonly name: string }[] {
  const decoders: DecoderKind[] = ["row", "page"];
  if (rolesOf(table).includes("partitionsFunction")) decoders.push("partitions");
  if (table.neighbors.length > 0) decoders.push("neighbors");
  return decoders.map((kind) => ({ kind, name: `decode${table.typeName}${upperFirst(kind)}` }));
}

/**
 * The names that a table's module of documents exports. None is that of another table or user type unless their types
 * or functions have the same name, which is an error already.
 */
export function documentExports(table: TablePlan): readonly string[] {
  return [
    ...recordsOf(table).map((record) => wireName(record.name)),
    ...(canChangeParts(table) ? [changesName(table)] : []),
    ...documentsOf(table).flatMap(({ document, variables, encoder }) => [document, variables, encoder]),
    ...decodersOf(table).map(({ name }) => name),
  ];
}
