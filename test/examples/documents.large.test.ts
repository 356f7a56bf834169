/** The typed documents of an example, sent to the service by `fetch`, as any GraphQL client would. */
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ada, film } from "../../examples/videos/app.js";
import {
  clear,
  countUploads,
  describe as describeVideo,
  discount,
  publish,
  recommend,
  sendByFetch,
  tag,
} from "../../examples/videos/documents.js";
import type { Send } from "../../examples/videos/documents.js";
import {
  countAllVideosByUserDocument,
  decodePlaylistPage,
  decodeUsersPage,
  decodeVideosByUserPage,
  decodeVideosByUserPartitions,
  decodeVideosByUserRow,
  deleteVideosByUserDocument,
  deleteVideosByUserWhereDocument,
  encodePlaylistFind,
  encodePlaylistInsert,
  encodeUsersGet,
  encodeUsersInsert,
  encodeUsersUpdate,
  encodeVideosByUserCountAll,
  encodeVideosByUserDelete,
  encodeVideosByUserDeleteWhere,
  encodeVideosByUserFind,
  encodeVideosByUserPartitions,
  encodeVideosByUserScan,
  encodeVideosByUserUpdate,
  encodeVideosInsert,
  findPlaylistDocument,
  findVideosByUserDocument,
  getUsersDocument,
  insertPlaylistDocument,
  insertUsersDocument,
  insertVideosDocument,
  partitionsOfVideosByUserDocument,
  scanVideosByUserDocument,
  updateUsersDocument,
  updateVideosByUserDocument,
} from "../../examples/videos/generated/documents.js";
import { add, entryIs, fieldIs, put, remove, setFields } from "@colonnade/runtime/changes";
import type { UsersId } from "../../examples/videos/generated/index.js";
import { Money } from "../../examples/videos/money.js";
import { openTestService } from "../../src/testing/index.ts";
import type { TestService } from "../../src/testing/index.ts";

describe("typed documents", () => {
  let db: TestService;
  let send: Send;

  beforeAll(async () => {
    const root = resolve(import.meta.dirname, "../../examples/videos");
    db = await openTestService({ definitions: `${root}/definitions/videos`, keyspace: "videos" });
    const url = await db.url();
    const login = await fetch(`${url}/api/rest/v1/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(db.credentials),
    });
    const { authToken } = (await login.json()) as { authToken: string };
    send = sendByFetch(`${url}/api/graphql/videos`, authToken);
    await publish(send);
  });
  afterAll(() => db.close());

  it("write and read what an app has: collections, IDs, and values of its own", async () => {
    expect(await describeVideo(send)).toBe("How a loom works, 1920 by 1080, 1.99");
    expect([await discount(send), await discount(send)]).toEqual([true, false]);
    expect(await describeVideo(send)).toBe("How a loom works, 1920 by 1080, 0.99");
  });

  it("read page after page, in either order", async () => {
    expect(await countUploads(send)).toEqual([2, 1]);
    const { videosByUser } = await send(
      findVideosByUserDocument,
      encodeVideosByUserFind({ userId: ada }, { pageSize: 1 }),
    );
    const minutes = decodeVideosByUserPage(videosByUser).rows.map(({ uploadedAt }) => uploadedAt.getUTCMinutes());
    expect(minutes).toEqual([2]);
  });

  it("carry user types, tuples and maps in JSON", async () => {
    const home = { street: "Mill Lane 7", postalCode: null, city: "Vienna", position: [48.2, null] } as const;
    const settings = new Map([["theme", "dark"]]);
    const user = { id: ada, home: { ...home, position: [...home.position] as [number, null] }, settings };
    const variables = encodeUsersInsert(user, { ttl: 60 });
    expect(variables).toEqual({
      value: {
        id: ada,
        home: { ...home, position: { item0: 48.2, item1: null } },
        settings: [{ key: "theme", value: "dark" }],
      },
      options: { ttl: 60 },
    });
    expect((await send(insertUsersDocument, variables)).insertUsers).toEqual({ applied: true });
    const { users } = await send(getUsersDocument, encodeUsersGet({ id: ada }));
    expect(users?.values?.[0]).toMatchObject({ ...variables.value, interests: null, joined: null });
    expect(decodeUsersPage(users).rows).toEqual([
      { ...user, email: null, name: null, joined: null, interests: [], balance: null },
    ]);
    const none = await send(
      getUsersDocument,
      encodeUsersGet({ id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" as UsersId }),
    );
    expect(decodeUsersPage(none.users)).toEqual({ rows: [], pageState: null });
  });

  it("insert only a new row when told so", async () => {
    const again = encodeVideosInsert({ id: film, price: new Money(5n) }, { ifNotExists: true, consistency: "ALL" });
    expect(again.options).toEqual({ consistency: "ALL" });
    expect((await send(insertVideosDocument, again)).insertVideos).toEqual({ applied: false });
  });

  it("select by a prefix of the key, and by names that differ in the API", async () => {
    const place: [number, string] = [3, "c"];
    await send(insertPlaylistDocument, encodePlaylistInsert({ userId: ada, place, videoId: film, priority: 7 }));
    const variables = encodePlaylistFind({ userId: ada, place: { gt: [2, "z"] } }, { order: "desc" });
    expect(variables).toEqual({
      where: { userId: { eq: ada }, place: { gt: { item0: 2, item1: "z" } } },
      orderBy: ["place_DESC"],
    });
    const { watchLater } = await send(findPlaylistDocument, variables);
    expect(decodePlaylistPage(watchLater).rows).toMatchObject([{ place, priority: 7, videoId: film }]);
  });

  it("leave out partitions that have only static values, and delete rows", async () => {
    const userId = "00000000-0000-4000-8000-000000000001" as UsersId;
    const { updateVideosByUser } = await send(
      updateVideosByUserDocument,
      encodeVideosByUserUpdate({ userId, userName: "Bob" }),
    );
    expect(updateVideosByUser?.applied).toBe(true);
    const found = await send(findVideosByUserDocument, encodeVideosByUserFind({ userId }));
    expect(found.videosByUser?.values).toMatchObject([{ userName: "Bob", uploadedAt: null }]);
    expect(decodeVideosByUserPage(found.videosByUser).rows).toEqual([]);
    const [alone] = found.videosByUser?.values ?? [];
    expect(() => alone && decodeVideosByUserRow(alone)).toThrow("no uploadedAt");

    const key = { userId: ada, uploadedAt: new Date("2026-11-21T10:01:00Z"), videoId: film };
    await send(deleteVideosByUserDocument, encodeVideosByUserDelete(key));
    const left = await send(findVideosByUserDocument, encodeVideosByUserFind({ userId: ada }));
    expect(decodeVideosByUserPage(left.videosByUser).rows).toHaveLength(2);
  });

  it("change parts of columns, with conditions on parts, and tell when a write takes place", async () => {
    expect(await tag(send, "weaving")).toEqual(["How a loom works"]);
    const id = "00000000-0000-4000-8000-000000000002" as UsersId;
    const home = { street: "Mill Lane 7", postalCode: null, city: "Vienna", position: null };
    const settings = new Map([["theme", "dark"]]);
    await send(insertUsersDocument, encodeUsersInsert({ id, name: "Ada", home, settings, interests: ["looms"] }));
    const variables = encodeUsersUpdate(
      {
        ...{ id, name: "Bob", home: setFields({ city: "Linz" }), settings: put({ font: "large" }) },
        interests: [add(["engines"]), remove(["looms"])],
      },
      { if: { settings: entryIs("theme", "dark"), home: fieldIs("city", "Vienna") } },
    );
    expect(variables).toEqual({
      value: { id, name: "Bob" },
      changes: {
        home: { setFields: { city: "Linz" } },
        settings: { put: [{ key: "font", value: "large" }] },
        interests: { add: ["engines"], remove: ["looms"] },
      },
      ifCondition: {
        settings: { at: [{ key: "theme", is: { eq: "dark" } }] },
        home: { fields: { city: { eq: "Vienna" } } },
      },
    });
    expect((await send(updateUsersDocument, variables)).updateUsers).toEqual({ applied: true });
    expect((await send(updateUsersDocument, variables)).updateUsers).toEqual({ applied: false });
    const early = encodeUsersUpdate({ id, name: "Eve" }, { timestamp: 1n });
    expect(early.options).toEqual({ timestamp: "1" });
    await send(updateUsersDocument, early);
    const { users } = await send(getUsersDocument, encodeUsersGet({ id }));
    expect(decodeUsersPage(users).rows).toMatchObject([
      {
        ...{ name: "Bob", home: { ...home, city: "Linz" }, interests: ["engines"] },
        settings: new Map([
          ["font", "large"],
          ["theme", "dark"],
        ]),
      },
    ]);
    expect(() => encodeUsersUpdate({ id, name: "Eve" }, { timestamp: 1n, ifExists: true })).toThrow("exclude");
  });

  it("find neighbors, count, list partitions, scan a part, and delete a range", async () => {
    expect(await recommend(send)).toBe("How a loom works, alike by 1.00");
    const [early, late] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"].map((time) => new Date(time)) as [
      Date,
      Date,
    ];
    const userId = "00000000-0000-4000-8000-000000000003" as UsersId;
    const ofUser = { userId, videoId: film };
    for (const uploadedAt of [early, late]) {
      await send(updateVideosByUserDocument, encodeVideosByUserUpdate({ ...ofUser, uploadedAt, title: "A loom" }));
    }
    const scanned = await Promise.all(
      [1, 2].map(async (number) => {
        const variables = encodeVideosByUserScan({ part: { number, of: 2 }, perPartition: 1 });
        return decodeVideosByUserPage((await send(scanVideosByUserDocument, variables)).videosByUser).rows;
      }),
    );
    const users = scanned.flat().map((row) => row.userId);
    expect(new Set(users).size).toBe(users.length);
    expect(users).toContain(userId);
    const listed = await send(partitionsOfVideosByUserDocument, encodeVideosByUserPartitions());
    expect(decodeVideosByUserPartitions(listed.videosByUser).rows).toContainEqual({ userId });

    const counted = async (): Promise<number | null | undefined> =>
      (await send(countAllVideosByUserDocument, encodeVideosByUserCountAll())).videosByUser?.count;
    const before = (await counted()) ?? 0;
    const range = encodeVideosByUserDeleteWhere({ userId, uploadedAt: { lt: late } });
    expect(range).toEqual({ where: { userId: { eq: userId }, uploadedAt: { lt: late.toISOString() } } });
    await send(deleteVideosByUserWhereDocument, range);
    expect(await counted()).toBe(before - 1);
    // Of a partition with static values alone, one row is counted, as in CQL.
    expect(await clear(send)).toBeGreaterThan(0);
    const { videosByUser } = await send(findVideosByUserDocument, encodeVideosByUserFind({ userId: ada }));
    expect(decodeVideosByUserPage(videosByUser).rows).toEqual([]);
  });

  it("refuse, before they are sent, what types cannot", () => {
    const misspelled = { id: film, titel: "How a loom works" };
    const several = { userId: { in: [ada] } };
    // @ts-expect-error several partitions cannot be read in pages against the declared order
    expect(() => encodeVideosByUserFind(several, { order: "asc" })).toThrow();
    expect(() => encodeVideosInsert(misspelled)).toThrow("titel is not a column of videos.videos");
    expect(() => encodeVideosInsert({ id: "not a UUID" as typeof film })).toThrow("id is not a version 1 UUID");
    expect(() => decodeUsersPage(null)).toThrow("no data: see the error that the client reports");
  });
});
