import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { addDays, instantOf, localDayAt } from './local-time.ts'

/** Returns the minutes after midnight of a time of day, HH:MM. */
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Returns the end of the quiet hours that contain an instant; undefined if none do. They last from one time of day to the other on the
 * local clock, over midnight if the end is earlier than the start. In nights on which the clock changes they are longer or shorter.
 */
export function quietUntil(
  { quietHours, timeZone }: Pick<NoticeRules, 'quietHours' | 'timeZone'>,
  now: number,
): number | undefined {
  if (quietHours === null) return undefined
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)]
  const today = localDayAt(now, timeZone)
  for (const day of [addDays(today, -1), today]) {
    const begins = instantOf(day, from, timeZone)
    const ends = instantOf(to > from ? day : addDays(day, 1), to, timeZone)
    if (begins <= now && now < ends) return ends
  }
  return undefined
}

/** Returns the next time at which the local clock shows a time of day, after an instant. */
export function nextTimeOf(time: string, timeZone: string, now: number): number {
  const today = localDayAt(now, timeZone)
  const at = instantOf(today, minutesOf(time), timeZone)
  return at > now ? at : instantOf(addDays(today, 1), minutesOf(time), timeZone)
}
