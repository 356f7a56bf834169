/** The video site in an app that has a GraphQL client of its own: typed documents, sent by `fetch` here. */
import { print } from "graphql";
import type { TypedDocumentNode } from "@colonnade/runtime/documents";
import { encodeVideoPlaysIncrement, incrementVideoPlaysDocument } from "./generated/video_plays.documents.js";
import {
  decodeVideosPage,
  encodeVideosGet,
  encodeVideosInsert,
  encodeVideosUpdate,
  getVideosDocument,
  insertVideosDocument,
  updateVideosDocument,
} from "./generated/videos.documents.js";
import {
  decodeVideosByUserPage,
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
