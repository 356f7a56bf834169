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
    return "[redacted]";
  }

  toJSON(): string {
    return "[redacted]";
  }

  /** What `console.log` and `util.inspect` of Node show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[redacted]";
  }
}
