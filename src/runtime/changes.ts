/**
 * Changes inside collections and user types, for the updates of tables that have some that are not frozen, and conditions on
 * their parts: `updateRooms(session, { name: "hall", moderators: add(["ann"]) })`.
 */
export { add, append, prepend, put, remove, removeAt, removeKeys, setAt, setFields } from "./operation/part-change.ts";
export type { FieldsChange, ListChange, MapChange, SetChange } from "./operation/part-change.ts";
export { entryIs, fieldIs, itemIs } from "./operation/part-conditions.ts";
export type { EntryCondition, FieldCondition, ItemCondition } from "./operation/part-conditions.ts";
export { updateParts } from "./functions/update-parts.ts";
