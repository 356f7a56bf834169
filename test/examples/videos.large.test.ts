/** The example that uses every feature, in every session. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Session } from "@colonnade/runtime";
import { ada, clear, discover, edit, film, recommend, upload, watch } from "../../examples/videos/app.js";
import { assertBindings } from "../../examples/videos/generated/asserts.js";
import {
  findUsersWithEmail,
  findVideosByUser,
  findUsersWithJoined,
  findUsersWithSettingsEntry,
  getUsers,
  getVideosByUserStatic,
  getVideos,
  insertUsers,
} from "../../examples/videos/generated/index.js";
import type { UsersId } from "../../examples/videos/generated/index.js";
import { videosRowSchema } from "../../examples/videos/generated/zod.js";
import { Money } from "../../examples/videos/money.js";
import { describeInEverySession, openTimeoutMs } from "../conformance/in-every-session.ts";
import type { OpenStore } from "../conformance/open-store.ts";
import type { SessionKind } from "../conformance/session-kinds.ts";
import { openExample } from "./open-example.ts";

await describeInEverySession(testVideos);

function testVideos(kind: SessionKind, openStore: OpenStore): void {
  let opened: Awaited<ReturnType<typeof openExample>>;
  let session: Session;

  beforeAll(async () => {
    opened = await openExample("videos", kind, openStore);
    session = opened.session;
    await upload(session);
  }, openTimeoutMs);

  afterAll(() => opened.close());

  describe("the video site", () => {
    it("reads what it wrote: collections, tuples, vectors, user types and the app's own", async () => {
      const video = await getVideos(session, { id: film });
      expect(video).toMatchObject({
        title: "How a loom works",
        tags: ["craft", "looms"],
        subtitles: new Map([["de", ["Die Kette", "Das Schiffchen"]]]),
        taste: [0.25, 0.5, -1, 0],
        size: [1920, 1080],
        bytes: 9_007_199_254_740_993n,
        price: new Money(199n),
        isPrivate: false,
        chapters: [
          { title: "The warp", filmedAt: { city: "Vienna", position: [48.2, 16.4] } },
          { title: "The shuttle", startsAfter: "4m30s", filmedAt: null },
        ],
      });
      expect(videosRowSchema.parse(video)).toEqual(video);
    });

    it("sells, counts and keeps lists", async () => {
      expect(await watch(session)).toBe("How a loom works from Vienna, on sale for 0.99");
      expect(await discover(session)).toEqual([
        "How a loom works",
        "1 who like looms",
        "1 to watch later",
        "How a loom works by Ada",
      ]);
    });

    it("changes parts of columns, and leaves the rest", async () => {
      expect(await edit(session)).toBe(true);
      expect(await getVideos(session, { id: film }, { select: ["tags", "subtitles", "chapters"] })).toMatchObject({
        tags: ["craft", "looms", "weaving"],
        subtitles: new Map([
          ["de", ["Die Kette", "Das Schiffchen"]],
          ["en", ["The warp", "The shuttle"]],
        ]),
        chapters: [{ title: "The warp" }, { title: "The shuttle" }, { title: "The cloth" }],
      });
      expect(await getUsers(session, { id: ada }, { select: ["home", "settings"] })).toMatchObject({
        home: { street: "Mill Lane 7", city: "Linz" },
        settings: new Map([["theme", "light"]]),
      });
      // The condition is not met a second time.
      expect(await edit(session)).toBe(false);
    });

    it("finds the video nearest to a taste", async () => {
      expect(await recommend(session)).toBe("How a loom works, alike by 1.00");
    });

    it("clears a partition, with what it has of its own", async () => {
      expect(await clear(session)).toBe(1n);
      expect(await findVideosByUser(session, { userId: ada }).toArray()).toEqual([]);
      expect(await getVideosByUserStatic(session, { userId: ada })).toBeUndefined();
      expect(await clear(session)).toBe(0n);
    });

    it("reads a collection without items as empty", async () => {
      const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" as UsersId;
      await insertUsers(session, { id, interests: [] });
      const empty = { interests: [], settings: new Map(), home: null };
      expect(await getUsers(session, { id }, { select: ["interests", "settings", "home"] })).toEqual(empty);
    });

    it("finds by each kind of index", async () => {
      const names = [
        findUsersWithEmail(session, { email: "ada@example.com" }, { select: ["name"] }),
        findUsersWithSettingsEntry(session, { settings: { containsEntry: ["theme", "light"] } }, { select: ["name"] }),
        findUsersWithJoined(session, { joined: { lt: new Date("2030-01-01T00:00:00Z") } }, { select: ["name"] }),
        findUsersWithEmail(session, { email: "nobody@example.com" }, { select: ["name"] }),
      ];
      expect(await Promise.all(names.map((rows) => rows.toArray()))).toEqual([
        [{ name: "Ada" }],
        [{ name: "Ada" }],
        [{ name: "Ada" }],
        [],
      ]);
    });

    it("has validators that agree with the runtime", () => {
      expect(() => assertBindings()).not.toThrow();
    });
  });
}
