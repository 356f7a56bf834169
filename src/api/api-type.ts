/**
 * The shape of the GraphQL types of the API, as plain data: what the service makes executable and `printSdl` prints.
 *
 * Types refer to each other as objects. One that is made of itself gets its fields from a getter.
 */
import type { Column, NativeType, Order } from "../model/index.ts";

interface Described {
  readonly name: string;
  readonly description: string;
}

export type ApiType = ApiScalar | ApiEnum | ApiObject | ApiInput;

export interface ApiScalar extends Described {
  readonly kind: "scalar";
  /** The CQL type of its values; undefined for JSON. */
  readonly native: NativeType | undefined;
  /** Undefined for a scalar of GraphQL itself, which no SDL declares. */
  readonly specifiedByUrl: string | undefined;
}

export interface ApiEnum extends Described {
  readonly kind: "enum";
  readonly values: readonly ApiEnumValue[];
}

export interface ApiEnumValue extends Described {
  /** What it stands for, if not for its name. */
  readonly order?: { readonly column: string; readonly order: Order };
}

export interface ApiObject extends Described {
  readonly kind: "object";
  readonly fields: readonly ApiField[];
}

export interface ApiField extends Described {
  readonly type: ApiTypeRef;
  readonly args?: readonly ApiArgument[];
  /** The column that it shows; other fields show the property of their name. */
  readonly column?: Column;
}

export interface ApiInput extends Described {
  readonly kind: "input";
  readonly fields: readonly ApiArgument[];
}

/** An argument of a field, or a field of an input. */
export interface ApiArgument extends Described {
  readonly type: ApiTypeRef;
  /** A number, or the name of a value of an enum. */
  readonly default?: string | number;
  /** The column of which it is a value. */
  readonly column?: Column;
}

export interface ApiDirective extends Described {
  readonly locations: readonly "MUTATION"[];
}

/** A type as fields and arguments have it: by itself, in lists, required. */
export type ApiTypeRef =
  ApiType | { readonly kind: "list"; readonly of: ApiTypeRef } | { readonly kind: "required"; readonly of: ApiTypeRef };

/** All types of an endpoint, by way of its operations. */
export interface Api {
  readonly query: ApiObject;
  readonly mutation?: ApiObject;
  readonly directives: readonly ApiDirective[];
}

export function listOf(of: ApiTypeRef): ApiTypeRef {
  return { kind: "list", of };
}

export function required(of: ApiTypeRef): ApiTypeRef {
  return { kind: "required", of };
}

/** `[Products!]` */
export function printTypeRef(type: ApiTypeRef): string {
  if (type.kind === "list") return `[${printTypeRef(type.of)}]`;
  return type.kind === "required" ? `${printTypeRef(type.of)}!` : type.name;
}

/** The type within lists and `!`. */
export function namedTypeOf(type: ApiTypeRef): ApiType {
  return type.kind === "list" || type.kind === "required" ? namedTypeOf(type.of) : type;
}
