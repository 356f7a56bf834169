import "server-only";
import { createSession } from "@colonnade/runtime";

const { SERVICE_URL, COLONNADE_USERNAME = "", COLONNADE_PASSWORD = "" } = process.env;

export const session = createSession({
  url: SERVICE_URL ?? "http://localhost:8080",
  credentials: { username: COLONNADE_USERNAME, password: COLONNADE_PASSWORD },
});
