import type { Argument, CodecPlan, Presence } from "../plan/index.ts";
import { upperFirst } from "../plan/index.ts";
import { literal } from "./codecs.ts";
import { runtimeZod } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { localConstant } from "./syntax.ts";

/** The validator's name of a value, per presence: `text`, `nullableText`, `optionalText`. */
const presenceNames: Readonly<Record<Presence, (value: string) => string>> = {
  value: (value) => value,
  notEmpty: (value) => `notEmpty${upperFirst(value)}`,
  nullable: (value) => `nullable${upperFirst(value)}`,
  optional: (value) => `optional${upperFirst(value)}`,
  amount: (value) => `amount${upperFirst(value)}`,
  absent: () => "absent",
};

const nativeNames: Record<string, Partial<Record<Presence, string>>> = {};

/** The same text each time: as one that was made anew, a map would have to compare it letter by letter. */
function nativeName(codec: string, presence: Presence): string {
  return ((nativeNames[codec] ??= {})[presence] ??= presenceNames[presence](codec));
}

/**
 * The validators of a module, by their names: the runtime has those of native types ready, the others become constants of
 * the module, each once.
 */
export class ValidatorConstants {
  readonly #scope: Scope;
  readonly #known = new Set<string>();
  #made = "";

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  use(codec: CodecPlan, presence: Presence): string {
    const isReady = codec.kind === "native" && presence !== "notEmpty";
    const name = isReady ? nativeName(codec.name, presence) : presenceNames[presence](codec.name);
    if (isReady || presence === "absent") return this.#scope.value(name, runtimeZod);
    const value = this.#value(codec);
    if (presence === "value") return value;
    // Whether a value of the user's own is empty, only its codec can tell.
    const byCodec = presence === "notEmpty" && codec.kind === "own";
    const own = byCodec ? [this.#scope.value(codec.name, this.#scope.path(codec.module))] : [];
    return this.#make(name, codec, presence, [value, ...own]);
  }

  /** The constants that were made since the last time. */
  flush(): string {
    const made = this.#made;
    this.#made = "";
    return made === "" ? "" : `\n${made}`;
  }

  #value(codec: CodecPlan): string {
    switch (codec.kind) {
      case "native":
        return this.#scope.value(codec.name, runtimeZod);
      case "ours":
        return this.#scope.value(codec.validator, this.#scope.path(codec.module, ".zod"));
      case "own": {
        const own = this.#scope.value(codec.name, this.#scope.path(codec.module));
        return this.#make(`${codec.name}Value`, codec, "validatorOf", [own]);
      }
      case "made": {
        const [whole] = codec.args;
        // Frozen or not, the values are the same.
        if (codec.by === "frozen" && whole && whole.kind !== "literal") return this.#value(whole);
        if (codec.by === "custom") return this.#scope.value("custom", runtimeZod);
        const args = codec.args.map((arg) => this.#argument(arg));
        return this.#make(codec.name, codec, codec.by, args);
      }
    }
  }

  #argument(arg: Argument): string {
    return arg.kind === "literal" ? literal(arg.text) : this.#value(arg);
  }

  /** The constant that a function of the runtime makes for a codec. */
  #make(wish: string, codec: CodecPlan, by: string, args: readonly string[]): string {
    const name = this.#scope.local(wish, `${by} ${JSON.stringify(codec)}`);
    if (this.#known.has(name)) return name;
    this.#known.add(name);
    this.#made += localConstant(name, this.#scope.value(by, runtimeZod), args);
    return name;
  }
}
