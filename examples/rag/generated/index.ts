// @generated from the table definitions of `rag`. Do not edit: run `colonnade generate`.

export * from "./passages.js";
