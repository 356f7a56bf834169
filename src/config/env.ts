/** Stands in a config for the value of an environment variable; JSON holds it as it is, `{ "$env": "NAME" }`. */
export interface EnvMarker {
  readonly $env: string;
}

/** Variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Stands for the value of an environment variable, which only a command that connects asks for.
 *
 * `service: { url: "https://db.example.com", password: env("SHOP_PASSWORD") }`
 */
export function env(name: string): EnvMarker {
  return { $env: name };
}

export function isEnvMarker(value: unknown): value is EnvMarker {
  return typeof value === "object" && value !== null && "$env" in value && typeof value.$env === "string";
}
