/** Milliseconds since 1970 that never jump, as the system's own time may. */
export function monotonicMs(): number {
  return performance.timeOrigin + performance.now();
}
