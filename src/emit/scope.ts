/**
 * The names of one emitted module: what it exports, what it imports, and what it makes for itself.
 *
 * A module is made with every name as it is wished. Where two of them meet, the names are settled once all are known, and the
 * module is made again with them. Exports keep their names, since other modules and the user's code go by them; whatever is
 * imported or made there gets a trailing underscore where its name is taken.
 */
import type { Module, OurModule } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { importDeclaration } from "./syntax.ts";

/** What is known of a module before its declarations are made. */
export interface ModuleFrame {
  /** Without ending: `products`, `products.zod`. */
  readonly name: string;
  /** What its first line says that it was made from. */
  readonly source: string;
  readonly exports: readonly string[];
  /** The entry of the runtime that it imports; what comes from there keeps its name before other imports do. */
  readonly runtime: string;
  /** How relative imports end. */
  readonly importExtension: string;
}

export interface SettledModule {
  readonly scope: Scope;
  readonly text: () => string;
}

/** Makes a module by its body, twice where names meet: the second time they are settled. */
export function settleModule(frame: ModuleFrame, body: (scope: Scope) => string): SettledModule {
  const wished = new Scope(frame);
  const first = body(wished);
  const names = wished.settleNames();
  const scope = names ? new Scope(frame, names) : wished;
  const declarations = names ? body(scope) : first;
  return { scope, text: () => [banner(frame.source), scope.printImports(), declarations].join("") };
}

interface Imported {
  /** What each export is called in the module, by its own name. */
  readonly types: Map<string, string>;
  readonly values: Map<string, string>;
}

/** What something would be called, and who goes first where two would be called the same: the runtime's, then other imports. */
interface Wish {
  readonly name: string;
  readonly rank: 0 | 1 | 2;
  readonly isType: boolean;
}

/** The names of the runtime and of the platform that a part of a module uses. */
export interface ScopeUse {
  readonly types: readonly string[];
  readonly values: readonly string[];
  readonly globals: readonly string[];
}

export class Scope {
  readonly #frame: Pick<ModuleFrame, "runtime" | "importExtension">;
  /** The module itself, as another would import it. */
  readonly #self: string;
  readonly #exports: ReadonlySet<string>;
  readonly #settled: readonly string[] | undefined;
  readonly #modules = new Map<string, Imported>();
  readonly #ofRuntime: Imported;
  readonly #locals = new Map<string, string>();
  readonly #globals = new Set<string>();
  readonly #wishes: Wish[] = [];
  readonly #wished = new Set<string>();
  #somethingMeets = false;

  /** @param settled the names of what is asked for, in the order in which it is */
  constructor(frame: Omit<ModuleFrame, "source">, settled?: readonly string[]) {
    this.#frame = frame;
    this.#self = this.beside(frame.name);
    this.#exports = new Set(frame.exports);
    this.#settled = settled;
    this.#ofRuntime = this.#at(frame.runtime);
  }

  /** What a type is called here that a module exports. */
  type(name: string, module: string): string {
    return this.#import("types", name, module);
  }

  /** Likewise of a value. */
  value(name: string, module: string): string {
    return this.#import("values", name, module);
  }

  /** What a type of the platform is called here; where an export hides it, it has another name besides. A keyword is itself. */
  global(name: string): string {
    if (name.charCodeAt(0) >= firstSmallLetter) return name;
    this.#globals.add(name);
    return this.#exports.has(name) ? `globalThis.${name}` : name;
  }

  /** What a constant is called that the module makes for itself, and does not export. */
  local(wish: string, key: string): string {
    const known = this.#locals.get(key);
    if (known !== undefined) return known;
    const name = this.#name({ name: wish, rank: 2, isType: false });
    this.#locals.set(key, name);
    return name;
  }

  /** What was used so far of the runtime and of the platform. */
  uses(): ScopeUse {
    const { types, values } = this.#ofRuntime;
    return { types: [...types.keys()], values: [...values.keys()], globals: [...this.#globals] };
  }

  /** Uses names of the runtime and of the platform. @returns whether each is called here as it is there */
  useAll({ types, values, globals }: ScopeUse): boolean {
    let plain = true;
    for (const name of types) if (this.#import("types", name, this.#frame.runtime) !== name) plain = false;
    for (const name of values) if (this.#import("values", name, this.#frame.runtime) !== name) plain = false;
    for (const name of globals) if (this.global(name) !== name) plain = false;
    return plain;
  }

  /** A module beside this one, as an import names it. */
  beside(name: string): string {
    return `./${name}${this.#frame.importExtension}`;
  }

  /** Another module of ours or of the user's, as an import names it. @param ending of ours: `.zod` */
  path(module: Module, ending: "" | ".zod" = ""): string {
    return isOurs(module) ? this.beside(module + ending) : module.own;
  }

  /** In the order in which modules were named. */
  printImports(): string {
    let text = "";
    for (const [module, { types, values }] of this.#modules) {
      text += importDeclaration("type", aliased(types), module) + importDeclaration("value", aliased(values), module);
    }
    return text;
  }

  /** The names of all that was asked for, in that order; undefined where everything has the one that it wishes for. */
  settleNames(): readonly string[] | undefined {
    if (!this.#somethingMeets && ![...this.#globals].some((name) => this.#wished.has(name))) return undefined;
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
    if (this.#wished.has(name) || this.#exports.has(name)) this.#somethingMeets = true;
    // What the runtime exports is no such word.
    if (rank > 0 && (reservedWords.has(name) || (isType && typeWords.has(name)))) this.#somethingMeets = true;
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

/** What no type can be called that a module imports, though a value can: they mean something else in a type. */
const typeWords: ReadonlySet<string> = new Set([
  ...["any", "bigint", "boolean", "infer", "keyof", "never", "number", "object", "readonly", "string", "symbol"],
  ...["undefined", "unique", "unknown"],
]);

/** What no import can be called, though a module may export it: `export { money as default }`. */
const reservedWords: ReadonlySet<string> = new Set([
  ...["arguments", "eval"],
  ...["await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else"],
  ...["enum", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in"],
  ...["instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static"],
  ...["super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"],
]);
