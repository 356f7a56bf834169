import { quote } from "./quote.ts";

/** A mistake, and where: `["columnDefinitions", 2, "typeDefinition"]`. */
export interface DefinitionProblem {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The word that was not understood, and what could have stood there. */
  readonly found?: string;
  readonly expected?: readonly string[];
  /** What was probably meant, where that is no matter of spelling. */
  readonly meant?: string;
  /** The mistake is the member's name, not its value. */
  readonly atName?: boolean;
}

/** Nobody reads more of one definition, and to find the places of a hundred thousand would take minutes. */
const most = 100;

export type Path = DefinitionProblem["path"];
export type Members = Readonly<Record<string, unknown>>;

/** Takes JSON values for what they should be, and collects where they are something else. */
export class JsonReader {
  readonly problems: DefinitionProblem[] = [];
  readonly #unknownMembers: "refuse" | "ignore";
  readonly #wasAccepted: boolean;

  /** @param wasAccepted whether what the database would refuse is let pass */
  constructor(unknownMembers: "refuse" | "ignore", wasAccepted = false) {
    this.#unknownMembers = unknownMembers;
    this.#wasAccepted = wasAccepted;
  }

  object(json: unknown, path: Path, what: string, known: readonly string[]): Members | undefined {
    if (typeof json !== "object" || json === null || Array.isArray(json)) {
      const name = path.length > 0 ? `${String(path.at(-1))} is missing: ${what}` : `${what} is missing`;
      const message = json === undefined ? name : `${what} is an object, not ${kindOf(json)}`;
      this.add(json === undefined ? "missing-member" : "wrong-json", path, message);
      return undefined;
    }
    if (this.#unknownMembers === "refuse") {
      for (const name of Object.keys(json).filter((name) => !known.includes(name))) {
        const message = `there is no member ${quote(name)} here`;
        this.add("unknown-member", [...path, name], message, { found: name, expected: known, atName: true });
      }
    }
    return json as Members;
  }

  array(json: unknown, path: Path, what: string): readonly unknown[] | undefined {
    if (Array.isArray(json)) return json;
    const name = String(path.at(-1));
    if (json === undefined) this.add("missing-member", path, `${name} is missing: ${what}`);
    else this.add("wrong-json", path, `${name} is ${what}, not ${kindOf(json)}`);
    return undefined;
  }

  string(object: Members, path: Path, name: string, what: string): string | undefined {
    const json = object[name];
    if (typeof json === "string") return json;
    if (json === undefined) this.add("missing-member", [...path, name], `${name} is missing: ${what}`);
    else this.add("wrong-json", [...path, name], `${name} is a string, not ${kindOf(json)}`);
    return undefined;
  }

  optionalString(object: Members, path: Path, name: string): string | undefined {
    return object[name] === undefined ? undefined : this.string(object, path, name, "");
  }

  boolean(json: unknown, path: Path): boolean | undefined {
    if (typeof json === "boolean") return json;
    this.add("wrong-json", path, `${String(path.at(-1))} is true or false, not ${kindOf(json)}`);
    return undefined;
  }

  /** Reports what is understood and the database would refuse. @returns whether that is a mistake here */
  refuse(code: string, path: Path, message: string): boolean {
    if (!this.#wasAccepted) this.add(code, path, message);
    return !this.#wasAccepted;
  }

  add(code: string, path: Path, message: string, more: Partial<DefinitionProblem> = {}): void {
    if (this.problems.length < most) this.problems.push({ code, path, message, ...more });
  }
}

/** What a JSON value is, for a message: `a list`, `the number 5`. */
export function kindOf(json: unknown): string {
  if (json === null) return "null";
  if (Array.isArray(json)) return "a list";
  return typeof json === "object"
    ? "an object"
    : `the ${typeof json} ${typeof json === "string" ? quote(json) : String(json)}`;
}
