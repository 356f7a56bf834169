import { getNodeValue, parseTree } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import type { ConfigEntry, ConfigPlaces, Unreadable } from "./config-places.ts";
import type { Container } from "./insert-member.ts";

/** JSON as people write it, with where its objects and lists stand. */
export class JsonText {
  readonly text: string;
  readonly #tree: Node | undefined;

  /** @throws {SyntaxError} `at line 2, column 1` when it is no JSON, even with comments and commas after the last member */
  constructor(text: string) {
    const errors: ParseError[] = [];
    this.text = text;
    this.#tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
    const [first] = errors;
    if (!first) return;
    const lines = text.slice(0, first.offset).split("\n");
    throw new SyntaxError(`at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`);
  }

  /** The object or list at a path; undefined where there is none. */
  container(...path: readonly string[]): Container | undefined {
    const node = this.#find(path);
    if (node?.type !== "object" && node?.type !== "array") return undefined;
    return { ...rangeOf(node), items: (node.children ?? []).map(rangeOf) };
  }

  /** The type of what is at a path: `"object"`, `"string"`; undefined where there is nothing. */
  typeAt(...path: readonly string[]): Node["type"] | undefined {
    return this.#find(path)?.type;
  }

  /** The value at a path; undefined where there is nothing. */
  valueAt(...path: readonly string[]): unknown {
    const node = this.#find(path);
    return node && getNodeValue(node);
  }

  /** The names of an object's members; none for anything else. */
  namesAt(...path: readonly string[]): readonly string[] {
    const node = this.#find(path);
    return node?.type === "object" ? (node.children ?? []).map(nameOf) : [];
  }

  /** Of members with the same name the last one counts, as it does to whoever reads the file. */
  #find(path: readonly string[]): Node | undefined {
    let node = this.#tree;
    for (const name of path) {
      const properties = node?.type === "object" ? node.children : undefined;
      node = properties?.findLast((property) => nameOf(property) === name)?.children?.[1];
    }
    return node;
  }
}

/** Where the keyspaces of a JSON config stand. */
export function parseJsonPlaces(text: string): ConfigPlaces | Unreadable {
  let json: JsonText;
  try {
    json = new JsonText(text);
  } catch {
    return { reason: "it is not JSON" };
  }
  const config = json.typeAt() === "object" ? json.container() : undefined;
  if (!config) return { reason: "it is not an object" };
  const type = json.typeAt("keyspaces");
  if (type !== undefined && type !== "object") return { reason: "its keyspaces are not an object" };
  const entries = json.namesAt("keyspaces").map((keyspace): ConfigEntry => {
    const settings = [json.valueAt("keyspaces", keyspace)].flat();
    const [definitions] = textsOf(settings, "definitions");
    const validators = settings.some((one) => memberOf(one, "validators") !== false);
    const importExtensions = settings.map((one) => memberOf(one, "importExtension") ?? ".js");
    return { keyspace, definitions, outputs: textsOf(settings, "output"), validators, importExtensions };
  });
  return { config, keyspaces: json.container("keyspaces"), entries, complete: true };
}

/** The texts that objects have under a name. */
function textsOf(objects: readonly unknown[], name: string): readonly string[] {
  return objects.map((object) => memberOf(object, name)).filter((value) => typeof value === "string");
}

function memberOf(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? Reflect.get(object, name)
    : undefined;
}

function rangeOf({ offset, length }: Node): { readonly start: number; readonly end: number } {
  return { start: offset, end: offset + length };
}

function nameOf(property: Node): string {
  return String(property.children?.[0]?.value);
}
