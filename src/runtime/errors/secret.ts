/** A text that must not be seen: however it is printed, it says `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the one place that sends it. */
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
