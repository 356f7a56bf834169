// @generated from the table definitions of `videos`. Do not edit: run `colonnade generate`.

export * from "./users.documents.js";
export * from "./video_plays.documents.js";
export * from "./videos.documents.js";
export * from "./videos_by_user.documents.js";
export * from "./watch_later.documents.js";
export * from "./user-types.documents.js";
