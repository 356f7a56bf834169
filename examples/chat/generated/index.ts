// @generated from the table definitions of `chat`. Do not edit: run `colonnade generate`.

export * from "./messages.js";
export * from "./rooms.js";
export * from "./rooms_by_member.js";
export * from "./unread.js";
