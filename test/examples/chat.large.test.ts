/** The example of a chat, in every session. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Session } from "@colonnade/runtime";
import { clear, join, leave, listRooms, markRead, openRoom, readHistory, say } from "../../examples/chat/app.js";
import { describeInEverySession, openTimeoutMs } from "../conformance/in-every-session.ts";
import type { OpenStore } from "../conformance/open-store.ts";
import type { SessionKind } from "../conformance/session-kinds.ts";
import { openExample } from "./open-example.ts";

await describeInEverySession(testChat);

function testChat(kind: SessionKind, openStore: OpenStore): void {
  let opened: Awaited<ReturnType<typeof openExample>>;
  let session: Session;

  beforeAll(async () => {
    opened = await openExample("chat", kind, openStore);
    session = opened.session;
  }, openTimeoutMs);

  afterAll(() => opened.close());

  const message = (place: number, author: string) => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    sentAt: new Date(Date.UTC(2026, 10, 26, 12, place)),
    author,
    body: `message ${place}`,
  });

  describe("the chat", () => {
    it("opens a room that others join at once", async () => {
      await openRoom(session, "looms", "Looms", "ada");
      await Promise.all(["ben", "cleo"].map((member) => join(session, "looms", member)));
      for (const member of ["ada", "ben", "cleo"]) expect(await listRooms(session, member)).toEqual(["Looms (0)"]);
    });

    it("counts what others have not read", async () => {
      for (const [place, author] of ["ada", "ben", "ada", "cleo", "ada"].entries()) {
        await say(session, "looms", message(place, author));
      }
      expect(await listRooms(session, "ada")).toEqual(["Looms (2)"]);
      expect(await listRooms(session, "ben")).toEqual(["Looms (4)"]);
      await markRead(session, "looms", "ben");
      expect(await listRooms(session, "ben")).toEqual(["Looms (0)"]);
    });

    it("shows its history in pages, the newest first", async () => {
      const bodies: (string | null)[] = [];
      let pages = 0;
      for (let next: string | null = null; pages === 0 || next !== null; pages++) {
        const page = await readHistory(session, "looms", next);
        bodies.push(...page.messages.map(({ body }) => body));
        next = page.next;
      }
      expect(bodies).toEqual([4, 3, 2, 1, 0].map((place) => `message ${place}`));
      expect(pages).toBeGreaterThanOrEqual(3);
    });

    it("forgets what is old, then all of a room, and nothing of others", async () => {
      await openRoom(session, "knots", "Knots", "ada");
      await say(session, "knots", message(9, "ada"));
      expect(await clear(session, "looms", message(3, "").sentAt)).toBe(2n);
      expect(await clear(session, "looms")).toBe(0n);
      expect((await readHistory(session, "knots")).messages).toHaveLength(1);
    });

    it("lets members leave", async () => {
      await leave(session, "looms", "cleo");
      expect(await listRooms(session, "cleo")).toEqual([]);
      await say(session, "looms", message(7, "ada"));
      expect(await listRooms(session, "ben")).toEqual(["Looms (1)"]);
    });
  });
}
