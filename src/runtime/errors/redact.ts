/** Takes secrets out of what people get to see: what a service says of a failure may repeat what it was sent. */
export type Secrets = readonly (string | undefined)[];

/** A text of the service as people may see it: without secrets, and cut only then, since half a secret is one too. */
export type Show = (text: string) => string;

/** How much of one thing that a service says is passed on. */
const mostCharacters = 300;
/** A secret shorter than this is part of many words: `t` of `timed out`. Within a word it says nothing of the secret. */
const shortest = 8;

/** A text with `[redacted]` in place of each secret, also where it is JSON, or a document within JSON, that has escaped it. */
export function redact(text: string, secrets: Secrets): string {
  const escape = (form: string): string => JSON.stringify(form).slice(1, -1);
  const forms = secrets.flatMap((secret) => {
    if (!secret) return [];
    const isShort = secret.length < shortest;
    return [secret, escape(secret), escape(escape(secret))].map((form) => ({ form, isShort }));
  });
  // The longest first: one may stand within another.
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

/** For answers of a session that is not ours, which has secrets of its own. */
export function showAll(text: string): string {
  return text.slice(0, mostCharacters);
}

/** A copy of what JSON can hold, with each text in it as people may see it. */
export function showJson(json: unknown, show: Show): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) => (typeof value === "string" ? show(value) : value));
}
