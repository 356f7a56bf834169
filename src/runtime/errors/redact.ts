import { parseJson } from "../protocol/member-of.ts";

/** Removes secrets from displayed text: a service's error message may repeat parts of the request. */
export type Secrets = readonly (string | undefined)[];

/**
 * Makes a text of the service safe to display: removes secrets first and shortens it then, since half a secret is still
 * secret.
 */
export type Show = (text: string) => string;

/** The longest passed-on part of one message. */
const mostCharacters = 300;
/** Shorter secrets occur within many words, such as `t` in `timed out`, where they reveal nothing. */
const shortest = 8;

/** Replaces each secret by `[redacted]`, even if it is escaped in JSON, or in a document within JSON. */
export function redact(text: string, secrets: Secrets): string {
  const escape = (form: string): string => JSON.stringify(form).slice(1, -1);
  const forms = secrets.flatMap((secret) => (secret ? [secret, escape(secret), escape(escape(secret))] : []));
  // The longest first: one may contain another.
  forms.sort((a, b) => b.length - a.length);
  return forms.reduce(
    (left, form) => (form.length < shortest ? replaceWord(left, form) : left.split(form).join(redacted)),
    text,
  );
}

const redacted = "[redacted]";
const noWord = String.raw`[^\p{L}\p{N}_-]`;

function replaceWord(text: string, word: string): string {
  const exactly = Array.from(word, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`).join("");
  return text.replace(new RegExp(`(^|${noWord})${exactly}(?=${noWord}|$)`, "gu"), `$1${redacted}`);
}

/**
 * Makes texts of a response safe to display: without secrets, and without the values that the request wrote, from eight
 * characters on: shorter ones occur within words. Reads the body at its first use, because most responses are not shown.
 */
export function createShow(secrets: Secrets, body?: string): Show {
  let hidden: Secrets | undefined;
  return (text) => redact(text, (hidden ??= [...secrets, ...textsOf(body)])).slice(0, mostCharacters);
}

/** The literals of a document. Variables stay: ours have none, and definitions that are pushed have their names there. */
function textsOf(body: string | undefined): readonly string[] {
  const { query } = (parseJson(body ?? "") ?? {}) as { readonly query?: unknown };
  const literals = typeof query === "string" ? query.matchAll(/"(?:[^"\\]|\\.)*"/g) : [];
  const texts = Array.from(literals, ([literal]) => parseJson(literal));
  return [...new Set(texts)].filter((text) => typeof text === "string" && text.length >= shortest) as string[];
}

/** For responses of foreign sessions, whose secrets are unknown. */
export function showAll(text: string): string {
  return text.slice(0, mostCharacters);
}

/** Copies JSON data with each text made safe to display. */
export function showJson(json: unknown, show: Show): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) => (typeof value === "string" ? show(value) : value));
}

/** A secret text: however it is printed, it appears as `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for sending only. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  /** For `console.log` and `util.inspect` of Node. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return redacted;
  }
}
