/** The root package, as a build script or a config file uses it. */
import { defineConfig, generate } from "colonnade";
import type { Config as LibraryConfig } from "colonnade";
import { env } from "colonnade/config";
import type { Config } from "colonnade/config";

const config: Config = { keyspaces: { shop: { definitions: "definitions/shop", output: "db" } } };
export const whole: LibraryConfig = defineConfig({
  ...config,
  service: { url: "https://db.example.com", password: env("SHOP_PASSWORD") },
});
export const tables: Promise<number> = generate({ keyspace: "shop", definitions: "a", output: "b" }).then(
  ({ tables }) => tables,
);
// @ts-expect-error the definitions are missing
export const incomplete: Config = { keyspaces: { shop: { output: "db" } } };
