/** The video site in an app that has a GraphQL client of its own: typed documents, sent by `fetch` here. */
import { print } from "graphql";
import { add, put } from "@colonnade/runtime/changes";
import type { TypedDocumentNode } from "@colonnade/runtime/documents";
import { encodeVideoPlaysIncrement, incrementVideoPlaysDocument } from "./generated/video_plays.documents.js";
import {
  decodeVideosNeighbors,
  decodeVideosPage,
  encodeFindVideosWithTags,
  encodeNearestVideosByTaste,
  encodeVideosGet,
  encodeVideosInsert,
  encodeVideosUpdate,
  findVideosWithTagsDocument,
  getVideosDocument,
  insertVideosDocument,
  nearestVideosByTasteDocument,
  updateVideosDocument,
} from "./generated/videos.documents.js";
import {
  countVideosByUserDocument,
  decodeVideosByUserPage,
  deleteVideosByUserWhereDocument,
  encodeVideosByUserCount,
  encodeVideosByUserDeleteWhere,
  encodeVideosByUserFind,
  encodeVideosByUserInsert,
  findVideosByUserDocument,
  insertVideosByUserDocument,
} from "./generated/videos_by_user.documents.js";
import { ada, film } from "./app.js";
import { Money } from "./money.js";

/** What graphql-request's `request`, urql and Apollo do with a document. */
export type Send = <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

export function sendByFetch(url: string, token: string, send = fetch): Send {
  return async (document, variables) => {
    const response = await send(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-service-token": token },
      body: JSON.stringify({ query: print(document), variables }),
    });
    const { data, errors } = (await response.json()) as { data: never; errors?: readonly { message: string }[] };
    if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
    return data;
  };
}

/** Variables are plain JSON. `encode…` makes them of our own values, and refuses a misspelled column. */
export async function publish(send: Send): Promise<void> {
  const video = encodeVideosInsert({
    id: film,
    owner: ada,
    title: "How a loom works",
    subtitles: new Map([["de", ["Die Kette"]]]),
    taste: [0.25, 0.5, -1, 0],
    size: [1920, 1080],
    bytes: 9_007_199_254_740_993n,
    price: new Money(199n),
  });
  await send(insertVideosDocument, video);
  for (const minute of [0, 1, 2]) {
    const uploadedAt = new Date(Date.UTC(2026, 10, 21, 10, minute));
    await send(insertVideosByUserDocument, encodeVideosByUserInsert({ userId: ada, uploadedAt, videoId: film }));
  }
  await send(
    incrementVideoPlaysDocument,
    encodeVideoPlaysIncrement({ videoId: film, day: "2026-11-21" }, { started: 1n }),
  );
}

/** Only if the price is still the same. */
export async function discount(send: Send): Promise<boolean> {
  const condition = { price: { eq: new Money(199n) } };
  const changes = encodeVideosUpdate({ id: film, price: new Money(99n) }, { if: condition });
  const { updateVideos } = await send(updateVideosDocument, changes);
  return updateVideos?.applied === true;
}

export async function describe(send: Send): Promise<string> {
  const data = await send(getVideosDocument, encodeVideosGet({ id: film }));
  const [video] = decodeVideosPage(data.videos).rows;
  return `${video?.title}, ${video?.size?.join(" by ")}, ${video?.price}`;
}

/** The pages of the uploads, the newest first. */
export async function countUploads(send: Send): Promise<readonly number[]> {
  const sizes: number[] = [];
  let pageState: string | null = null;
  do {
    const variables = encodeVideosByUserFind({ userId: ada }, { order: "desc", pageSize: 2, pageState });
    const data = await send(findVideosByUserDocument, variables);
    const page = decodeVideosByUserPage(data.videosByUser);
    sizes.push(page.rows.length);
    ({ pageState } = page);
  } while (pageState !== null);
  return sizes;
}

/** Adds a tag and subtitles, without reading or rewriting the others. @returns the titles with the tag */
export async function tag(send: Send, name: string): Promise<readonly (string | null)[]> {
  const subtitles = put(new Map([["en", ["The warp"]]]));
  await send(updateVideosDocument, encodeVideosUpdate({ id: film, tags: add([name]), subtitles }));
  const { videos } = await send(findVideosWithTagsDocument, encodeFindVideosWithTags({ tags: { contains: name } }));
  return decodeVideosPage(videos).rows.map(({ title }) => title);
}

export async function recommend(send: Send): Promise<string> {
  const variables = encodeNearestVideosByTaste([0.5, 1, -2, 0], { limit: 1 });
  const { videos } = await send(nearestVideosByTasteDocument, variables);
  const [best] = decodeVideosNeighbors(videos);
  return `${best?.title}, alike by ${best?.similarity.toFixed(2)}`;
}

/** Deletes the whole partition of a user. @returns how many videos it had */
export async function clear(send: Send): Promise<number> {
  const { videosByUser } = await send(countVideosByUserDocument, encodeVideosByUserCount({ userId: ada }));
  await send(deleteVideosByUserWhereDocument, encodeVideosByUserDeleteWhere({ userId: ada }));
  return videosByUser?.count ?? 0;
}
