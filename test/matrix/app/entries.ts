/** Types of one entry given to another: each is the same type everywhere, and none of them has become `any`. */
import { createSession, uuid } from "@colonnade/runtime";
import { branded } from "@colonnade/runtime/composites";
import { callHooks } from "@colonnade/runtime/hooks";
import type { Codec, OpenSession } from "@colonnade/runtime";
import type { Branded } from "@colonnade/runtime/composites";
import type { Hooks } from "@colonnade/runtime/hooks";
import type { SharedTokens } from "@colonnade/runtime/token-stores";
import type { Assert, Same } from "@colonnade/runtime/asserts";
import { diagnosticsHooks, fileTokenStore, nodeTransport } from "@colonnade/runtime/node";
import { outcomeOf } from "@colonnade/runtime/operations";
import type { Session } from "@colonnade/runtime/operations";
import { openTelemetry } from "@colonnade/runtime/opentelemetry";
import type { SpanLike, TracerLike } from "@colonnade/runtime/opentelemetry";
import { routes } from "@colonnade/runtime/protocol";
import type { Branded as ProtocolBranded, Codec as ProtocolCodec } from "@colonnade/runtime/protocol";
import { validatorOf } from "@colonnade/runtime/zod";

type Id = Branded<string, "Id">;

export type Proofs = [
  Assert<Same<Id, ProtocolBranded<string, "Id">>>,
  Assert<Same<Codec<Id>, ProtocolCodec<Id>>>,
  Assert<Same<ReturnType<typeof diagnosticsHooks>, Hooks>>,
  Assert<Same<ReturnType<typeof fileTokenStore>, SharedTokens>>,
];

export const url: string = routes.auth;

/** A session of one's own around another. */
export function logging(session: Session, log: (line: string) => void): Session {
  return {
    ...session,
    write: (operation) => {
      log(operation.check(operation).about.operation);
      return session.write(operation).catch((error: unknown) => {
        log(String(outcomeOf(error)));
        throw error;
      });
    },
  } satisfies Pick<OpenSession, "write" | "page">;
}

export function open(tracer: TracerLike<SpanLike>): OpenSession {
  const hooks = callHooks(diagnosticsHooks(), openTelemetry({ tracer }));
  const credentials = { username: "founder", password: "secret" };
  const [transport, tokenStore] = [nodeTransport(), fileTokenStore("tokens")];
  return createSession({ url, credentials, transport, tokenStore, hooks });
}

export function validate(value: unknown): Id {
  const text: string = validatorOf(uuid).parse(value);
  // @ts-expect-error an id is not a number
  validatorOf(branded<Id>(uuid)).parse(value) satisfies number;
  // @ts-expect-error no such option
  createSession({ url: text, tokn: "T" });
  return validatorOf(branded<Id>(uuid)).parse(value);
}
