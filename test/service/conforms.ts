/** Whether responses are in the OpenAPI document: route, method, status, media type and body. */
import { z } from "zod";
import { printOpenApi } from "../../src/service/openapi.ts";
import { matchRoute, routes } from "../../src/service/route.ts";
import type { Reply } from "./service-fixture.ts";

interface Shape {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Shape>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export const openApi = printOpenApi(routes) as unknown as OpenApi;

const validators = new Map<string, z.ZodType>();

/** What of a response is not in the document; nothing if all is, or if no route has the path and method. */
export function problemsOf(method: string, path: string, reply: Reply): readonly string[] {
  const route = matchRoute(path.replace(/[?#].*/, ""))?.route.path;
  const isHead = method === "HEAD";
  const name = isHead ? "get" : method.toLowerCase();
  const item = route === undefined ? undefined : openApi.paths[route];
  const operation = item && Object.hasOwn(item, name) ? item[name] : undefined;
  if (!operation) return [];
  const { status, headers, json, text } = reply;
  const shape = operation.responses[status];
  if (!shape) return [`${method} ${route}: ${status} is not in the document`];
  const [type] = (headers.get("content-type") ?? "").split(";");
  const media = shape.content?.[type ?? ""];
  if (!shape.content) return text === "" ? [] : [`${method} ${route} ${status}: has a body`];
  if (!media) return [`${method} ${route} ${status}: ${type} is not in the document`];
  if (isHead || json === undefined) return [];
  const result = validatorOf(`${route} ${method} ${status} ${type}`, media.schema).safeParse(json);
  return result.success ? [] : [`${method} ${route} ${status}: ${result.error.message} of ${text.slice(0, 500)}`];
}

function validatorOf(key: string, schema: object): z.ZodType {
  let validator = validators.get(key);
  if (!validator) {
    const local = JSON.stringify({ ...schema, $defs: openApi.components.schemas });
    validator = z.fromJSONSchema(JSON.parse(local.replaceAll("#/components/schemas/", "#/$defs/")));
    validators.set(key, validator);
  }
  return validator;
}
