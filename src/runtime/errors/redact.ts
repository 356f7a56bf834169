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
  const forms = secrets.flatMap((secret) => {
    if (!secret) return [];
    const isShort = secret.length < shortest;
    return [secret, escape(secret), escape(escape(secret))].map((form) => ({ form, isShort }));
  });
  // The longest first: one may contain another.
  forms.sort((a, b) => b.form.length - a.form.length);
  return forms.reduce((left, { form, isShort }) => {
    return isShort ? replaceWord(left, form) : left.replaceAll(form, redacted);
  }, text);
}

const redacted = "[redacted]";

function replaceWord(text: string, form: string): string {
  let [replaced, from] = ["", 0];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    const end = at + form.length;
    if (isOfWord(text.charAt(at - 1)) || isOfWord(text.charAt(end))) continue;
    replaced += text.slice(from, at) + redacted;
    from = end;
  }
  return replaced + text.slice(from);
}

function isOfWord(character: string): boolean {
  return /[\p{L}\p{N}_-]/u.test(character);
}

export function createShow(secrets: Secrets): Show {
  return (text) => redact(text, secrets).slice(0, mostCharacters);
}

/** For responses of foreign sessions, whose secrets are unknown. */
export function showAll(text: string): string {
  return text.slice(0, mostCharacters);
}

/** Copies JSON data with each text made safe to display. */
export function showJson(json: unknown, show: Show): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) => (typeof value === "string" ? show(value) : value));
}
