/**
 * Statements as texts, each made once of its pieces: an app has few shapes of statements, and the driver finds what it has
 * prepared by the text.
 */
interface Node {
  readonly next: Map<string, Node>;
  text?: string;
}

/** Callers who choose columns as they like could make any number of texts: then the texts are made anew. */
const mostNodes = 20_000;

export class Texts {
  #root: Node = { next: new Map() };
  #nodes = 0;

  /** The pieces, joined. */
  of(pieces: readonly string[]): string {
    let node = this.#root;
    for (const piece of pieces) {
      let next = node.next.get(piece);
      if (!next) {
        node.next.set(piece, (next = { next: new Map() }));
        this.#nodes++;
      }
      node = next;
    }
    const text = (node.text ??= pieces.join(""));
    if (this.#nodes > mostNodes) {
      this.#root = { next: new Map() };
      this.#nodes = 0;
    }
    return text;
  }
}
