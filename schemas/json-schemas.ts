import * as z from "zod";
import { config, table, userType } from "./shapes.ts";

const shapes = {
  "table.schema.json": table,
  "user-type.schema.json": userType,
  "config.schema.json": config,
};

/** The JSON Schemas by their file names, as text. */
export function jsonSchemas(): Readonly<Record<keyof typeof shapes, string>> {
  const texts = Object.entries(shapes).map(([name, shape]) => {
    const { $schema, ...schema } = z.toJSONSchema(shape, { target: "draft-7", io: "input" });
    return [name, `${JSON.stringify({ $schema, title: `Colonnade: ${shape.description}`, ...schema }, null, 2)}\n`];
  });
  return Object.fromEntries(texts) as Record<keyof typeof shapes, string>;
}
