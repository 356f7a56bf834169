import type { CqlType } from "../../model/index.ts";

export type ItemsType = Extract<CqlType, { readonly kind: "list" | "set" }>;
export type MapType = Extract<CqlType, { readonly kind: "map" }>;
export type TupleType = Extract<CqlType, { readonly kind: "tuple" }>;
export type RecordType = Extract<CqlType, { readonly kind: "user" }>;
export type VectorType = Extract<CqlType, { readonly kind: "vector" }>;
