/**
 * Decides the names in an emitted module: of its exports, its imports and its own constants.
 *
 * A module is first emitted with the preferred names. If some conflict, all names are settled and the module is emitted
 * again with them. Exports keep their names, since other modules and the user's code refer to them; imports and
 * constants with a conflict get a trailing underscore.
 */
import type { Module, OurModule } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { importDeclaration } from "./syntax.ts";

/** What is known about a module before its declarations are emitted. */
export interface ModuleFrame {
  /** Without extension: `products`, `products.zod`. */
  readonly name: string;
  /** What the first line of the file says it was generated from. */
  readonly source: string;
  readonly exports: readonly string[];
  /** The runtime entry that the module imports. Names from there take precedence over other imports. */
  readonly runtime: string;
  /** The extension of relative imports. */
  readonly importExtension: string;
}

export interface SettledModule {
  readonly scope: Scope;
  readonly text: () => string;
}

/** Emits a module from its body. Runs the body again with settled names if some names conflict. */
export function settleModule(frame: ModuleFrame, body: (scope: Scope) => string): SettledModule {
  const wished = new Scope(frame);
  const first = body(wished);
  const names = wished.settleNames();
  const scope = names ? new Scope(frame, names) : wished;
  const declarations = names ? body(scope) : first;
  return { scope, text: () => [banner(frame.source), scope.printImports(), declarations].join("") };
}

interface Imported {
  /** The local name of each export, by its exported name. */
  readonly types: Map<string, string>;
  readonly values: Map<string, string>;
}

/** A preferred name. If two are the same, the lower rank keeps it: the runtime's first, then other imports. */
interface Wish {
  readonly name: string;
  readonly rank: 0 | 1 | 2;
  readonly isType: boolean;
}

/** The names from the runtime and the global scope that a part of a module uses. */
export interface ScopeUse {
  readonly types: readonly string[];
  readonly values: readonly string[];
  readonly globals: readonly string[];
}

export class Scope {
  readonly #frame: Pick<ModuleFrame, "runtime" | "importExtension">;
  /** The module's own path, as other modules import it. */
  readonly #self: string;
  readonly #exports: ReadonlySet<string>;
  readonly #settled: readonly string[] | undefined;
  readonly #modules = new Map<string, Imported>();
  readonly #ofRuntime: Imported;
  readonly #locals = new Map<string, string>();
  readonly #globals = new Set<string>();
  readonly #wishes: Wish[] = [];
  readonly #wished = new Set<string>();
  #hasConflict = false;

  /** @param settled the names to use, in the order of the calls that ask for them */
  constructor(frame: Omit<ModuleFrame, "source">, settled?: readonly string[]) {
    this.#frame = frame;
    this.#self = this.beside(frame.name);
    this.#exports = new Set(frame.exports);
    this.#settled = settled;
    this.#ofRuntime = this.#at(frame.runtime);
  }

  /** The local name of a type that a module exports. */
  type(name: string, module: string): string {
    return this.#import("types", name, module);
  }

  /** The local name of a value that a module exports. */
  value(name: string, module: string): string {
    return this.#import("values", name, module);
  }

  /**
   * The local name of a global type. If an export hides it, the type has another name here. Keywords stay unchanged.
   */
  global(name: string): string {
    if (name.charCodeAt(0) >= firstSmallLetter) return name;
    this.#globals.add(name);
    return this.#exports.has(name) ? `globalThis.${name}` : name;
  }

  /** The name of a constant that the module does not export. */
  local(wish: string, key: string): string {
    const known = this.#locals.get(key);
    if (known !== undefined) return known;
    const name = this.#name({ name: wish, rank: 2, isType: false });
    this.#locals.set(key, name);
    return name;
  }

  /** The names from the runtime and the global scope used so far. */
  uses(): ScopeUse {
    const { types, values } = this.#ofRuntime;
    return { types: [...types.keys()], values: [...values.keys()], globals: [...this.#globals] };
  }

  /**
   * Uses names from the runtime and the global scope.
   * @returns whether each keeps its name here
   */
  useAll({ types, values, globals }: ScopeUse): boolean {
    let plain = true;
    for (const name of types) if (this.#import("types", name, this.#frame.runtime) !== name) plain = false;
    for (const name of values) if (this.#import("values", name, this.#frame.runtime) !== name) plain = false;
    for (const name of globals) if (this.global(name) !== name) plain = false;
    return plain;
  }

  /** The import path of a module in the same folder. */
  beside(name: string): string {
    return `./${name}${this.#frame.importExtension}`;
  }

  /**
   * The import path of another generated module or of a user's module.
   * @param ending of a generated module: `.zod`
   */
  path(module: Module, ending: "" | ".zod" = ""): string {
    return isOurs(module) ? this.beside(module + ending) : module.own;
  }

  /** In the order in which modules were first used. */
  printImports(): string {
    let text = "";
    for (const [module, { types, values }] of this.#modules) {
      text += importDeclaration("type", aliased(types), module) + importDeclaration("value", aliased(values), module);
    }
    return text;
  }

  /** The settled names, in the order of the calls; undefined if every call gets its preferred name. */
  settleNames(): readonly string[] | undefined {
    if (!this.#hasConflict && ![...this.#globals].some((name) => this.#wished.has(name))) return undefined;
    const taken = new Set([...this.#exports, ...this.#globals]);
    const settled: string[] = [];
    for (const rank of [0, 1, 2]) {
      for (const [index, wish] of this.#wishes.entries()) {
        if (wish.rank !== rank) continue;
        let name = wish.name;
        while (taken.has(name) || reservedWords.has(name) || (wish.isType && typeWords.has(name))) name += "_";
        taken.add(name);
        settled[index] = name;
      }
    }
    return settled;
  }

  #import(kind: keyof Imported, name: string, module: string): string {
    const isRuntime = module === this.#frame.runtime;
    if (module === this.#self) return name;
    const names = (isRuntime ? this.#ofRuntime : this.#at(module))[kind];
    const known = names.get(name);
    if (known !== undefined) return known;
    const local = this.#name({ name, rank: isRuntime ? 0 : 1, isType: kind === "types" });
    names.set(name, local);
    return local;
  }

  #name(wish: Wish): string {
    const { name, rank, isType } = wish;
    if (this.#wished.has(name) || this.#exports.has(name)) this.#hasConflict = true;
    // No name from the runtime is a reserved word.
    if (rank > 0 && (reservedWords.has(name) || (isType && typeWords.has(name)))) this.#hasConflict = true;
    this.#wished.add(name);
    const index = this.#wishes.push(wish) - 1;
    return this.#settled?.[index] ?? wish.name;
  }

  #at(module: string): Imported {
    const found = this.#modules.get(module);
    if (found) return found;
    const added = { types: new Map<string, string>(), values: new Map<string, string>() };
    this.#modules.set(module, added);
    return added;
  }
}

const firstSmallLetter = "a".charCodeAt(0);

function aliased(names: ReadonlyMap<string, string>): string[] {
  const list: string[] = [];
  names.forEach((local, name) => list.push(name === local ? name : `${name} as ${local}`));
  return list;
}

function isOurs(module: Module): module is OurModule {
  return typeof module === "string";
}

/** Words that an imported type cannot use as its name, though a value can: they have another meaning in types. */
const typeWords: ReadonlySet<string> = new Set([
  ...["any", "bigint", "boolean", "infer", "keyof", "never", "number", "object", "readonly", "string", "symbol"],
  ...["undefined", "unique", "unknown"],
]);

/** Words that an import cannot use as its name, though a module can export them: `export { money as default }`. */
const reservedWords: ReadonlySet<string> = new Set([
  ...["arguments", "eval"],
  ...["await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else"],
  ...["enum", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in"],
  ...["instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static"],
  ...["super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"],
]);
