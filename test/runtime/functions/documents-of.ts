import { createSession } from "@colonnade/runtime";
import type { CredentialsOptions, OpenSession, Reply } from "@colonnade/runtime";
import { reply } from "../replies.ts";

export interface Documents {
  readonly session: OpenSession;
  /** The queries that were sent. */
  readonly sent: string[];
}

/** A session with a service that answers each document with data, or with a reply of its own, one after the other. */
export function documentsOf(
  answers: readonly (object | Reply | Error)[],
  options: Partial<CredentialsOptions> = {},
): Documents {
  const sent: string[] = [];
  const session = createSession({
    url: "http://localhost",
    token: "T",
    random: () => 0,
    transport: async ({ body = "" }) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)]!;
      sent.push((JSON.parse(body) as { query: string }).query);
      if (answer instanceof Error) throw answer;
      return "status" in answer ? answer : reply({ data: answer });
    },
    ...(options as object),
  });
  return { session, sent };
}
