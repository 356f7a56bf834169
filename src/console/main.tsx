/** The console: a page of the service for looking at tables, changing rows and sending GraphQL. */
import { render } from "preact";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Connection } from "./connection.ts";
import { SignIn } from "./sign-in.tsx";
import { Workspace } from "./workspace.tsx";

function App(): VNode {
  const [connection, setConnection] = useState<Connection>();
  if (!connection) return <SignIn onConnected={setConnection} />;
  const signOut = (): void => {
    void connection.session.close();
    setConnection(undefined);
  };
  return <Workspace connection={connection} onSignOut={signOut} />;
}

render(<App />, document.body);
