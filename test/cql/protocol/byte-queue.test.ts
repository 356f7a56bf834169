import { describe, expect, it } from "vitest";
import { ByteQueue } from "../../../src/cql/protocol/byte-queue.ts";

function text(queue: ByteQueue): string {
  return queue.view(0, queue.length).toString();
}

describe("a queue of bytes", () => {
  it("joins chunks, in any sizes and after any drops", () => {
    const queue = new ByteQueue();
    let expected = "";
    for (let round = 0; round < 200; round++) {
      const chunk = String.fromCharCode(97 + (round % 26)).repeat((round * 7) % 31);
      queue.add(Buffer.from(chunk));
      expected += chunk;
      expect(text(queue)).toBe(expected);
      const dropped = Math.min((round * 5) % 29, expected.length);
      queue.drop(dropped);
      expected = expected.slice(dropped);
      expect(text(queue)).toBe(expected);
      expect(queue.length).toBe(expected.length);
      if (expected) expect(queue.byte(0)).toBe(expected.charCodeAt(0));
    }
  });

  it("does not copy a single chunk, nor write into it", () => {
    const queue = new ByteQueue();
    const chunk = Buffer.alloc(10, "x");
    queue.add(chunk.subarray(0, 5));
    expect(queue.view(0, 5).buffer).toBe(chunk.buffer);
    queue.add(Buffer.from("yy"));
    expect(text(queue)).toBe("xxxxxyy");
    expect(chunk.toString()).toBe("xxxxxxxxxx");
  });

  it("leaves earlier views as they are", () => {
    const queue = new ByteQueue();
    queue.add(Buffer.from("ab"));
    queue.add(Buffer.from("cd"));
    const view = queue.view(0, 4);
    queue.drop(3);
    for (let round = 0; round < 50; round++) queue.add(Buffer.from("efgh"));
    expect(view.toString()).toBe("abcd");
  });

  it("holds no memory when it is empty", () => {
    const queue = new ByteQueue();
    queue.add(Buffer.alloc(100_000));
    queue.drop(100_000);
    expect(queue.view(0, 0).buffer.byteLength).toBe(0);
  });
});
