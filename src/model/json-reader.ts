/** Reads the members of JSON definitions with their expected types, and collects the mistakes. Never throws. */
import { quote } from "./cql-type.ts";

/** A mistake and its path: `["columnDefinitions", 2, "typeDefinition"]`. */
export interface DefinitionProblem {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The unknown word, and the allowed ones. */
  readonly found?: string;
  readonly expected?: readonly string[];
  /** What was probably meant, if it is not a typo. */
  readonly meant?: string;
  /** Whether the mistake is the member's name, not its value. */
  readonly atName?: boolean;
}

/** The most mistakes reported for one definition: finding the places of a hundred thousand would take minutes. */
const most = 100;

export type Path = DefinitionProblem["path"];
export type Members = Readonly<Record<string, unknown>>;

/** Reads one definition. */
export class JsonReader {
  readonly problems: DefinitionProblem[] = [];
  readonly #unknownMembers: "refuse" | "ignore";
  readonly #wasAccepted: boolean;

  /** @param wasAccepted whether to allow what looser rules accepted */
  constructor(unknownMembers: "refuse" | "ignore", wasAccepted = false) {
    this.#unknownMembers = unknownMembers;
    this.#wasAccepted = wasAccepted;
  }

  /** @param example what to write where it is missing */
  object(json: unknown, path: Path, what: string, allowed: readonly string[], example?: string): Members | undefined {
    if (typeof json !== "object" || json === null || Array.isArray(json)) {
      const subject = path.length > 0 ? quote(String(path.at(-1))) : what;
      const missing = `${subject} is missing${example === undefined ? "" : `, for example ${example}`}`;
      const message = json === undefined ? missing : `${what} must be an object, not ${kindOf(json)}`;
      this.add(json === undefined ? "missing-member" : "wrong-json", path, message);
      return undefined;
    }
    if (this.#unknownMembers === "refuse") {
      for (const name in json) {
        if (allowed.includes(name)) continue;
        const message = `unknown member ${quote(name)}`;
        this.add("unknown-member", [...path, name], message, { found: name, expected: allowed, atName: true });
      }
    }
    return json as Members;
  }

  array(json: unknown, path: Path, what: string): readonly unknown[] | undefined {
    if (Array.isArray(json)) return json;
    const name = String(path.at(-1));
    if (json === undefined) this.add("missing-member", path, `${quote(name)} is missing`);
    else this.add("wrong-json", path, `${name} is ${what}, not ${kindOf(json)}`);
    return undefined;
  }

  string(object: Members, path: Path, name: string): string | undefined {
    const json = object[name];
    if (typeof json === "string") return json;
    if (json === undefined) this.add("missing-member", [...path, name], `${quote(name)} is missing`);
    else this.add("wrong-json", [...path, name], `${name} must be a string, not ${kindOf(json)}`);
    return undefined;
  }

  optionalString(object: Members, path: Path, name: string): string | undefined {
    return object[name] === undefined ? undefined : this.string(object, path, name);
  }

  optionalBoolean(object: Members, path: Path, name: string): boolean | undefined {
    const json = object[name];
    if (json === undefined || typeof json === "boolean") return json;
    this.add("wrong-json", [...path, name], `${name} must be true or false, not ${kindOf(json)}`);
    return undefined;
  }

  /**
   * Reports a value that the database rejects and that looser rules accepted once, so that a store may hold it. What no
   * version accepted is added with `add`.
   * @returns whether that is a mistake here
   */
  refuse(code: string, path: Path, message: string): boolean {
    if (!this.#wasAccepted) this.add(code, path, message);
    return !this.#wasAccepted;
  }

  add(code: string, path: Path, message: string, more: Partial<DefinitionProblem> = {}): void {
    if (this.problems.length < most) this.problems.push({ code, path, message, ...more });
  }
}

/** Describes a JSON value for a message: `a list`, `the number 5`. */
export function kindOf(json: unknown): string {
  if (json === null) return "null";
  if (Array.isArray(json)) return "a list";
  return typeof json === "object"
    ? "an object"
    : `the ${typeof json} ${typeof json === "string" ? quote(json) : String(json)}`;
}
