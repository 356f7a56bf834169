const empty = Buffer.alloc(0);

/**
 * The unprocessed bytes of a stream, in one piece. A single chunk is not copied; the parts of a message that spans chunks
 * are copied together. Memory grows with the bytes received, not with a length that a client announces.
 */
export class ByteQueue {
  #bytes: Buffer = empty;
  #start = 0;
  #end = 0;
  /** Whether the buffer was allocated here, and may be written to after `#end`. */
  #isOwned = false;

  get length(): number {
    return this.#end - this.#start;
  }

  add(chunk: Buffer): void {
    if (this.length === 0) {
      this.#bytes = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      this.#isOwned = false;
      return;
    }
    if (!this.#isOwned || this.#end + chunk.length > this.#bytes.length) this.#grow(chunk.length);
    this.#end += chunk.copy(this.#bytes, this.#end);
  }

  /** A view, which stays valid. The caller has checked the length. */
  view(from: number, to: number): Buffer {
    return this.#bytes.subarray(this.#start + from, this.#start + to);
  }

  /** The same bytes, which do not keep the others alive. */
  copy(from: number, to: number): Buffer {
    const copied = Buffer.allocUnsafe(to - from);
    this.#bytes.copy(copied, 0, this.#start + from, this.#start + to);
    return copied;
  }

  byte(at: number): number {
    return this.#bytes[this.#start + at] ?? 0;
  }

  drop(count: number): void {
    this.#start += count;
    // An empty queue must not keep a large buffer alive.
    if (this.length === 0) this.#bytes = empty;
  }

  #grow(count: number): void {
    const { length } = this;
    const larger = Buffer.allocUnsafeSlow(length + Math.max(length, count));
    this.#bytes.copy(larger, 0, this.#start, this.#end);
    this.#bytes = larger;
    this.#start = 0;
    this.#end = length;
    this.#isOwned = true;
  }
}
