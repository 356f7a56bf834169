/**
 * Decides the names in an emitted module: of its exports, its imports and its own constants.
 *
 * A module is first emitted with the preferred names. If some conflict, all names are settled and the module is emitted
 * again with them. Exports keep their names, since other modules and the user's code refer to them; imports and
 * constants with a conflict get a trailing underscore.
 */
import type { ExportedNames, Module, OurModule } from "../plan/index.ts";

/** What is known about a module before its declarations are emitted. */
export interface ModuleFrame {
  /** Without extension: `products`, `products.zod`. */
  readonly name: string;
  /** What the first line of the file says it was generated from. */
  readonly source: string;
  /** Asked for only where an export may have the name of something that the module uses. */
  readonly exports: () => readonly string[];
  /** Each export contains one of these: only then can it have such a name. @default [""] */
  readonly stems?: readonly string[];
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
  uses: readonly Use[];
  /** The number of the last module that has it: a module has most parts several times. */
  lastModule: number;
}

/** Emits a part of modules without a module, to share it. */
export function share<Part>(frame: ScopeFrame, emit: (scope: Scope) => Part): Shared<Part> {
  const { runtime, importExtension } = frame;
  // With uses of its own: it is emitted while a module is, which marks the others.
  const scope = new Scope({ name: "", exports: () => [], runtime, importExtension }, undefined, new Map());
  const part = emit(scope);
  return { part, uses: findUses(scope.uses), lastModule: 0 };
}

function findUses(uses: readonly Use[]): readonly Use[] {
  return uses.map(({ kind, name, from }) => findUse(known, kind, name, from));
}

/** What the names of an import depend on besides the module that uses it. */
type ScopeFrame = Pick<ModuleFrame, "runtime" | "importExtension">;

/** A name that modules use, with the module that exports it. A global has no module, a constant of its own a key. */
export interface Use {
  readonly kind: "type" | "value" | "global" | "local";
  readonly name: string;
  readonly from: string;
  /** All uses of the same name. */
  readonly rivals: Rivals;
  readonly number: number;
  /** The number of the last module that has it. */
  lastModule: number;
}

/** The uses of one name. */
interface Rivals {
  readonly uses: Use[];
  /** The number of the last module that has one of them. */
  lastModule: number;
}

/** A type of the module beside this one. */
interface OwnType extends Pick<Use, "kind" | "name" | "from"> {
  /** How many other names the module used before. */
  readonly usesBefore: number;
}

type KnownUses = Map<string, Rivals>;

/**
 * The uses of all modules, by name. A module marks what it uses, which is faster than to collect names: so its names are
 * settled before another module is begun.
 */
let known: KnownUses = new Map();

/** Names beyond which all are forgotten before another module is begun: `--watch` may see any number of them. */
const mostNames = 20_000;

/** The number of the module before which names were forgotten last. */
let forgottenBefore = 0;

function knownUses(): KnownUses {
  if (known.size > mostNames) {
    known = new Map();
    forgottenBefore = modules;
  }
  return known;
}

function findUse(known: KnownUses, kind: Use["kind"], name: string, from: string): Use {
  let rivals = known.get(name);
  if (!rivals) known.set(name, (rivals = { uses: [], lastModule: 0 }));
  for (const use of rivals.uses) if (use.kind === kind && use.from === from) return use;
  const use: Use = { kind, name, from, rivals, number: ++uses, lastModule: 0 };
  rivals.uses.push(use);
  return use;
}

/** How many uses and modules there were. */
let uses = 0;
let modules = 0;

export class Scope {
  readonly #number = ++modules;
  readonly frame: ScopeFrame;
  /** In the order in which they were first used. */
  readonly uses: Use[] = [];
  /** The module's own path, as other modules import it. */
  readonly #self: string;
  readonly #settled: ReadonlyMap<string, string> | undefined;
  readonly #known: KnownUses;
  readonly #own: Pick<ModuleFrame, "exports" | "stems">;
  /** The types of the module beside this one, which no other module imports. */
  readonly ownTypes: OwnType[] = [];
  /** A sum of the uses, equal where they are the same in the same order. */
  sum = 0;
  #hasConflict = false;
  #hidesGlobal = false;

  /** @param settled the local names, by `keyOf` their uses */
  constructor(frame: Omit<ModuleFrame, "source">, settled?: ReadonlyMap<string, string>, uses = knownUses()) {
    this.frame = frame;
    this.#known = uses;
    this.#self = this.beside(frame.name);
    this.#settled = settled;
    this.#own = frame;
  }

  /** The local name of a type that a module exports. */
  type(name: string, module: string): string {
    return module === this.#self ? name : this.#add(findUse(this.#known, "type", name, module));
  }

  /** The local name of a value that a module exports. */
  value(name: string, module: string): string {
    return module === this.#self ? name : this.#add(findUse(this.#known, "value", name, module));
  }

  /** The local name of a type that only this module imports: one of the table's. */
  ownType(name: string, module: string): string {
    let use = this.ownTypes.find((other) => other.name === name);
    if (!use) this.ownTypes.push((use = { kind: "type", name, from: module, usesBefore: this.uses.length }));
    return this.localName(use);
  }

  /**
   * The local name of a global type. If an export hides it, the type has another name here. Keywords stay unchanged.
   */
  global(name: string): string {
    return name.charCodeAt(0) >= firstSmallLetter ? name : this.#add(findUse(this.#known, "global", name, ""));
  }

  /** The name of a constant that the module does not export. */
  local(wish: string, key: string): string {
    return this.#add(findUse(this.#known, "local", wish, key));
  }

  /** Whether all names are the preferred ones. */
  get isPlain(): boolean {
    return !this.#settled && !this.#hidesGlobal;
  }

  /** Uses the names of a shared part. @returns undefined if one of them has another name here */
  take<Part>(shared: Shared<Part>): Part | undefined {
    if (shared.lastModule !== this.#number) {
      if (shared.lastModule < forgottenBefore) shared.uses = findUses(shared.uses);
      shared.lastModule = this.#number;
      for (const use of shared.uses) this.#add(use);
    }
    if (this.isPlain) return shared.part;
    return shared.uses.every((use) => this.localName(use) === use.name) ? shared.part : undefined;
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

  /** The settled names; undefined if every use has its preferred name. */
  settleNames(): ReadonlyMap<string, string> | undefined {
    const hasConflict = this.#hasConflict || this.#meetsOwnNames();
    if (!hasConflict && !this.ownTypes.some(({ name }) => isReserved(name, "type"))) return undefined;
    const globals = this.uses.filter(({ kind }) => kind === "global").map(({ name }) => name);
    const taken = new Set([...this.#own.exports(), ...globals]);
    const settled = new Map<string, string>();
    const inOrder: Pick<Use, "kind" | "name" | "from">[] = [...this.uses];
    for (const own of this.ownTypes.toReversed()) inOrder.splice(own.usesBefore, 0, own);
    for (const rank of [0, 1, 2]) {
      for (const use of inOrder) {
        if (this.#rank(use) !== rank) continue;
        let { name } = use;
        while (taken.has(name) || isReserved(name, use.kind)) name += "_";
        taken.add(name);
        settled.set(keyOf(use), name);
      }
    }
    return settled;
  }

  /** Whether the module uses a name that it exports, or that the module beside it does. A hidden global has another name. */
  #meetsOwnNames(): boolean {
    const { stems, exports } = this.#own;
    return this.uses.some(
      ({ name, kind }) =>
        mayContain(name, stems) &&
        (this.ownTypes.some((own) => own.name === name) || (kind !== "global" && exports().includes(name))),
    );
  }

  #hides(name: string): boolean {
    return mayContain(name, this.#own.stems) && this.#own.exports().includes(name);
  }

  #add(use: Use): string {
    if (use.lastModule !== this.#number) {
      const { rivals, kind, name } = use;
      use.lastModule = this.#number;
      this.uses.push(use);
      this.sum = (Math.imul(this.sum, 31) + use.number) | 0;
      // No name from the runtime is a reserved word, nor is a global.
      if (rivals.lastModule === this.#number || (this.#rank(use) && isReserved(name, kind))) this.#hasConflict = true;
      if (kind === "global" && this.#hides(name)) this.#hidesGlobal = true;
      rivals.lastModule = this.#number;
    }
    return this.localName(use);
  }

  localName(use: Pick<Use, "kind" | "name" | "from">): string {
    const { kind, name } = use;
    if (kind === "global") return this.#hidesGlobal && this.#hides(name) ? `globalThis.${name}` : name;
    return this.#settled?.get(keyOf(use)) ?? name;
  }

  /** If two names are the same, the lower rank keeps it: the runtime's first, then other imports. Globals have none. */
  #rank({ kind, from }: Pick<Use, "kind" | "from">): 0 | 1 | 2 | undefined {
    if (kind === "local") return 2;
    return kind === "global" ? undefined : from === this.frame.runtime ? 0 : 1;
  }
}

/**
 * The `stems` of the modules of a table: mostly only the name of the table's type from the second letter on, since `Products` and
 * `products` differ in the first.
 */
export function stemsOf({ types, table, row, rowSchema, findFunction }: ExportedNames): readonly string[] {
  const stem = types.slice(1, -"Types".length);
  const own = [
    table.slice(0, -"Table".length),
    row,
    rowSchema.slice(0, -"Schema".length),
    findFunction.slice("find".length),
  ];
  return [stem, ...own.filter((name) => !name.includes(stem))];
}

function mayContain(name: string, stems: readonly string[] = [""]): boolean {
  for (const stem of stems) if (name.length >= stem.length && name.includes(stem)) return true;
  return false;
}

function keyOf({ kind, name, from }: Pick<Use, "kind" | "name" | "from">): string {
  return kind === "local" ? `local ${from}` : `${kind} ${name} ${from}`;
}

function isReserved(name: string, kind: Use["kind"]): boolean {
  if (name.length > longestWord) return false;
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
const longestWord = Math.max(...[...typeWords, ...reservedWords].map((word) => word.length));
