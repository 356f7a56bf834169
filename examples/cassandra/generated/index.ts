// @generated from the table definitions of `chat`. Do not edit: run `colonnade generate`.

export * from "./messages_by_room.js";
export * from "./rooms.js";
