/**
 * Decides the names in an emitted module: of its exports, its imports and its own constants.
 *
 * A module is first emitted with the preferred names. If some conflict, all names are settled and the module is emitted
 * again with them. Exports keep their names, since other modules and the user's code refer to them; imports and
 * constants with a conflict get a trailing underscore.
 */
import type { Module, OurModule } from "../plan/index.ts";
import { importDeclaration } from "./syntax.ts";

/** What is known about a module before its declarations are emitted. */
export interface ModuleFrame {
  /** Without extension: `products`, `products.zod`. */
  readonly name: string;
  /** What the first line of the file says it was generated from. */
  readonly source: string;
  readonly exports: readonly string[];
  /** Whether it declares an interface without members. @default false */
  readonly hasBareInterface?: boolean;
  /** The runtime entry that the module imports. Names from there take precedence over other imports. */
  readonly runtime: string;
  /** The extension of relative imports. */
  readonly importExtension: string;
}

/** A part of a module that is the same in every module where its names are unchanged. */
export interface Shared<Part> {
  readonly part: Part;
  readonly uses: readonly Use[];
  /** The last module that used its names, and whether they are unchanged there: a module has most parts several times. */
  last: { readonly scope: Scope; readonly isPlain: boolean } | undefined;
}

/** Emits a part of modules without a module, to share it. */
export function share<Part>(frame: ScopeFrame, emit: (scope: Scope) => Part): Shared<Part> {
  const { runtime, importExtension } = frame;
  const scope = new Scope({ name: "", exports: [], runtime, importExtension });
  return { part: emit(scope), uses: scope.uses, last: undefined };
}

/** What the names of an import depend on besides the module that uses it. */
type ScopeFrame = Pick<ModuleFrame, "runtime" | "importExtension">;

/** A name that a module uses, with the module that exports it. A global has no module, a constant of its own a key. */
export interface Use {
  readonly kind: "type" | "value" | "global" | "local";
  readonly name: string;
  readonly from: string;
}

export class Scope {
  readonly frame: ScopeFrame;
  /** In the order in which they were first used. */
  readonly uses: Use[] = [];
  /** The module's own path, as other modules import it. */
  readonly #self: string;
  readonly #settled: ReadonlyMap<string, string> | undefined;
  /** The first use of each preferred name. */
  readonly #owners = new Map<string, Use>();
  readonly #exports: readonly string[];
  #hasConflict = false;

  /** @param settled the local names, by `keyOf` their uses */
  constructor(frame: Omit<ModuleFrame, "source">, settled?: ReadonlyMap<string, string>) {
    this.frame = frame;
    this.#self = this.beside(frame.name);
    this.#settled = settled;
    this.#exports = frame.exports;
  }

  /** The local name of a type that a module exports. */
  type(name: string, module: string): string {
    return module === this.#self ? name : this.#use({ kind: "type", name, from: module });
  }

  /** The local name of a value that a module exports. */
  value(name: string, module: string): string {
    return module === this.#self ? name : this.#use({ kind: "value", name, from: module });
  }

  /**
   * The local name of a global type. If an export hides it, the type has another name here. Keywords stay unchanged.
   */
  global(name: string): string {
    if (name.charCodeAt(0) >= firstSmallLetter) return name;
    this.#use({ kind: "global", name, from: "" });
    return this.#exports.includes(name) ? `globalThis.${name}` : name;
  }

  /** The name of a constant that the module does not export. */
  local(wish: string, key: string): string {
    return this.#use({ kind: "local", name: wish, from: key });
  }

  /** Uses the names of a shared part. @returns undefined if one of them has another name here */
  take<Part>(shared: Shared<Part>): Part | undefined {
    let { last } = shared;
    if (last?.scope !== this) {
      let isPlain = true;
      for (const use of shared.uses) {
        const local = use.kind === "global" ? this.global(use.name) : this.#use(use);
        if (local !== use.name) isPlain = false;
      }
      shared.last = last = { scope: this, isPlain };
    }
    return last.isPlain ? shared.part : undefined;
  }

  /** The import path of a module in the same folder. */
  beside(name: string): string {
    return `./${name}${this.frame.importExtension}`;
  }

  /**
   * The import path of another generated module or of a user's module.
   * @param ending of a generated module: `.zod`
   */
  path(module: Module, ending: "" | ".zod" = ""): string {
    return isOurs(module) ? this.beside(module + ending) : module.own;
  }

  /** In the order in which modules were first used, the runtime first. */
  printImports(): string {
    const imports: Imports[] = [{ from: this.frame.runtime, type: [], value: [] }];
    for (const use of this.uses) {
      const { kind, name, from } = use;
      if (kind !== "type" && kind !== "value") continue;
      let names = imports.find((other) => other.from === from);
      if (!names) imports.push((names = { from, type: [], value: [] }));
      const local = this.#local(use);
      names[kind].push(local === name ? name : `${name} as ${local}`);
    }
    let text = "";
    for (const { from, type, value } of imports) {
      text += importDeclaration("type", type.sort(), from) + importDeclaration("value", value.sort(), from);
    }
    return text;
  }

  /** The settled names; undefined if every use has its preferred name. */
  settleNames(): ReadonlyMap<string, string> | undefined {
    const isUsed = (name: string): boolean => (this.#owners.get(name)?.kind ?? "global") !== "global";
    if (!this.#hasConflict && !this.#exports.some(isUsed)) return undefined;
    const globals = this.uses.filter(({ kind }) => kind === "global").map(({ name }) => name);
    const taken = new Set([...this.#exports, ...globals]);
    const settled = new Map<string, string>();
    for (const rank of [0, 1, 2]) {
      for (const use of this.uses) {
        if (this.#rank(use) !== rank) continue;
        let { name } = use;
        while (taken.has(name) || isReserved(name, use.kind)) name += "_";
        taken.add(name);
        settled.set(keyOf(use), name);
      }
    }
    return settled;
  }

  #use(use: Use): string {
    const { kind, name } = use;
    const owner = this.#owners.get(name);
    if (owner && (isSame(owner, use) || this.uses.some((other) => isSame(other, use)))) return this.#local(use);
    this.uses.push(use);
    if (!owner) this.#owners.set(name, use);
    // No name from the runtime is a reserved word, nor is a global.
    if (owner || (kind !== "global" && this.#rank(use) !== 0 && isReserved(name, kind))) this.#hasConflict = true;
    return this.#local(use);
  }

  #local(use: Use): string {
    return this.#settled?.get(keyOf(use)) ?? use.name;
  }

  /** If two names are the same, the lower rank keeps it: the runtime's first, then other imports. Globals have none. */
  #rank({ kind, from }: Use): 0 | 1 | 2 | undefined {
    if (kind === "local") return 2;
    return kind === "global" ? undefined : from === this.frame.runtime ? 0 : 1;
  }
}

/** What a module imports from another one. */
interface Imports {
  readonly from: string;
  readonly type: string[];
  readonly value: string[];
}

function isSame(one: Use, other: Use): boolean {
  return one.kind === other.kind && one.from === other.from && one.name === other.name;
}

function keyOf({ kind, name, from }: Use): string {
  return kind === "local" ? `local ${from}` : `${kind} ${name} ${from}`;
}

function isReserved(name: string, kind: Use["kind"]): boolean {
  return reservedWords.has(name) || (kind === "type" && typeWords.has(name));
}

const firstSmallLetter = "a".charCodeAt(0);

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
