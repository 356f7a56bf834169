/** A placeholder in a config for the value of an environment variable; in JSON, `{ "$env": "NAME" }`. */
export interface EnvMarker {
  readonly $env: string;
}

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a placeholder for the value of an environment variable, which is read only by commands that connect.
 *
 * `service: { url: "https://db.example.com", password: env("SHOP_PASSWORD") }`
 */
export function env(name: string): EnvMarker {
  return { $env: name };
}

/** The names of environment variables that a config may have. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function isEnvMarker(value: unknown): value is EnvMarker {
  return typeof value === "object" && value !== null && "$env" in value && typeof value.$env === "string";
}
