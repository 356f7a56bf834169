/** The tasks of a project: each can be marked as done or deleted, and new ones added. */
import { useCallback, useEffect, useState } from "react";
import type { ProjectsRow } from "../generated/projects";
import {
  deleteTasksByProject,
  findTasksByProject,
  insertTasksByProject,
  updateTasksByProject,
} from "../generated/tasks_by_project";
import type { TasksByProjectInsert, TasksByProjectRow } from "../generated/tasks_by_project";
import { session } from "./session";

const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

interface Props {
  project: ProjectsRow;
  report: (error?: unknown) => void;
}

export function TaskList({ project: { name: project, goal }, report }: Props) {
  const [tasks, setTasks] = useState<readonly TasksByProjectRow[]>();
  const [title, setTitle] = useState("");

  /** Writes, if there is something to write, and reads the tasks again. */
  const refresh = useCallback(
    (write?: Promise<unknown>) =>
      Promise.resolve(write)
        .then(() => findTasksByProject(session, { project }, { limit: 100 }).toArray())
        .then(setTasks)
        .then(() => report(), report),
    [project, report],
  );
  useEffect(() => void refresh(), [refresh]);

  const add = () => {
    const task: TasksByProjectInsert = {
      project,
      addedAt: new Date(),
      taskId: crypto.randomUUID(),
      title,
      done: false,
    };
    // Without success, the title stays to be added again.
    return refresh(insertTasksByProject(session, task).then(() => setTitle("")));
  };

  return (
    <section aria-label={project}>
      <p className="goal">{goal}</p>
      <form action={add}>
        <input
          aria-label="New task"
          placeholder="New task"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          required
        />
        <button className="main">Add</button>
      </form>
      <ul aria-busy={tasks === undefined}>
        {tasks?.map((task) => (
          <Task key={task.taskId} task={task} refresh={refresh} />
        ))}
      </ul>
      {tasks?.length === 0 && <p className="empty">No tasks yet.</p>}
    </section>
  );
}

function Task({ task, refresh }: { task: TasksByProjectRow; refresh: (write: Promise<unknown>) => Promise<void> }) {
  const { project, addedAt, taskId, title, done } = task;
  const key = { project, addedAt, taskId };
  return (
    <li className={done ? "done" : ""}>
      <label>
        <input
          type="checkbox"
          checked={done ?? false}
          onChange={() => void refresh(updateTasksByProject(session, { ...key, done: !done }))}
        />
        <span>{title}</span>
      </label>
      <time dateTime={addedAt.toISOString()}>{day.format(addedAt)}</time>
      <button
        className="quiet"
        aria-label={`Delete ${title}`}
        onClick={() => void refresh(deleteTasksByProject(session, key))}
      >
        ✕
      </button>
    </li>
  );
}
