import { useState } from "preact/hooks";
import type { VNode } from "preact";
import type { Connection } from "./connection.ts";
import { SignIn } from "./sign-in.tsx";
import { Workspace } from "./workspace.tsx";

export function App(): VNode {
  const [connection, setConnection] = useState<Connection>();
  if (!connection) return <SignIn onConnected={setConnection} />;
  const signOut = (): void => {
    void connection.session.close();
    setConnection(undefined);
  };
  return <Workspace connection={connection} onSignOut={signOut} />;
}
