import type { Problem } from "../errors.ts";

/** What a name is for. */
export type NameKind = "table" | "row" | "plural" | "column" | "userType" | "field";

export interface AskedName {
  /** The name without the hook. */
  readonly name: string;
  /** The name in the database in camel case, whatever the rules and the hook say. */
  readonly camel: string;
  readonly keyspace: string;
  /** The table or user type, in the database. */
  readonly table: string;
  /** The column or field, in the database. */
  readonly column?: string;
}

/** Returns a name, or undefined to keep the one without the hook. */
export type NameHook = (kind: NameKind, about: AskedName) => string | undefined;

interface Form {
  /** A phrase that follows "not". */
  readonly expected: string;
  readonly fits: RegExp;
}

const ofType: Form = { expected: "a name in mixed case, such as Product", fits: /^[A-Z][A-Za-z0-9]*$/ };
/** In JavaScript, a member `__proto__` sets the prototype of its object. */
const ofMember: Form = {
  expected: "an identifier, such as createdAt",
  fits: /^(?!__proto__$)[\p{ID_Start}_$][\p{ID_Continue}$]*$/u,
};

/** What each kind is called in messages, and the form of its names. */
const kinds: Readonly<Record<NameKind, { readonly of: string; readonly form: Form }>> = {
  table: { of: "the table", form: ofType },
  row: { of: "the row of", form: ofType },
  plural: { of: "the plural of", form: ofType },
  column: { of: "the column", form: ofMember },
  userType: { of: "the user type", form: ofType },
  field: { of: "the field", form: ofMember },
};

/** Calls a hook for one name. Returns a problem if it throws, or returns anything but a name or undefined. */
export function askName(hook: NameHook, kind: NameKind, about: AskedName): string | Problem {
  const { keyspace, table, column, name } = about;
  const { of, form } = kinds[kind];
  const what = `${of} ${[keyspace, table, ...(column === undefined ? [] : [column])].join(".")}`;
  const keep = `return undefined to keep ${JSON.stringify(name)}`;
  let result: unknown;
  try {
    result = hook(kind, { ...about });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `the name hook failed for ${what}: ${reason}`;
    return { code: "name-hook", message, next: `correct the function "name" of the config, or ${keep}` };
  }
  if (result === undefined || result === name) return name;
  if (typeof result === "string" && form.fits.test(result)) return result;
  const message = `the name hook returned ${shown(result)} for ${what}, not ${form.expected}`;
  return { code: "name-hook", message, next: `return another name, or ${keep}` };
}

function shown(result: unknown): string {
  if (typeof result === "string") return JSON.stringify(result);
  if (result instanceof Promise) {
    // Otherwise, one that is rejected would end the process.
    result.catch(() => undefined);
    return "a promise";
  }
  if (result === null) return "null";
  return typeof result === "object" ? "an object" : `a ${typeof result}`;
}
