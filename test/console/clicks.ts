/** Counts what a person does with the pointer: clicks, also those that choose from a list. Keys are free. */
import type { Locator } from "playwright-core";

export class Clicks {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  async click(target: Locator, options: { readonly modifiers?: ["Shift"] } = {}): Promise<void> {
    this.#count++;
    await target.click(options);
  }

  /** Opens a list and chooses from it. */
  async choose(list: Locator, option: string): Promise<void> {
    this.#count += 2;
    await list.selectOption(option);
  }
}
