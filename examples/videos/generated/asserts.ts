// @generated from the table definitions of `videos`. Do not edit: run `colonnade generate`.
import type { Assert, Input, Output, Same } from "@colonnade/runtime/asserts";
import { assertTable } from "@colonnade/runtime/asserts";
import type { UsersInsert, UsersRow, UsersUpdate } from "./users.js";
import { usersTable } from "./users.js";
import {
  usersInsertSchema,
  usersRowSchema,
  usersUpdateSchema,
} from "./users.zod.js";
import type { VideoPlaysIncrement, VideoPlaysRow } from "./video_plays.js";
import { videoPlaysTable } from "./video_plays.js";
import {
  videoPlaysIncrementSchema,
  videoPlaysRowSchema,
} from "./video_plays.zod.js";
import type { VideosInsert, VideosRow, VideosUpdate } from "./videos.js";
import { videosTable } from "./videos.js";
import {
  videosInsertSchema,
  videosRowSchema,
  videosUpdateSchema,
} from "./videos.zod.js";
import type {
  VideosByUserInsert,
  VideosByUserRow,
  VideosByUserStaticUpdate,
} from "./videos_by_user.js";
import { videosByUserTable } from "./videos_by_user.js";
import {
  videosByUserInsertSchema,
  videosByUserRowSchema,
  videosByUserStaticUpdateSchema,
} from "./videos_by_user.zod.js";
import type { PlaylistInsert, PlaylistRow } from "./watch_later.js";
import { playlistTable } from "./watch_later.js";
import { playlistInsertSchema, playlistRowSchema } from "./watch_later.zod.js";

/** Fails to compile if a validator and its interface disagree. */
export type Asserts = [
  Assert<Same<Output<typeof usersRowSchema>, UsersRow>>,
  Assert<Same<Output<typeof usersInsertSchema>, UsersInsert>>,
  Assert<Same<Input<typeof usersInsertSchema>, UsersInsert>>,
  Assert<Same<Output<typeof usersUpdateSchema>, UsersUpdate>>,
  Assert<Same<Input<typeof usersUpdateSchema>, UsersUpdate>>,
  Assert<Same<Output<typeof videoPlaysRowSchema>, VideoPlaysRow>>,
  Assert<Same<Output<typeof videoPlaysIncrementSchema>, VideoPlaysIncrement>>,
  Assert<Same<Input<typeof videoPlaysIncrementSchema>, VideoPlaysIncrement>>,
  Assert<Same<Output<typeof videosRowSchema>, VideosRow>>,
  Assert<Same<Output<typeof videosInsertSchema>, VideosInsert>>,
  Assert<Same<Input<typeof videosInsertSchema>, VideosInsert>>,
  Assert<Same<Output<typeof videosUpdateSchema>, VideosUpdate>>,
  Assert<Same<Input<typeof videosUpdateSchema>, VideosUpdate>>,
  Assert<Same<Output<typeof videosByUserRowSchema>, VideosByUserRow>>,
  Assert<Same<Output<typeof videosByUserInsertSchema>, VideosByUserInsert>>,
  Assert<Same<Input<typeof videosByUserInsertSchema>, VideosByUserInsert>>,
  Assert<
    Same<
      Output<typeof videosByUserStaticUpdateSchema>,
      VideosByUserStaticUpdate
    >
  >,
  Assert<
    Same<Input<typeof videosByUserStaticUpdateSchema>, VideosByUserStaticUpdate>
  >,
  Assert<Same<Output<typeof playlistRowSchema>, PlaylistRow>>,
  Assert<Same<Output<typeof playlistInsertSchema>, PlaylistInsert>>,
  Assert<Same<Input<typeof playlistInsertSchema>, PlaylistInsert>>,
];

/** Throws if a validator and the runtime disagree about a value. Call it in a test. */
export function assertBindings(): void {
  assertTable(usersTable, {
    row: usersRowSchema,
    writes: [usersInsertSchema, usersUpdateSchema],
    types: {
      balance: "decimal",
    },
  });
  assertTable(videoPlaysTable, {
    row: videoPlaysRowSchema,
    writes: [videoPlaysIncrementSchema],
  });
  assertTable(videosTable, {
    row: videosRowSchema,
    writes: [videosInsertSchema, videosUpdateSchema],
    types: {
      price: "decimal",
    },
  });
  assertTable(videosByUserTable, {
    row: videosByUserRowSchema,
    writes: [videosByUserInsertSchema, videosByUserStaticUpdateSchema],
  });
  assertTable(playlistTable, {
    row: playlistRowSchema,
    writes: [playlistInsertSchema],
  });
}
