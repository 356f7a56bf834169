// @generated from the table definitions of `videos`. Do not edit: run `colonnade generate`.

export * from "./users.zod.js";
export * from "./video_plays.zod.js";
export * from "./videos.zod.js";
export * from "./videos_by_user.zod.js";
export * from "./watch_later.zod.js";
export * from "./ids.zod.js";
export * from "./user-types.zod.js";
