const TYPED = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))? ?Z?$/i

/** A day or a time as people and addresses write it, always in UTC, ms: `2026-11-21`, `2026-11-21 10:00`; undefined for any other text. */
export function typedTime(text: string | undefined): number | undefined {
  const [, day, time = '00:00'] = TYPED.exec(text?.trim() ?? '') ?? []
  if (day === undefined) return undefined
  const ms = Date.parse(`${day}T${time}Z`)
  // A date of JavaScript makes 2 March of 30 February, and of 24:00 the day after.
  const isSo = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T${time}`)
  return isSo ? ms : undefined
}

/** `2026-11-21 14:00`, with seconds and their fraction or without, in UTC (ISO 8601); undefined where it is no such time. */
export function typedInstant(text: string): string | undefined {
  if (!/\d[T ]\d/i.test(text)) return undefined
  const ms = typedTime(text)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
