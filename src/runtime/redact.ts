/** Takes secrets out of what people get to see: what a service says of a failure may repeat what it was sent. */
export type Secrets = readonly (string | undefined)[];

/** How much of one thing that a service says is passed on. */
const mostCharacters = 300;

/** A text with `[redacted]` in place of each secret, also where it is JSON, or a document within JSON, that has escaped it. */
export function redact(text: string, secrets: Secrets): string {
  const escape = (form: string): string => JSON.stringify(form).slice(1, -1);
  const forms = secrets.flatMap((secret) => (secret ? [secret, escape(secret), escape(escape(secret))] : []));
  // The longest first: one may stand within another.
  forms.sort((a, b) => b.length - a.length);
  return forms.reduce((left, form) => left.replaceAll(form, "[redacted]"), text);
}

/** A copy of what JSON can hold, each text in it without secrets, and cut only then: half a secret is one too. */
export function redactJson(json: unknown, secrets: Secrets): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === "string" ? redact(value, secrets).slice(0, mostCharacters) : value,
  );
}
