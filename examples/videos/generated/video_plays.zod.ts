// @generated from the table definition `videos.video_plays`. Do not edit: run `colonnade generate`.
import type { RowSchema, WriteSchema } from "@colonnade/runtime/zod";
import {
  amountCounter,
  date,
  nullableCounter,
  rowSchema,
  writeSchema,
} from "@colonnade/runtime/zod";
import type { VideoPlaysIncrement, VideoPlaysRow } from "./video_plays.js";
import { videosIdSchema } from "./ids.zod.js";

/** Validates a row. */
export const videoPlaysRowSchema: RowSchema<VideoPlaysRow> =
  /* @__PURE__ */ rowSchema<VideoPlaysRow>({
    videoId: videosIdSchema,
    day: date,
    started: nullableCounter,
    finished: nullableCounter,
  });

/** Validates an increment of the counters. */
export const videoPlaysIncrementSchema: WriteSchema<VideoPlaysIncrement> =
  /* @__PURE__ */ writeSchema<VideoPlaysIncrement>({
    started: amountCounter,
    finished: amountCounter,
  });
