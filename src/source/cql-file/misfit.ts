import type { Token } from "../../cql/grammar/index.ts";

/** A statement that does not fit those before it: it can be read, and the database would refuse it. */
export class Misfit extends Error {
  readonly #place: MisfitPlace;

  constructor(message: string, place: MisfitPlace = {}) {
    super(message);
    this.#place = place;
  }

  /** The token that is wrong, among those of the statement. */
  find(tokens: readonly Token[]): Place | undefined {
    const { name, member, isBegin } = this.#place;
    if (isBegin) return beginning(tokens);
    const isIt = ({ kind, value }: Token): boolean =>
      (kind === "word" || kind === "name") && value === (name ?? member);
    return (name === undefined ? tokens.findLast(isIt) : tokens.find(isIt)) ?? tokens.at(-1);
  }
}

type Place = Pick<Token, "start" | "end">;

function beginning([first, second]: readonly Token[]): Place | undefined {
  return first && { start: first.start, end: (second ?? first).end };
}

/** What is wrong: the name of something, or one of its members, which is further behind. @default the end */
interface MisfitPlace {
  readonly name?: string;
  readonly member?: string;
  /** The first two words. */
  readonly isBegin?: boolean;
}
