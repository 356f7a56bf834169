/** The example that answers from documents, in every session. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findContext, index } from "../../examples/rag/app.js";
import { describeInEverySession, openTimeoutMs } from "../conformance/in-every-session.ts";
import type { OpenStore } from "../conformance/open-store.ts";
import type { SessionKind } from "../conformance/session-kinds.ts";
import { openExample } from "./open-example.ts";

await describeInEverySession(testAnswers);

/** As a model would, but by words: how often a text speaks of each of four subjects. */
const subjects = [/loom|weav|webstuhl/gi, /knot|rope/gi, /bread|flour/gi, /./g];
const embed = async (text: string): Promise<readonly number[]> =>
  subjects.map((subject, place) => (text.match(subject)?.length ?? 0) / (place === 3 ? 1000 : 1) + 0.01);

function testAnswers(kind: SessionKind, openStore: OpenStore): void {
  let opened: Awaited<ReturnType<typeof openExample>>;

  beforeAll(async () => {
    opened = await openExample("rag", kind, openStore);
  }, openTimeoutMs);

  afterAll(() => opened.close());

  describe("passages of documents", () => {
    it("are found by what they mean, in the language that is wanted", async () => {
      const { session } = opened;
      const looms = ["A loom holds the warp.", "Weaving crosses weft and warp on a loom.", "Ropes end in a knot."];
      expect(await index(session, embed, "crafts", { lang: "en", passages: looms })).toBe(3n);
      const kitchen = ["Bread is flour and time.", "A rope hangs in the kitchen."];
      expect(await index(session, embed, "kitchen", { lang: "en", passages: kitchen })).toBe(2n);
      expect(await index(session, embed, "handwerk", { lang: "de", passages: ["Ein Webstuhl webt."] })).toBe(1n);
      const context = (await findContext(session, embed, "en", "How do I weave on a loom?")).split("\n");
      expect(context).toHaveLength(5);
      expect(context.slice(0, 2).sort()).toEqual([
        expect.stringContaining("] A loom holds the warp."),
        expect.stringContaining("] Weaving crosses weft and warp on a loom."),
      ]);
      expect(context.join()).not.toContain("Webstuhl");
    });

    it("are replaced as a whole", async () => {
      const { session } = opened;
      expect(await index(session, embed, "crafts", { lang: "en", passages: ["A knot holds a rope."] })).toBe(1n);
      const context = (await findContext(session, embed, "en", "Which knot holds a rope?")).split("\n");
      expect(context).toHaveLength(3);
      expect(context[0]).toContain("[crafts, ");
    });
  });
}
