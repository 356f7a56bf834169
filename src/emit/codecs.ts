import type { Argument, CodecPlan, OurModule } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { hardline } from "./doc.ts";
import type { Imports } from "./imports.ts";
import { localConstant, stringLiteral } from "./syntax.ts";

/**
 * The codecs of a module, by their names; those that are made of others become constants of the module, each once.
 *
 * Constants, because bundlers drop a table that nobody uses only when its descriptor calls nothing.
 */
export class CodecConstants {
  readonly #imports: Imports;
  readonly #runtime: string;
  readonly #here: OurModule | undefined;
  readonly #known = new Set<string>();
  #made: Doc[] = [];

  /** @param here the module that they are for, where it exports codecs that others import */
  constructor(imports: Imports, runtime: string, here?: OurModule) {
    this.#imports = imports;
    this.#runtime = runtime;
    this.#here = here;
  }

  /** The name of a codec; what it takes is imported or made. */
  use(codec: CodecPlan): string {
    if (codec.kind === "native") this.#imports.value(codec.name, this.#runtime);
    else if (codec.kind === "made") this.#make(codec);
    else if (codec.module !== this.#here) this.#imports.codec(codec);
    return codec.name;
  }

  /** The constants that were made since the last time. */
  flush(): Doc[] {
    const made = this.#made;
    this.#made = [];
    return made.length === 0 ? [] : [hardline, ...made];
  }

  #make({ name, by, args }: Extract<CodecPlan, { readonly kind: "made" }>): void {
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.#imports.value(by, this.#runtime);
    const names = args.map((arg) => this.#argument(arg));
    this.#made.push(localConstant(name, by, names));
  }

  #argument(arg: Argument): string {
    return arg.kind === "literal" ? literal(arg.text) : this.use(arg);
  }
}

export function literal(value: string | number): string {
  return typeof value === "number" ? String(value) : stringLiteral(value);
}
