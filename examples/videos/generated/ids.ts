// @generated from the tables of `videos`. Do not edit: run `colonnade generate`.
import type { Codec } from "@colonnade/runtime";
import { timeuuid, uuid } from "@colonnade/runtime";
import type { Branded } from "@colonnade/runtime/composites";
import { branded } from "@colonnade/runtime/composites";

/** Identifies a row of `videos.users`. */
export type UsersId = Branded<string, "videos.users">;

/** Checks and serializes a `UsersId`. */
export const usersId: Codec<UsersId> = /* @__PURE__ */ branded<UsersId>(uuid);

/** Identifies a row of `videos.videos`. */
export type VideosId = Branded<string, "videos.videos">;

/** Checks and serializes a `VideosId`. */
export const videosId: Codec<VideosId> =
  /* @__PURE__ */ branded<VideosId>(timeuuid);
