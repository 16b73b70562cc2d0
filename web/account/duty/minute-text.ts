/** A time in UTC as it is entered: `2026-11-23 08:00`, with or without Z. */
const ENTERED_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d) ?Z?$/

/** The instant that a text means (ISO 8601); undefined: it means none. */
export function instantOf(text: string): string | undefined {
  const [, day, time] = ENTERED_TIME.exec(text.trim()) ?? []
  const at = new Date(`${day}T${time}:00.000Z`)
  // 31 February is no day, though it can be counted on to March.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 16) !== `${day}T${time}` ? undefined : at.toISOString()
}

/** An instant as it is entered. */
export const minuteText = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

/** Whether a text is a day of the calendar, `2026-11-23`. */
export const isDay = (text: string): boolean => instantOf(`${text} 00:00`) !== undefined
