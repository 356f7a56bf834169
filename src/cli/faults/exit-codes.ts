/** The exit codes. Scripts rely on these; the `code` of an error in `--json` is more precise. */
export const exitCodes = {
  fine: 0,
  /** `check`: generated files are stale, missing or left over. `diff`: there are changes. */
  different: 1,
  /** Usage, configuration or definitions are wrong. */
  input: 2,
  /** The service is unreachable, or refuses the request. */
  service: 3,
  /** The system refuses: a port, a lock, the disk, a permission. */
  machine: 4,
  /** A bug in Colonnade. */
  bug: 70,
  interrupted: 130,
} as const;
