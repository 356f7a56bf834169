import type { Argument, CodecPlan } from "../plan/index.ts";
import { runtime, runtimeComposites } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { localConstant, stringLiteral } from "./syntax.ts";

/**
 * The names of the codecs that a module uses. Composite codecs become constants of the module, one for each codec.
 *
 * Constants, because bundlers drop an unused table only if its descriptor contains no calls.
 */
export class CodecConstants {
  readonly #scope: Scope;
  readonly #known = new Set<string>();
  #made = "";

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Returns the name of a codec in the module. Adds its import or its constant. */
  use(codec: CodecPlan): string {
    if (codec.kind === "native") return this.#scope.value(codec.name, runtime);
    if (codec.kind === "typed") return this.#typed(codec);
    return codec.kind === "made" ? this.#make(codec) : this.#scope.value(codec.name, this.#scope.path(codec.module));
  }

  /** Returns the constants added since the last call. */
  flush(): string {
    const made = this.#made;
    this.#made = "";
    return made === "" ? "" : `\n${made}`;
  }

  #make(codec: Extract<CodecPlan, { readonly kind: "made" }>): string {
    const name = this.#scope.local(codec.name, JSON.stringify(codec));
    if (this.#known.has(name)) return name;
    this.#known.add(name);
    const make = this.#scope.value(codec.by, runtimeComposites);
    const args = codec.args.map((arg) => this.#argument(arg));
    this.#made += localConstant(name, make, args);
    return name;
  }

  #typed(codec: Extract<CodecPlan, { readonly kind: "typed" }>): string {
    const name = this.#scope.local(codec.name, JSON.stringify(codec));
    if (this.#known.has(name)) return name;
    this.#known.add(name);
    const type = this.#scope.type(codec.type.name, this.#scope.path(codec.type.module));
    this.#made += localConstant(name, `${this.#scope.value("branded", runtimeComposites)}<${type}>`, [
      this.use(codec.base),
    ]);
    return name;
  }

  #argument(arg: Argument): string {
    return arg.kind === "literal" ? literal(arg.text) : this.use(arg);
  }
}

export function literal(value: string | number): string {
  return typeof value === "number" ? String(value) : stringLiteral(value);
}
