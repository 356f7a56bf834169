/** What the process ends with. Scripts rely on these; the `code` of an error in `--json` says more. */
export const exitCodes = {
  fine: 0,
  /** Generated files are stale, missing or left over. */
  stale: 1,
  /** Usage, configuration or definitions are wrong. */
  input: 2,
  /** The service is unreachable, or refuses. */
  service: 3,
  /** The machine refuses: a port, a lock, the disk, a permission. */
  machine: 4,
  /** A mistake of ours. */
  bug: 70,
  interrupted: 130,
} as const;
