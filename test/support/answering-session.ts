import { createSession } from "@colonnade/runtime";
import type { OpenSession } from "@colonnade/runtime";

/** A session whose service answers each document with what the test says stands in its one field `result`. */
export function answeringSession(answer: (query: string) => unknown): OpenSession {
  return createSession({
    url: "http://localhost",
    token: "T",
    transport: async ({ body = "" }) => {
      const { query } = JSON.parse(body) as { query: string };
      const text = JSON.stringify({ data: { result: answer(query) } });
      return { status: 200, header: () => null, text: async () => text };
    },
  });
}
