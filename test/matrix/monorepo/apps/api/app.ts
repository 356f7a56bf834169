import { createSession } from "@colonnade/runtime";
import { fromEnv } from "@colonnade/runtime/node";
import { getProducts } from "@shop/db/products";

const session = createSession({ url: "http://localhost:8080", ...fromEnv() });
console.log(await getProducts(session, { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" }));
await session.close();
