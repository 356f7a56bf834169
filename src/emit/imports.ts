import type { CodecPlan, Module, TypeImport } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { importDeclaration } from "./syntax.ts";

/** What a module imports, gathered while its declarations are made; printed in the order in which modules were named. */
export class Imports {
  readonly #modules = new Map<string, { readonly types: Set<string>; readonly values: Set<string> }>();
  readonly #importExtension: string;

  /** @param modules those that stand first, in this order */
  constructor(importExtension: string, ...modules: readonly string[]) {
    this.#importExtension = importExtension;
    for (const module of modules) this.#at(module);
  }

  type(name: string, module: string): void {
    this.#at(module).types.add(name);
  }

  value(name: string, module: string): void {
    this.#at(module).values.add(name);
  }

  /** The types that a value is made of. */
  types(imports: readonly TypeImport[], ending = ""): void {
    for (const { name, local, module } of imports) this.type(aliased(name, local), this.#path(module, ending));
  }

  /** A codec that another module of ours, or of the user's, exports. */
  codec(codec: Extract<CodecPlan, { readonly kind: "ours" | "own" }>): void {
    const name = codec.kind === "own" ? aliased(codec.exported, codec.name) : codec.name;
    this.value(name, this.#path(codec.module, ""));
  }

  validator(codec: Extract<CodecPlan, { readonly kind: "ours" }>): void {
    this.value(codec.validator, this.#path(codec.module, ".zod"));
  }

  print(): Doc[] {
    return [...this.#modules].flatMap(([module, { types, values }]) => [
      importDeclaration("type", types, module),
      importDeclaration("value", values, module),
    ]);
  }

  /** The path of a module beside this one. */
  beside(name: string): string {
    return `./${name}${this.#importExtension}`;
  }

  #path(module: Module, ending: string): string {
    return typeof module === "string" ? this.beside(`${module}${ending}`) : module.own;
  }

  #at(module: string): { readonly types: Set<string>; readonly values: Set<string> } {
    const found = this.#modules.get(module) ?? { types: new Set<string>(), values: new Set<string>() };
    this.#modules.set(module, found);
    return found;
  }
}

function aliased(name: string, local: string): string {
  return name === local ? name : `${name} as ${local}`;
}
