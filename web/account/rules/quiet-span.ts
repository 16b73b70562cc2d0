const DAY_MINUTES = 24 * 60
const NOON_MIN = 12 * 60
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const two = (n: number) => String(n).padStart(2, '0')

/** The place of the quiet hours on the strip of a day, in hundredths of the day. */
export type QuietSpan = {
  /** The minute of the day at which the strip begins. */
  readonly beginsMin: number
  readonly from: number
  readonly to: number
}

/** Returns the place of a time of day on a strip that begins at a minute of the day, in hundredths of a day. */
export function shareOf(time: string, beginsMin: number): number {
  return (((minutesOf(time) - beginsMin + DAY_MINUTES) % DAY_MINUTES) / DAY_MINUTES) * 100
}

/** Returns the time of day a number of hours after the strip begins. */
export function timeAfter(beginsMin: number, hours: number): string {
  const minutes = (beginsMin + hours * 60) % DAY_MINUTES
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * Returns the quiet hours as one unbroken part of the strip. If they include midnight, the strip begins at noon; it begins at their end if
 * they end after noon or begin before noon.
 */
export function quietSpanOf({ from, to }: { readonly from: string; readonly to: string }): QuietSpan {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const beginsMin = begin < end ? 0 : end <= NOON_MIN && NOON_MIN <= begin ? NOON_MIN : end
  const until = shareOf(to, beginsMin)
  return { beginsMin, from: shareOf(from, beginsMin), to: until === 0 ? 100 : until }
}

/** Returns the time at which a digest is sent: the due time, or the end of the quiet hours if it is due in them. */
export function digestTime(at: string, { from, to }: { readonly from: string; readonly to: string }): string {
  const after = (time: string) => (minutesOf(time) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  return after(at) < after(to) ? to : at
}
