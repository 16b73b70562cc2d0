/** A time as people write it, in UTC: `2026-11-20` or `2026-11-20 07:02`. */
export function instantOf(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?)? ?Z?$/i.exec(text.trim())
  const ms = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00'}:00Z`) : Number.NaN
  return Number.isFinite(ms) ? ms : undefined
}
