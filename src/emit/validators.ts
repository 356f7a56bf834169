import type { Argument, CodecPlan, Presence } from "../plan/index.ts";
import { upperFirst } from "../plan/index.ts";
import { literal } from "./codecs.ts";
import { runtimeZod } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { localConstant } from "./syntax.ts";

/** The name of a value's validator, by presence: `text`, `nullableText`, `optionalText`. */
const presenceNames: Readonly<Record<Presence, (value: string) => string>> = {
  value: (value) => value,
  notEmpty: (value) => `notEmpty${upperFirst(value)}`,
  nullable: (value) => `nullable${upperFirst(value)}`,
  optional: (value) => `optional${upperFirst(value)}`,
  changeable: (value) => `changeable${upperFirst(value)}`,
  amount: (value) => `amount${upperFirst(value)}`,
  absent: () => "absent",
};

/**
 * The names of the validators that a module uses. The runtime exports those of native types; the others become
 * constants of the module, one for each.
 */
export class ValidatorConstants {
  readonly #scope: Scope;
  readonly #known = new Set<string>();
  #made = "";

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  use(codec: CodecPlan, presence: Presence): string {
    const name = presenceNames[presence](codec.name);
    const isReady = codec.kind === "native" && presence !== "notEmpty";
    if (isReady || presence === "absent") return this.#scope.value(name, runtimeZod);
    const value = this.#value(codec);
    if (presence === "value") return value;
    // Only the user's codec knows whether one of its values is empty.
    const byCodec = presence === "notEmpty" && codec.kind === "own";
    const own = byCodec ? [this.#scope.value(codec.name, this.#scope.path(codec.module))] : [];
    const by =
      presence === "changeable" ? `changeable${codec.kind === "made" ? upperFirst(codec.by) : "Fields"}` : presence;
    return this.#make(name, codec, by, [value, ...own]);
  }

  /** Returns the constants added since the last call. */
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
      case "typed": {
        const type = this.#scope.type(codec.type.name, this.#scope.path(codec.type.module));
        return this.#make(`${codec.name}Value`, codec, "branded", [this.#value(codec.base)], `<${type}>`);
      }
      case "made": {
        const [whole] = codec.args;
        // Frozen and unfrozen collections have the same values.
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

  /** Adds a constant: the validator of a codec, created by a function of the runtime. */
  #make(wish: string, codec: CodecPlan, by: string, args: readonly string[], typeArguments = ""): string {
    const name = this.#scope.local(wish, `${by} ${JSON.stringify(codec)}`);
    if (this.#known.has(name)) return name;
    this.#known.add(name);
    this.#made += localConstant(name, this.#scope.value(by, runtimeZod) + typeArguments, args);
    return name;
  }
}
