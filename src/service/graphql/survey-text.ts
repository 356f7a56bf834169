/**
 * Refuses texts that are too expensive before they are parsed: the lexer and the parser create one or more objects per
 * token, and collecting these as garbage costs more than examining every character.
 *
 * Each limit is far above what clients send. It keeps a step of graphql-js cheap that takes longer than linear time, or that
 * is linear in something useless. Counts single tokens; `checkDepth` and `rootFields` count what fragments add. Finds
 * no mistakes: the parser refuses a text that is not GraphQL.
 */
import { GraphQLError } from "graphql";
import { limits } from "../limits.ts";
import { tooMuch } from "./document-fields.ts";
import { endOfLine, endOfName, endOfNumber, endOfString, isDigit, isLetter } from "./document-shape.ts";

/** @throws {GraphQLError} */
export function surveyText(text: string): void {
  const survey = new Survey(text);
  for (let at = 0; at < text.length;) at = survey.next(at);
}

const words = {
  blanks: "blanks and commas",
  comments: "comments",
  tokens: "tokens",
  name: "characters in a name",
  number: "characters in a number",
  directives: "directives",
  fragments: "fragments",
  fields: "fields",
  introspection: "fields about types",
  sameName: "fields of one name",
  spreads: "fragments in selections",
  variables: "variables",
  variableUses: "uses of variables",
  arguments: "arguments of a field",
  items: "items of a list",
  members: "members of an object",
} as const;

type Counted = keyof typeof words;

/** The previous token, as far as it determines the role of a name. */
type Before = "$" | "$name" | "@" | "..." | "on" | "name" | "alias" | "";

/** An open bracket and its content. */
type Bracket =
  | { readonly of: "arguments" | "items" | "members"; count: number }
  | {
      readonly of: "fields" | "introspection";
      /** The names of the fields in the response; up to `limits.sameName` may be equal. */
      readonly names: string[];
      /** How many fields have each name, once there are more. */
      sameNames?: Map<string, number>;
      last: string;
    };

class Survey {
  readonly #text: string;
  readonly #counts = new Map<Counted, number>();
  readonly #brackets: Bracket[] = [];
  #tokens = 0;
  #blanks = 0;
  #before: Before = "";

  constructor(text: string) {
    this.#text = text;
  }

  /** Counts the token at a place. @returns the place after it */
  next(start: number): number {
    const text = this.#text;
    const end = endOfIgnored(text, start);
    if (end > start) {
      this.#blanks += end - start;
      if (this.#blanks > limits.blanks) throw tooMuch(words.blanks, limits.blanks);
      return end;
    }
    const character = text.charAt(start);
    if (character === "#") {
      this.#add("comments");
      return endOfLine(text, start);
    }
    if (++this.#tokens > limits.tokens) throw tooMuch(words.tokens, limits.tokens);
    if (this.#before === "$name" && character !== ":") this.#add("variableUses");
    if (isLetter(text.charCodeAt(start))) return this.#addName(start);
    if (character === '"') return this.#addString(start);
    if (character === "-" || isDigit(text.charCodeAt(start))) return this.#addNumber(start);
    return this.#addPunctuator(start, character);
  }

  #addName(start: number): number {
    const [before, text] = [this.#before, this.#text];
    const end = endOfName(text, start);
    if (end - start > limits.name) throw tooMuch(words.name, limits.name);
    if (before === "$") this.#before = "$name";
    else if (before === "..." && end - start === 2 && text.startsWith("on", start)) this.#before = "on";
    else if (before === "@" || before === "..." || before === "on") this.#before = "";
    else {
      const bracket = this.#brackets.at(-1);
      const name = text.slice(start, end);
      if (bracket && "names" in bracket) this.#addField(bracket, name, before === "alias");
      // An operation may have this name too.
      else if (!bracket && before === "" && name === "fragment") this.#add("fragments");
      else this.#addItem();
      this.#before = "name";
    }
    return end;
  }

  #addField(bracket: Extract<Bracket, { readonly names: unknown }>, name: string, hasAlias: boolean): void {
    bracket.last = name;
    if (hasAlias) return;
    this.#add(bracket.of);
    bracket.names.push(name);
    if (bracket.names.length <= limits.sameName) return;
    const counts = (bracket.sameNames ??= countNames(bracket.names.slice(0, -1)));
    const same = (counts.get(name) ?? 0) + 1;
    if (same > limits.sameName) throw tooMuch(words.sameName, limits.sameName);
    counts.set(name, same);
  }

  #addString(start: number): number {
    const end = endOfString(this.#text, start);
    // The parser would read all of it before finding that something is missing.
    if (end === this.#text.length && end - start > limits.name) {
      throw new GraphQLError("Syntax Error: the document ends with a string");
    }
    return this.#addValue(end);
  }

  #addNumber(start: number): number {
    const end = endOfNumber(this.#text, start);
    if (end - start > limits.number) throw tooMuch(words.number, limits.number);
    return this.#addValue(end);
  }

  #addValue(end: number): number {
    this.#addItem();
    this.#before = "";
    return end;
  }

  #addPunctuator(start: number, character: string): number {
    const before = this.#before;
    this.#before = "";
    if (character === "@") {
      this.#add("directives");
      this.#before = "@";
    } else if (character === "$") {
      this.#addItem();
      this.#before = "$";
    } else if (character === ":") this.#addColon(before);
    else if (character === "(" || character === "[" || character === "{") this.#open(character);
    else if (character === ")" || character === "]" || character === "}") this.#brackets.pop();
    else if (this.#text.startsWith("...", start)) {
      this.#add("spreads");
      this.#before = "...";
      return start + 3;
    }
    return start + 1;
  }

  /** After a variable that is declared, an alias, or the name of an argument or a member. */
  #addColon(before: Before): void {
    const bracket = this.#brackets.at(-1);
    if (before === "$name") this.#add("variables");
    else if (bracket && "names" in bracket) this.#before = "alias";
    else if (bracket && bracket.of !== "items" && before === "name") this.#addTo(bracket);
  }

  #open(character: "(" | "[" | "{"): void {
    this.#addItem();
    this.#brackets.push(this.#bracketFor(character));
    if (this.#brackets.length > limits.nesting) throw new GraphQLError("The document is nested too deeply");
  }

  #bracketFor(character: "(" | "[" | "{"): Bracket {
    if (character === "(") return { of: "arguments", count: 0 };
    if (character === "[") return { of: "items", count: 0 };
    const above = this.#brackets.at(-1);
    if (above && "count" in above) return { of: "members", count: 0 };
    const isIntrospection = above?.of === "introspection" || above?.last === "__schema" || above?.last === "__type";
    return { of: isIntrospection ? "introspection" : "fields", names: [], last: "" };
  }

  #addItem(): void {
    const bracket = this.#brackets.at(-1);
    if (bracket?.of === "items") this.#addTo(bracket);
  }

  #addTo(bracket: Extract<Bracket, { readonly count: number }>): void {
    const { of } = bracket;
    if (++bracket.count > limits[of]) throw tooMuch(words[of], limits[of]);
  }

  #add(what: Counted): void {
    const sum = (this.#counts.get(what) ?? 0) + 1;
    if (sum > limits[what]) throw tooMuch(words[what], limits[what]);
    this.#counts.set(what, sum);
  }
}

const [space, comma, tab, lineFeed, carriageReturn, byteOrderMark] = [0x20, 0x2c, 0x09, 0x0a, 0x0d, 0xfeff];

/** Where blanks and commas end. */
function endOfIgnored(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === space || code === comma || code === lineFeed || code === carriageReturn) continue;
    if (code !== tab && code !== byteOrderMark) return at;
  }
}

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
