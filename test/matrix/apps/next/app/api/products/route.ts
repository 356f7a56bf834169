import { ValidationError } from "@colonnade/runtime";
import { getProducts, insertProducts } from "../../../db/products";
import { session } from "../../../lib/session";

export const runtime = "edge";

export async function GET(request: Request) {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const product = await getProducts(session, { id });
  return Response.json(product ?? null, { status: product ? 200 : 404 });
}

export async function POST(request: Request) {
  try {
    const { applied } = await insertProducts(session, await request.json(), { ifNotExists: true });
    return Response.json({ applied }, { status: applied ? 201 : 409 });
  } catch (error) {
    if (error instanceof ValidationError) return Response.json({ error: error.message }, { status: 400 });
    throw error;
  }
}
