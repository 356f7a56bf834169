/** An app of a video site: collections, user types, ids, indexes, counters and vectors in use. */
import type { Session } from "@colonnade/runtime";
import { atomically } from "@colonnade/runtime/atomic";
import { add, append, entryIs, put, setFields } from "@colonnade/runtime/changes";
import { findUsersWithInterests, insertUsers, updateUsers } from "./generated/users.js";
import { incrementVideoPlays } from "./generated/video_plays.js";
import { findVideosWithTags, getVideos, insertVideos, nearestVideosByTaste, updateVideos } from "./generated/videos.js";
import {
  countVideosByUser,
  deleteVideosByUserWhere,
  findVideosByUser,
  getVideosByUserStatic,
  insertVideosByUser,
  updateVideosByUser,
} from "./generated/videos_by_user.js";
import { findPlaylist, insertPlaylist } from "./generated/watch_later.js";
import type { UsersId, VideosId } from "./generated/ids.js";
import type { Address } from "./generated/user-types.js";
import { Money } from "./money.js";

// An id is a string that the compiler does not take for another table's.
export const ada = "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34" as UsersId;
export const film = "8f7e2c40-c6b1-11f0-8de9-0242ac120002" as VideosId;

const studio: Address = { street: "Mill Lane 7", postalCode: "1020", city: "Vienna", position: [48.2, 16.4] };

export async function upload(session: Session): Promise<void> {
  await insertUsers(session, {
    id: ada,
    email: "ada@example.com",
    name: "Ada",
    joined: new Date("2026-11-21T09:00:00Z"),
    home: studio,
    interests: ["looms", "engines"],
    settings: new Map([["theme", "dark"]]),
    balance: new Money(2500n),
  });
  const uploadedAt = new Date("2026-11-21T10:00:00Z");
  const title = "How a loom works";
  // One fact in two tables: both rows are written, or neither.
  await atomically(session, (together) => [
    insertVideos(together, {
      id: film,
      owner: ada,
      title,
      tags: ["looms", "craft"],
      chapters: [
        { title: "The warp", startsAfter: "0s", filmedAt: studio },
        { title: "The shuttle", startsAfter: "4m30s", filmedAt: null },
      ],
      subtitles: new Map([["de", ["Die Kette", "Das Schiffchen"]]]),
      taste: [0.25, 0.5, -1, 0],
      size: [1920, 1080],
      length: "12m30s",
      bytes: 9_007_199_254_740_993n,
      price: new Money(199n),
      isPrivate: false,
    }),
    insertVideosByUser(together, { userId: ada, uploadedAt, videoId: film, title }),
  ]);
  // Static columns belong to the whole partition, so its key is enough.
  await updateVideosByUser(session, { userId: ada, userName: "Ada" });
}

export async function watch(session: Session): Promise<string> {
  const day = "2026-11-21";
  await incrementVideoPlays(session, { videoId: film, day }, { started: 1n });
  await insertPlaylist(session, { userId: ada, place: [1, "How a loom works"], videoId: film, priority: 1 });
  // Only when nobody has changed the price since.
  const sale = await updateVideos(
    session,
    { id: film, price: new Money(99n) },
    { if: { price: { eq: new Money(199n) } } },
  );
  const video = await getVideos(session, { id: film }, { select: ["title", "chapters", "price", "subtitles"] });
  const first = video?.chapters[0];
  return `${video?.title} from ${first?.filmedAt?.city}, ${sale.applied ? "on sale for" : "for"} ${video?.price}`;
}

export async function discover(session: Session): Promise<readonly string[]> {
  const titles: string[] = [];
  for await (const { title } of findVideosWithTags(session, { tags: { contains: "craft" } })) titles.push(`${title}`);
  const fans = await findUsersWithInterests(session, { interests: { contains: "looms" } }).toArray();
  const later = await findPlaylist(session, { userId: ada, place: { gte: [1, ""] } }).toArray();
  const newest = await findVideosByUser(session, { userId: ada }).first();
  const owner = await getVideosByUserStatic(session, { userId: ada });
  return [
    ...titles,
    `${fans.length} who like looms`,
    `${later.length} to watch later`,
    `${newest?.title} by ${owner?.userName}`,
  ];
}

export async function edit(session: Session): Promise<boolean> {
  // Only these items are written: whoever adds others at the same time does not lose them.
  await updateVideos(session, {
    id: film,
    tags: add(["weaving"]),
    subtitles: put({ en: ["The warp", "The shuttle"] }),
    chapters: append([{ title: "The cloth", startsAfter: "9m", filmedAt: null }]),
  });
  const moved = await updateUsers(
    session,
    { id: ada, home: setFields({ city: "Linz" }), settings: put({ theme: "light" }) },
    { if: { settings: entryIs("theme", "dark") } },
  );
  return moved.applied;
}

export async function recommend(session: Session): Promise<string> {
  const [best] = await nearestVideosByTaste(session, [0.5, 1, -2, 0], { limit: 1, select: ["title"] });
  return `${best?.title}, alike by ${best?.similarity.toFixed(2)}`;
}

/** Deletes the whole partition of a user. @returns how many videos it had */
export async function clear(session: Session): Promise<bigint> {
  const count = await countVideosByUser(session, { userId: ada });
  await deleteVideosByUserWhere(session, { userId: ada });
  return count;
}
