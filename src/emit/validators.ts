import type { Argument, CodecPlan, OurModule, ShapedMember } from "../plan/index.ts";
import { upperFirst } from "../plan/index.ts";
import { literal } from "./codecs.ts";
import type { Doc } from "./doc.ts";
import { hardline } from "./doc.ts";
import type { Imports } from "./imports.ts";
import { localConstant } from "./syntax.ts";

export const runtimeZod = "@colonnade/runtime/zod";

/** The validator's name of a value, per presence: `text`, `nullableText`, `optionalText`. */
const presenceNames: Readonly<Record<ShapedMember["presence"], (value: string) => string>> = {
  value: (value) => value,
  nullable: (value) => `nullable${upperFirst(value)}`,
  optional: (value) => `optional${upperFirst(value)}`,
  amount: (value) => `amount${upperFirst(value)}`,
  absent: () => "absent",
};

/**
 * The validators of a module, by their names: the runtime has those of native types ready, the others become constants of
 * the module, each once.
 */
export class ValidatorConstants {
  readonly #imports: Imports;
  readonly #here: OurModule | undefined;
  readonly #known = new Set<string>();
  #made: Doc[] = [];

  /** @param here the module that they are for, where it exports validators that others import */
  constructor(imports: Imports, here?: OurModule) {
    this.#imports = imports;
    this.#here = here;
  }

  use(codec: CodecPlan, presence: ShapedMember["presence"]): string {
    const name = presenceNames[presence](codec.name);
    if (codec.kind === "native" || presence === "absent") {
      this.#imports.value(name, runtimeZod);
      return name;
    }
    const value = this.#value(codec);
    if (presence === "value") return value;
    return this.#make(name, presence, [value]);
  }

  /** The validator of the only column of a partition key, where its type has an empty value. */
  useNotEmpty(codec: CodecPlan): string {
    const value = this.#value(codec);
    return this.#make(`notEmpty${upperFirst(value)}`, "notEmpty", codec.kind === "own" ? [value, codec.name] : [value]);
  }

  /** The constants that were made since the last time. */
  flush(): Doc[] {
    const made = this.#made;
    this.#made = [];
    return made.length === 0 ? [] : [hardline, ...made];
  }

  #value(codec: CodecPlan): string {
    switch (codec.kind) {
      case "native":
        this.#imports.value(codec.name, runtimeZod);
        return codec.name;
      case "ours":
        if (codec.module !== this.#here) this.#imports.validator(codec);
        return codec.validator;
      case "own":
        this.#imports.codec(codec);
        return this.#make(`${codec.name}Value`, "validatorOf", [codec.name]);
      case "made": {
        const [whole] = codec.args;
        // Frozen or not, the values are the same.
        if (codec.by === "frozen" && whole && whole.kind !== "literal") return this.#value(whole);
        if (codec.by !== "custom")
          return this.#make(
            codec.name,
            codec.by,
            codec.args.map((arg) => this.#argument(arg)),
          );
        this.#imports.value("custom", runtimeZod);
        return "custom";
      }
    }
  }

  #argument(arg: Argument): string {
    return arg.kind === "literal" ? literal(arg.text) : this.#value(arg);
  }

  #make(name: string, by: string, args: readonly string[]): string {
    if (this.#known.has(name)) return name;
    this.#known.add(name);
    this.#imports.value(by, runtimeZod);
    this.#made.push(localConstant(name, by, args));
    return name;
  }
}
