import { upperFirst } from "./names.ts";
import { reservedTypes, reservedValues, reservedWords } from "./reserved.ts";

/** Names that no constant of a module can have, whatever the module exports. */
const reserved: ReadonlySet<string> = new Set([...reservedValues, ...reservedWords, ...reservedTypes]);
const reservedCapitals: ReadonlySet<string> = new Set(reservedValues.map(upperFirst));

/** The names of a module's own constants: none is exported by it, and none means two things. */
export class LocalNames {
  readonly #exported: () => Iterable<string>;
  /** What stands for each name that was given; most modules give none, so nothing is made before. */
  #taken: Map<string, string> | undefined;
  /** Values by their names with a capital: `Money` and `money` would both have the validator `nullableMoney`. */
  readonly #values = new Map<string, string>();

  constructor(exported: () => Iterable<string>) {
    this.#exported = exported;
  }

  /** The name of the type that the key stands for, as wished or as near as can be. */
  local(wish: string, key: string): string {
    this.#taken ??= new Map(Array.from(this.#exported(), (name) => [name, ""]));
    let name = wish;
    while (reserved.has(name) || (this.#taken.get(name) ?? key) !== key) name += "_";
    this.#taken.set(name, key);
    return name;
  }

  /** The name of the codec that the key stands for; what is made of it has its own by it. */
  value(wish: string, key: string): string {
    let name = this.local(wish, key);
    while (reservedCapitals.has(upperFirst(name)) || (this.#values.get(upperFirst(name)) ?? key) !== key) {
      name = this.local(`${name}_`, key);
    }
    this.#values.set(upperFirst(name), key);
    return name;
  }
}
