// @generated from the tables of `videos`. Do not edit: run `colonnade generate`.
import type { Value } from "@colonnade/runtime/zod";
import { branded, timeuuid, uuid } from "@colonnade/runtime/zod";
import type { UsersId, VideosId } from "./ids.js";

/** Validates a value and returns it as a `UsersId`. */
export const usersIdSchema: Value<UsersId> =
  /* @__PURE__ */ branded<UsersId>(uuid);

/** Validates a value and returns it as a `VideosId`. */
export const videosIdSchema: Value<VideosId> =
  /* @__PURE__ */ branded<VideosId>(timeuuid);
