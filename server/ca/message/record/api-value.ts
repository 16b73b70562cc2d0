import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'

// Converts values of a message to the form of the API.

/** Returns the epoch in the form of the API. A leap second becomes the last millisecond before it, since computer clocks have none. */
export const toInstant = (epoch: Epoch): string =>
  formatTime(epoch, { digits: 3, zulu: true }).replace(/:60\.\d+Z$/, ':59.999Z')

/** Returns a catalogue number without leading zeros, which some originators write; any other designator unchanged. */
export function designatorOf(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}
