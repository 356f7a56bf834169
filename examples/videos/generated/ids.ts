// @generated from the tables of `videos`. Do not edit: run `colonnade generate`.
import type { Branded, Codec } from "@colonnade/runtime";
import { branded, timeuuid, uuid } from "@colonnade/runtime";

/** Identifies a row of `videos.users`. */
export type UsersId = Branded<string, "videos.users">;

/** Checks and serializes a `UsersId`. */
export const usersId: Codec<UsersId> = /* @__PURE__ */ branded<UsersId>(uuid);

/** Identifies a row of `videos.videos`. */
export type VideosId = Branded<string, "videos.videos">;

/** Checks and serializes a `VideosId`. */
export const videosId: Codec<VideosId> =
  /* @__PURE__ */ branded<VideosId>(timeuuid);
