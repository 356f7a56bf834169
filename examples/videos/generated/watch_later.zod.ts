// @generated from the table definition `videos.watch_later`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  int,
  nullable,
  nullableInet,
  nullableSmallint,
  nullableText,
  optional,
  optionalInet,
  optionalSmallint,
  optionalText,
  rowSchema,
  text,
  tuple,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { PlaylistInsert, PlaylistRow } from "./watch_later.js";
import { usersIdSchema, videosIdSchema } from "./ids.zod.js";

const tupleOfIntAndText = /* @__PURE__ */ tuple(int, text);
const nullableVideosId = /* @__PURE__ */ nullable(videosIdSchema);
const optionalVideosId = /* @__PURE__ */ optional(videosIdSchema);

/** Validates a row. */
export const playlistRowSchema: RowSchema<PlaylistRow> =
  /* @__PURE__ */ rowSchema<PlaylistRow>({
    userId: usersIdSchema,
    place: tupleOfIntAndText,
    videoId: nullableVideosId,
    value: nullableText,
    in: nullableInet,
    priority: nullableSmallint,
  });

/** Validates an insert. */
export const playlistInsertSchema: WriteSchema<PlaylistInsert> =
  /* @__PURE__ */ writeSchema<PlaylistInsert>({
    userId: usersIdSchema,
    place: tupleOfIntAndText,
    videoId: optionalVideosId,
    value: optionalText,
    in: optionalInet,
    priority: optionalSmallint,
  });

/** Validates an update. */
export const playlistUpdateSchema: typeof playlistInsertSchema =
  playlistInsertSchema;
