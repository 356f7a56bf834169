/** Answers from documents: passages with their vectors, and the ones that are nearest to a question. */
import type { Session } from "@colonnade/runtime";
import { countPassages, deletePassagesWhere, insertPassages, nearestPassagesByEmbedding } from "./generated/index.js";

/** Turns text into a vector: a model of yours, over HTTP or in the process. */
export type Embed = (text: string) => Promise<readonly number[]>;

/** Replaces the passages of a document. @returns how many it has */
export async function index(
  session: Session,
  embed: Embed,
  document: string,
  { lang, passages }: { readonly lang: string; readonly passages: readonly string[] },
): Promise<bigint> {
  await deletePassagesWhere(session, { document });
  for (const [place, body] of passages.entries()) {
    await insertPassages(session, { document, place, lang, body, embedding: [...(await embed(body))] });
  }
  return countPassages(session, { document });
}

/** The five passages of a language that are nearest to a question, for the prompt of a model. */
export async function findContext(session: Session, embed: Embed, lang: string, question: string): Promise<string> {
  const found = await nearestPassagesByEmbedding(session, await embed(question), {
    limit: 5,
    where: { lang },
    select: ["document", "body"],
  });
  return found.map(({ document, body, similarity }) => `[${document}, ${similarity.toFixed(2)}] ${body}`).join("\n");
}
