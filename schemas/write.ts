// Writes the JSON Schemas that the package publishes: `npm run schemas`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { jsonSchemas } from "./json-schemas.ts";

for (const [name, text] of Object.entries(jsonSchemas())) {
  writeFileSync(fileURLToPath(new URL(name, import.meta.url)), text);
}
