/** Days since 1970-01-01 and their dates in the calendar of today, in any year. */
export interface CivilDate {
  readonly year: number;
  /** From 1 on. */
  readonly month: number;
  readonly day: number;
}

/** The days of 400 years, after which the calendar repeats. */
const cycleDays = 146_097;
export const dayMs = 86_400_000;

export function daysOf({ year, month, day }: CivilDate): number {
  const cycles = Math.floor((year - 2000) / 400);
  return Date.UTC(year - cycles * 400, month - 1, day) / dayMs + cycles * cycleDays;
}

export function dateOf(days: number): CivilDate {
  const cycles = Math.floor((days - 10_957) / cycleDays);
  const date = new Date((days - cycles * cycleDays) * dayMs);
  return { year: date.getUTCFullYear() + cycles * 400, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function daysInMonth(year: number, month: number): number {
  return (
    daysOf(month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }) -
    daysOf({ year, month, day: 1 })
  );
}
