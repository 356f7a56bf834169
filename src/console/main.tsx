/** The console: a page of the service for looking at tables, changing rows and sending GraphQL. */
import { render } from "preact";
import { App } from "./app.tsx";

render(<App />, document.body);
