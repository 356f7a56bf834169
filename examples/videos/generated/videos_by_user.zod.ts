// @generated from the table definition `videos.videos_by_user`. Do not edit: run `colonnade generate`.
import type {
  EitherSchema,
  RowSchema,
  WriteSchema,
} from "@colonnade/runtime/zod";
import {
  absent,
  eitherSchema,
  nullableText,
  optionalText,
  rowSchema,
  timestamp,
  writeSchema,
} from "@colonnade/runtime/zod";
import type {
  VideosByUserInsert,
  VideosByUserRow,
  VideosByUserStaticUpdate,
} from "./videos_by_user.js";
import { usersIdSchema, videosIdSchema } from "./ids.zod.js";

/** Validates a row. */
export const videosByUserRowSchema: RowSchema<VideosByUserRow> =
  /* @__PURE__ */ rowSchema<VideosByUserRow>({
    userId: usersIdSchema,
    uploadedAt: timestamp,
    videoId: videosIdSchema,
    title: nullableText,
    userName: nullableText,
  });

/** Validates an insert. */
export const videosByUserInsertSchema: WriteSchema<VideosByUserInsert> =
  /* @__PURE__ */ writeSchema<VideosByUserInsert>({
    userId: usersIdSchema,
    uploadedAt: timestamp,
    videoId: videosIdSchema,
    title: optionalText,
    userName: optionalText,
  });

/** Validates an update of a row. */
export const videosByUserRowUpdateSchema: typeof videosByUserInsertSchema =
  videosByUserInsertSchema;

/** Validates an update of the static columns. */
export const videosByUserStaticUpdateSchema: WriteSchema<VideosByUserStaticUpdate> =
  /* @__PURE__ */ writeSchema<VideosByUserStaticUpdate>({
    userId: usersIdSchema,
    uploadedAt: absent,
    videoId: absent,
    title: absent,
    userName: optionalText,
  });

/** Validates an update. */
export const videosByUserUpdateSchema: EitherSchema<
  VideosByUserInsert,
  VideosByUserStaticUpdate
> = /* @__PURE__ */ eitherSchema(
  videosByUserRowUpdateSchema,
  videosByUserStaticUpdateSchema,
);
