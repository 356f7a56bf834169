/** Signs a user in, then shows the tasks of a project. */
import { CredentialsError } from "@colonnade/runtime";
import { useCallback, useEffect, useState } from "react";
import { scanProjects } from "../generated/projects";
import type { ProjectsRow } from "../generated/projects";
import { session, signOut } from "./session";
import { SignIn } from "./sign-in";
import { TaskList } from "./task-list";

export function App() {
  const [isSignedIn, setSignedIn] = useState(true);
  const [projects, setProjects] = useState<readonly ProjectsRow[]>([]);
  const [chosen, choose] = useState<string>();
  const [problem, setProblem] = useState<string>();

  /** Shows the problem of the last call, or that there is none. */
  const report = useCallback((error?: unknown) => {
    // The tab has no token, or the service no longer accepts it.
    if (error instanceof CredentialsError) setSignedIn(false);
    else setProblem(error === undefined ? undefined : String(error));
  }, []);

  useEffect(() => {
    if (isSignedIn) scanProjects(session).toArray().then(setProjects).catch(report);
  }, [isSignedIn, report]);

  if (!isSignedIn) return <SignIn onSignedIn={() => setSignedIn(true)} />;
  const project = projects.find(({ name }) => name === chosen) ?? projects[0];
  return (
    <>
      <header>
        <h1>Tasks</h1>
        <nav aria-label="Projects">
          {projects.map(({ name }) => (
            <button key={name} aria-pressed={name === project?.name} onClick={() => choose(name)}>
              {name}
            </button>
          ))}
        </nav>
        <button className="quiet" onClick={() => void signOut().then(() => setSignedIn(false))}>
          Sign out
        </button>
      </header>
      <main>
        {problem && <p role="alert">{problem}</p>}
        {project && <TaskList key={project.name} project={project} report={report} />}
      </main>
    </>
  );
}
