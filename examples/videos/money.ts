/** A type of the app's own, and how it travels: `decimal` columns hold it, see `colonnade.config.json`. */
import { decimal } from "@colonnade/runtime";
import { converted } from "@colonnade/runtime/composites";
import type { Codec } from "@colonnade/runtime";

/** An amount of money, in cents. */
export class Money {
  readonly cents: bigint;

  constructor(cents: bigint) {
    this.cents = cents;
  }

  toString(): string {
    const digits = (this.cents < 0n ? -this.cents : this.cents).toString().padStart(3, "0");
    return `${this.cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }

  static parse(text: string): Money {
    const [whole = "", cents = ""] = text.split(".");
    return new Money(BigInt(whole + cents.padEnd(2, "0").slice(0, 2)));
  }
}

export const money: Codec<Money> = /* @__PURE__ */ converted(decimal, {
  expected: "an amount of money",
  check: (value) => value instanceof Money,
  encode: (value: Money) => value.toString(),
  decode: (text) => Money.parse(text),
});
