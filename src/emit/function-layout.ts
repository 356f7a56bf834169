/**
 * Lays out a function for tables whose names differ only in their length.
 *
 * It has few layouts, since each of its parts fits on a line of its own: its signature on one line, or its type parameters or
 * its parameters broken, or both; and the call in it broken or not. A part that might not fit is left to `doc.ts`.
 */
import { flatText, indentWidth, lineWidth } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { docComment } from "./syntax.ts";
import type { FunctionDeclaration } from "./syntax.ts";

/** Stands for the name of a table where it begins with a capital, and in small letters where it does not. */
export const placeholder = "Qqqq";
const smallPlaceholder = placeholder.toLowerCase();

export class FunctionLayout {
  /** The length of the longest table name for which its parts fit on lines of their own. */
  readonly longestName: number;
  /** Its texts between placeholders, those in small letters outside and the others inside, by where it breaks. */
  readonly #texts: (readonly (readonly string[])[])[] = [];
  readonly #comment: string;
  readonly #start: string;
  readonly #generics: readonly string[];
  readonly #parameters: readonly string[];
  readonly #end: string;
  readonly #call: string;
  readonly #args: readonly string[];
  /** The lengths of the longest names for which a part does not break. */
  readonly #flat: Readonly<Record<"signature" | "generics" | "parameters" | "call", number>>;

  constructor({ name, comment, typeParameters, parameters, returns, calls, args }: FunctionDeclaration) {
    this.#comment = docComment(comment);
    this.#start = `export function ${name}`;
    this.#generics = typeParameters.map(flat);
    this.#parameters = parameters.map(flat);
    this.#end = `): ${flat(returns)} {`;
    this.#call = `${" ".repeat(indentWidth)}return ${calls}(`;
    this.#args = args.map(flat);
    const beforeParameters = `${this.#start}${this.#printGenerics(false)}(`;
    const flatParameters = this.#parameters.join(", ") + this.#end;
    this.#flat = {
      signature: longestFor(beforeParameters + flatParameters),
      generics: this.#generics.length === 0 ? Infinity : longestFor(beforeParameters),
      parameters: longestFor(`>(${flatParameters}`),
      call: longestFor(`${this.#call}${this.#args.join(", ")});`),
    };
    const lines = [this.#end, ...inLines([...this.#generics, ...this.#parameters], 1), ...inLines(this.#args, 2)];
    this.longestName = Math.min(...lines.map(longestFor));
  }

  /** @param upper the name of the table. @param lower the same with a small letter */
  print(upper: string, lower: string): string {
    const { signature, generics, parameters, call } = this.#flat;
    const isFlat = upper.length <= signature;
    const breaksGenerics = !isFlat && upper.length > generics;
    const breaksParameters = !isFlat && (!breaksGenerics || upper.length > parameters);
    const breaksCall = upper.length > call;
    const layout = +breaksGenerics + 2 * +breaksParameters + 4 * +breaksCall;
    const texts = (this.#texts[layout] ??= this.#layOut(breaksGenerics, breaksParameters, breaksCall)
      .split(smallPlaceholder)
      .map((text) => text.split(placeholder)));
    return texts.map((parts) => parts.join(upper)).join(lower);
  }

  #layOut(breaksGenerics: boolean, breaksParameters: boolean, breaksCall: boolean): string {
    const signature = `${this.#start}${this.#printGenerics(breaksGenerics)}(${printList(this.#parameters, breaksParameters, 1)}`;
    const body = `${this.#call}${printList(this.#args, breaksCall, 2)});\n`;
    return `${this.#comment}${signature}${this.#end}\n${body}}\n`;
  }

  #printGenerics(breaks: boolean): string {
    return this.#generics.length === 0 ? "" : `<${printList(this.#generics, breaks, 1)}>`;
  }
}

function flat(doc: Doc): string {
  return flatText(doc, Infinity) ?? "";
}

function inLines(items: readonly string[], depth: number): readonly string[] {
  return items.map((item) => `${" ".repeat(depth * indentWidth)}${item},`);
}

/** @param depth of the items */
function printList(items: readonly string[], breaks: boolean, depth: number): string {
  if (!breaks) return items.join(", ");
  return `\n${inLines(items, depth).join("\n")}\n${" ".repeat((depth - 1) * indentWidth)}`;
}

/** The length of the longest name with which a text fits on a line. */
function longestFor(text: string): number {
  const names = text.toLowerCase().split(smallPlaceholder).length - 1;
  const room = lineWidth - text.length;
  if (names === 0) return room >= 0 ? Infinity : -Infinity;
  return placeholder.length + Math.floor(room / names);
}
