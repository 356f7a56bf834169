import * as z from "zod";
import {
  checkOutput,
  completionOutput,
  diffOutput,
  errorOutput,
  explainOutput,
  generateOutput,
  initOutput,
  introspectOutput,
  pushOutput,
  renameOutput,
  serveOutput,
  usersOutput,
  exportOutput,
} from "./output-shapes.ts";
import { accept, config, table, userType } from "./shapes.ts";

export const shapes = {
  "table.schema.json": table,
  "user-type.schema.json": userType,
  "config.schema.json": config,
  "accept.schema.json": accept,
  "check-output.schema.json": checkOutput,
  "completion-output.schema.json": completionOutput,
  "diff-output.schema.json": diffOutput,
  "error-output.schema.json": errorOutput,
  "explain-output.schema.json": explainOutput,
  "generate-output.schema.json": generateOutput,
  "init-output.schema.json": initOutput,
  "introspect-output.schema.json": introspectOutput,
  "push-output.schema.json": pushOutput,
  "rename-output.schema.json": renameOutput,
  "serve-output.schema.json": serveOutput,
  "users-output.schema.json": usersOutput,
  "export-output.schema.json": exportOutput,
};

/** The JSON Schemas by their file names, as text. */
export function jsonSchemas(): Readonly<Record<keyof typeof shapes, string>> {
  const texts = Object.entries(shapes).map(([name, shape]) => {
    const { $schema, ...schema } = z.toJSONSchema(shape, { target: "draft-7", io: "input" });
    return [name, `${JSON.stringify({ $schema, title: `Colonnade: ${shape.description}`, ...schema }, null, 2)}\n`];
  });
  return Object.fromEntries(texts) as Record<keyof typeof shapes, string>;
}
