// @generated from the table definitions of `chat`. Do not edit: run `colonnade generate`.

export * from "./messages_by_room.zod.js";
export * from "./rooms.zod.js";
