import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'

// Spans are stored to the millisecond. A screening that requests a moment beyond the last state would not find the object there, and a screening that
// covers the span to its end would count as not screened.

/** Returns the first millisecond that is not before the start of a span. */
export const firstInside = (begin: Epoch): string => within(begin, 1)

/** Returns the last millisecond that is not after the end of a span. */
export const lastInside = (end: Epoch): string => within(end, 0)

function within(epoch: Epoch, later: 0 | 1): string {
  const text = formatTime(epoch, { digits: 9 })
  const isWhole = text.endsWith('000000')
  return new Date(Date.parse(`${text.slice(0, 23)}Z`) + (isWhole ? 0 : later)).toISOString()
}
