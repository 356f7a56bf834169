/** Emits the types of values and their codecs. */
import type { CodecPlan, TypeExpression } from "../plan/index.ts";
import { bracketed, group, ifBreak, indent, isUnion, softline, unionBody } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtime, runtimeComposites } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import {
  genericType,
  localConstant,
  objectLiteral,
  openProperty,
  property,
  stringLiteral,
  unionType,
} from "./syntax.ts";
import type { PrintValue } from "./syntax.ts";

/** A type expression as a document, with the names that its parts have in the module. */
export function typeDoc(type: TypeExpression, scope: Scope): Doc {
  if (typeof type === "string") return scope.global(type);
  switch (type.kind) {
    case "imported":
      return scope.type(type.name, scope.path(type.module));
    case "array": {
      const isCompound =
        typeof type.item !== "string" && (["union", "literals"].includes(type.item.kind) || isReadonly(type.item));
      const item = isCompound ? ["(", typeDoc(type.item, scope), ")"] : typeDoc(type.item, scope);
      return [type.readonly ? "readonly " : "", item, "[]"];
    }
    case "generic":
      return genericType(
        type.module ? scope.type(type.name, scope.path(type.module)) : scope.global(type.name),
        type.args.map((arg) => typeDoc(arg, scope)),
      );
    case "tuple": {
      const items = type.items.map((item) => itemDoc(item, type.items.length, scope));
      const list = group(bracketed("[", items, "]"));
      return type.readonly ? ["readonly ", list] : list;
    }
    case "literals":
      return unionType(type.values.map(literal));
    case "union": {
      const [one, other] = type.types;
      // Prettier keeps a type with arguments and its null together, as it does a name and its null.
      if (type.types.length === 2 && one && other === "null" && isGeneric(one)) return [typeDoc(one, scope), " | null"];
      return unionType(
        type.types.flatMap((part) => (isLiterals(part) ? part.values.map(literal) : [typeDoc(part, scope)])),
      );
    }
  }
}

/** An item of a tuple. A union that does not fit gets its own parentheses unless it is the only item. */
function itemDoc(type: TypeExpression, count: number, scope: Scope): Doc {
  const doc = typeDoc(type, scope);
  if (!isUnion(doc) || count < 2) return doc;
  return group([indent([ifBreak("("), softline, unionBody(doc)]), softline, ifBreak(")")]);
}

function isLiterals(type: TypeExpression): type is Extract<TypeExpression, { readonly kind: "literals" }> {
  return typeof type !== "string" && type.kind === "literals";
}

function isGeneric(type: TypeExpression): boolean {
  return typeof type !== "string" && type.kind === "generic";
}

function isReadonly(type: TypeExpression): boolean {
  return typeof type !== "string" && (type.kind === "array" || type.kind === "tuple") && type.readonly;
}

/** Constants of a module, each declared where it is first used. */
export class Constants {
  readonly scope: Scope;
  readonly #known = new Set<string>();
  #declared = "";

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Returns the declarations added since the last call. */
  flush(): string {
    const declared = this.#declared;
    this.#declared = "";
    return declared === "" ? "" : `\n${declared}`;
  }

  /**
   * The name of a constant.
   * @param key the same for the same constant
   * @param declare may declare others, which come first
   */
  protected add(wish: string, key: string, declare: (name: string) => string): string {
    const name = this.scope.local(wish, key);
    if (this.#known.has(name)) return name;
    this.#known.add(name);
    const declaration = declare(name);
    this.#declared += declaration;
    return name;
  }
}

/**
 * The names of the codecs that a module uses. Composite codecs become constants of the module, one for each codec.
 *
 * Constants, because bundlers drop an unused table only if its descriptor contains no calls.
 */
export class CodecConstants extends Constants {
  /** Returns the name of a codec in the module. Adds its import or its constant. */
  use(codec: CodecPlan): string {
    const { scope } = this;
    if (codec.kind === "native") return scope.value(codec.name, runtime);
    if (codec.kind !== "made" && codec.kind !== "typed") return scope.value(codec.name, scope.path(codec.module));
    return this.add(codec.name, JSON.stringify(codec), (name) => {
      if (codec.kind === "made") {
        const make = scope.value(codec.by, runtimeComposites);
        return localConstant(
          name,
          make,
          codec.args.map((arg) => (arg.kind === "literal" ? literal(arg.text) : this.use(arg))),
        );
      }
      const type = scope.type(codec.type.name, scope.path(codec.type.module));
      return localConstant(name, `${scope.value("branded", runtimeComposites)}<${type}>`, [this.use(codec.base)]);
    });
  }
}

export function literal(value: string | number): string {
  return typeof value === "number" ? String(value) : stringLiteral(value);
}

/**
 * The property of a descriptor for names that differ from those of their members; nothing if none does.
 * @param name of the property: `cqlNames`
 */
export function namesOf<Member extends { readonly name: string }>(
  name: string,
  members: readonly Member[],
  nameOf: (member: Member) => string,
): PrintValue[] {
  if (members.every((member) => nameOf(member) === member.name)) return [];
  // A literal without a member `constructor` inherits one that is not a string, which the compiler rejects.
  const renamed = members.filter((member) => nameOf(member) !== member.name || member.name in Object.prototype);
  const names = renamed.map((member) => property(member.name, stringLiteral(nameOf(member))));
  return [openProperty(name, objectLiteral(names))];
}
