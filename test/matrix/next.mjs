/**
 * An app of Next.js, built with Turbopack and with webpack: a server component that reads rows and an edge route that writes and
 * reads them, in front of `colonnade serve`. Its build has only the table that it uses, and no validators.
 */
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRows, runProgram, startServer, user } from "./programs.mjs";

const webpackConfig = `
  import colonnade from "colonnade/unplugin";
  export default {
    webpack: (options) => ({ ...options, plugins: [...options.plugins, colonnade.webpack()] }),
    // The build with Turbopack checks them.
    typescript: { ignoreBuildErrors: true },
  };
`;

const ways = {
  Turbopack: { flags: [] },
  webpack: { flags: ["--webpack"], config: webpackConfig },
};

export function planNext(work) {
  return Object.entries(ways).map(([which, way]) => ({
    what: "a server component and an edge route",
    where: "Next.js",
    which,
    ask: () => tryNext(createApp(work, which, way), way),
  }));
}

function createApp(work, which, { config }) {
  const app = join(work, `next-${which}`);
  cpSync(join(import.meta.dirname, "apps/next"), app, { recursive: true });
  cpSync(join(import.meta.dirname, "../../examples/shop/definitions"), join(app, "definitions"), { recursive: true });
  if (config !== undefined) writeFileSync(join(app, "next.config.ts"), config);
  return app;
}

async function tryNext(app, { flags, config }) {
  const build = () => runProgram(app, "next", ["build", ...flags]);
  const problems = [];
  if (config !== undefined) {
    const refused = await build();
    if (!refused.some((line) => line.includes("out of date")))
      problems.push("stale bindings were let through", ...refused);
  }
  for (const run of [() => runProgram(app, "colonnade", ["generate"]), build]) {
    const failures = await run();
    if (failures.length > 0) return [...problems, ...failures];
  }
  problems.push(...inspectBuild(join(app, ".next")));
  const service = await startServer(app, "colonnade", ["serve", "--port", "0"]);
  try {
    const next = await startServer(app, "next", ["start", "-H", "127.0.0.1", "-p", "0"], { SERVICE_URL: service.url });
    try {
      return [...problems, ...(await useApp(next.url, service.url))];
    } finally {
      await next.stop();
    }
  } finally {
    await service.stop();
  }
}

/** Looks for text in what runs on the server, and in what browsers load. */
function inspectBuild(folder) {
  const read = (part) => {
    const files = readdirSync(join(folder, part), { recursive: true }).map((name) => join(folder, part, name));
    return files
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(name, "utf8"))
      .join("\n");
  };
  const [server, browser] = [read("server"), read("static")];
  const unused = ["sensor_readings", "SensorReadings", "orders_by_customer", "OrdersByCustomer", "ZodError"];
  return [
    ...(server.includes("x-service-token") ? [] : ["the build does not contain the runtime"]),
    ...[...unused, user.password].filter((text) => server.includes(text)).map((text) => `the server has ${text}`),
    ...["x-service-token", "Products", user.password]
      .filter((text) => browser.includes(text))
      .map((text) => `browsers load ${text}`),
  ];
}

/** Writes and reads by the edge route; the page shows what is written between two requests. */
async function useApp(url, serviceUrl) {
  const product = { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", name: "Robot arm", price: "3999.00" };
  const route = `${url}/api/products`;
  const post = async (body) => (await fetch(route, { method: "POST", body: JSON.stringify(body) })).status;
  const page = async () => (await (await fetch(url)).text()).includes(product.name);
  const found = [
    await page(),
    await post(product),
    await post(product),
    await post({ ...product, price: 1 }),
    await page(),
  ];
  const read = await (await fetch(`${route}?id=${product.id}`)).json();
  const rows = await readRows(serviceUrl, `keyspaces/shop/tables/products/rows/${product.id}`);
  const [said, wanted] = [
    [...found, read.price, read.created, rows.map(({ name }) => name)],
    [false, 201, 409, 400, true, product.price, null, [product.name]],
  ].map((values) => JSON.stringify(values));
  return said === wanted ? [] : [`${said}, not ${wanted}`];
}
