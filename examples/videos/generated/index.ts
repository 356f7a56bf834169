// @generated from the table definitions of `videos`. Do not edit: run `colonnade generate`.

export * from "./users.js";
export * from "./video_plays.js";
export * from "./videos.js";
export * from "./videos_by_user.js";
export * from "./watch_later.js";
export * from "./ids.js";
export * from "./user-types.js";
