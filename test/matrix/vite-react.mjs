/**
 * The example of Vite and React: its types by every compiler, and its page in Chromium, in front of the dev server and of the
 * build. The page calls `colonnade serve` through the proxy.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withBrowser, withoutChromium } from "./browser.mjs";
import { run } from "./compilers.mjs";
import { readRows, runProgram, startServer, user } from "./programs.mjs";

const where = "Vite and React";

export function planViteReact(work, compilers) {
  const app = copyExample(work, "types");
  // Earlier ones cannot read the declarations of Vite's plugin for React.
  const types = compilers
    .filter(({ minor }) => minor >= 506)
    .map(({ name }) => ({
      what: "types of the example",
      where,
      which: `TypeScript ${name}`,
      ask: () => checkTypes(app, name),
    }));
  const pages = Object.entries(ways).map(([which, ask]) => ({
    what: "the page of the example",
    where,
    which,
    without: withoutChromium,
    ask: () => withBrowser((browser) => withService(copyExample(work, which), browser, ask)),
  }));
  return [...types, ...pages];
}

function copyExample(work, name) {
  const app = join(work, `vite-react-${name}`);
  cpSync(join(import.meta.dirname, "../../examples/vite-react"), app, { recursive: true });
  return app;
}

async function checkTypes(app, name) {
  const tsc = join(import.meta.dirname, `node_modules/typescript-${name}/bin/tsc`);
  const { status, text } = await run(process.execPath, [tsc, "-p", app, "--pretty", "false"], { cwd: app });
  return status === 0 ? [] : text.trim().split("\n");
}

const ways = { server: tryDevServer, build: tryBuild };

/** Runs `colonnade serve` for an app whose proxy leads to it. */
async function withService(app, browser, ask) {
  const serve = (port) => startServer(app, "colonnade", ["serve", "--port", port, "--seed", "rows"]);
  let service = await serve("0");
  const config = join(app, "vite.config.ts");
  writeFileSync(config, readFileSync(config, "utf8").replace("http://localhost:8080", service.url));
  const restart = async () => {
    await service.stop();
    service = await serve(new URL(service.url).port);
  };
  try {
    return await ask(app, browser, service.url, restart);
  } finally {
    await service.stop();
  }
}

async function tryBuild(app, browser, serviceUrl) {
  const problems = await runProgram(app, "vite", ["build"]);
  if (problems.length > 0) return problems;
  return withPage(app, ["preview"], browser, (page) => usePage(page, serviceUrl));
}

function tryDevServer(app, browser, serviceUrl, restart) {
  return withPage(app, [], browser, async (page) => [
    ...(await usePage(page, serviceUrl)),
    ...(await changeDefinition(app, page, serviceUrl, restart)),
  ]);
}

/** Opens the page of a server of Vite. What the page throws is a problem. */
async function withPage(app, words, browser, use) {
  const vite = await startServer(app, "vite", [...words, "--host", "127.0.0.1", "--port", "0"]);
  const thrown = [];
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => thrown.push(`the page threw ${error.stack}`));
    await page.goto(vite.url);
    return [...(await use(page)), ...thrown];
  } catch (error) {
    return [error.message, ...thrown, vite.output()];
  } finally {
    await vite.stop();
  }
}

async function signIn(page, password) {
  await page.getByLabel("Username").fill(user.username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const readTasks = (serviceUrl) => readRows(serviceUrl, "keyspaces/tasks/tables/tasks_by_project/rows/Garden");

/** Signs in, adds two tasks, marks one as done, deletes the other one, and compares the store. */
async function usePage(page, serviceUrl) {
  const problems = [];
  await signIn(page, "wrong");
  await page.getByRole("alert").getByText("wrong").waitFor();
  await signIn(page, user.password);
  for (const title of ["Sow beans", "Buy seeds"]) {
    await page.getByLabel("New task").fill(title);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("listitem").getByText(title).waitFor();
  }
  const added = (await readTasks(serviceUrl)).map(({ title }) => title);
  if (added.join() !== "Buy seeds,Sow beans") problems.push(`after two inserts the store has ${added}`);
  const box = page.getByRole("checkbox", { name: "Buy seeds" });
  await box.click();
  await page.getByRole("checkbox", { checked: true }).waitFor();
  await page.getByRole("button", { name: "Delete Sow beans" }).click();
  await page.getByText("Sow beans").waitFor({ state: "detached" });
  // A reload needs no password.
  await page.reload();
  if (!(await page.getByLabel("Buy seeds", { exact: true }).isChecked()))
    problems.push("after a reload it is not done");
  const left = (await readTasks(serviceUrl)).map(({ title, done }) => `${title} ${done}`);
  if (left.join() !== "Buy seeds true") problems.push(`after a delete the store has ${left}`);
  return problems;
}

/** Adds a column: the open page asks for it without a reload, and gets it once the service has been restarted. */
async function changeDefinition(app, page, serviceUrl, restart) {
  const file = join(app, "definitions/tasks/tasks_by_project.json");
  const definition = JSON.parse(readFileSync(file, "utf8"));
  definition.columnDefinitions.push({ name: "due", typeDefinition: "date" });
  writeFileSync(file, JSON.stringify(definition));
  await page.getByRole("alert").getByText("due").waitFor();
  await restart();
  await page.reload();
  // Tokens end with the service, and the page has the password only until it is reloaded.
  await signIn(page, user.password);
  await page.getByRole("checkbox", { name: "Buy seeds" }).waitFor();
  const [row] = await readTasks(serviceUrl);
  return "due" in row ? [] : [`the store has no column due: ${JSON.stringify(row)}`];
}
