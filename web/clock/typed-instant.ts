const TYPED = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))? ?Z?$/i

/**
 * Returns the time, ms, for a day or a time in a text or an address, always in UTC: `2026-11-21`, `2026-11-21 10:00`; undefined for any
 * other text.
 */
export function typedTime(text: string | undefined): number | undefined {
  const [, day, time = '00:00'] = TYPED.exec(text?.trim() ?? '') ?? []
  if (day === undefined) return undefined
  const ms = Date.parse(`${day}T${time}Z`)
  // A JavaScript Date changes 30 February to 2 March, and 24:00 to the next day.
  const isSo = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T${time}`)
  return isSo ? ms : undefined
}

/**
 * Returns an instant for `2026-11-21 14:00`, with or without seconds and their fraction, in UTC (ISO 8601); undefined if the text is not
 * such a time.
 */
export function typedInstant(text: string): string | undefined {
  if (!/\d[T ]\d/i.test(text)) return undefined
  const ms = typedTime(text)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
