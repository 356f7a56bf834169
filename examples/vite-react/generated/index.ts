// @generated from the table definitions of `tasks`. Do not edit: run `colonnade generate`.

export * from "./projects";
export * from "./tasks_by_project";
