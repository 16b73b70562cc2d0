/** `2026-11-21 14:00`, with seconds and their fraction or without, in UTC; undefined where it is no such time. */
export function typedInstant(text: string): string | undefined {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?Z?$/.exec(text.trim()) ?? []
  const ms = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(ms)) return undefined
  // A date of JavaScript makes 2 March of 30 February.
  const instant = new Date(ms).toISOString()
  return instant.startsWith(`${date}T${time}`) ? instant : undefined
}
