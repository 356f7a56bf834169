/** Whatever a client sends, it gets an answer or a closed connection, and others are served meanwhile. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { BodyWriter } from "../../../src/cql/protocol/body-writer.ts";
import { opcodes } from "../../../src/cql/protocol/envelope.ts";
import { runs } from "../../support/long.ts";
import { openFake } from "./open-fake.ts";
import { queryBody, stringMap } from "./scripted-client.ts";
import fc from "fast-check";

/** Messages of a sound conversation. */
const sound: readonly (readonly [opcode: number, body: BodyWriter])[] = [
  [opcodes.options, new BodyWriter()],
  [opcodes.startup, stringMap([["CQL_VERSION", "3.0.0"]])],
  [opcodes.register, new BodyWriter().stringList(["SCHEMA_CHANGE"])],
  [opcodes.query, queryBody("rows 3", 4)],
  [opcodes.prepare, new BodyWriter().int(6).raw(Buffer.from("rows 3"))],
  [opcodes.execute, new BodyWriter().shortBytes(Buffer.alloc(16)).short(1).byte(0)],
  [opcodes.batch, new BodyWriter().byte(0).short(1).byte(0).int(5).raw(Buffer.from("write")).short(0).short(1).byte(0)],
];

const damage = fc.array(fc.record({ at: fc.nat(200), byte: fc.nat(255) }), { maxLength: 4 });
const message = fc.oneof(
  fc.record({ kind: fc.constantFrom(...sound), damage, flags: fc.constantFrom(0, 0, 0, 1, 2, 4, 8, 255) }),
  fc.uint8Array({ maxLength: 60 }),
);

it("survives messages that are damaged, and bytes that are none", { timeout: 120_000 }, async () => {
  const { connect, errors, counts } = await openFake();
  const witness = connect();
  await witness.start();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(3, 4, 5),
      fc.boolean(),
      fc.array(message, { maxLength: 12 }),
      async (version, starts, messages) => {
        const client = connect(version);
        if (starts) await client.start();
        for (const one of messages) {
          if (one instanceof Uint8Array) client.socket.write(one);
          else {
            const bytes = Buffer.from(one.kind[1].finish());
            for (const { at, byte } of one.damage) if (at < bytes.length) bytes[at] = byte;
            client.send(one.kind[0], bytes, { flags: one.flags });
          }
        }
        // The rest of a message may never come.
        await Promise.race([client.closed(), sleep(5)]);
        client.close();
        expect((await witness.query("void")).opcode).toBe(opcodes.result);
      },
    ),
    runs(60, 5000),
  );
  // An unexpected error is a fault of ours.
  expect(errors).toEqual([]);
  await expect.poll(() => counts.opened - counts.closed).toBe(1);
});
