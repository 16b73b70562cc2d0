import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'

// Values of a message as the API writes them.

/** The epoch as the API writes it. A leap second becomes the last millisecond before it, since clocks of computers have none. */
export const toInstant = (epoch: Epoch): string =>
  formatTime(epoch, { digits: 3, zulu: true }).replace(/:60\.\d+Z$/, ':59.999Z')

/** A catalogue number without leading zeros, which some originators write; any other designator as it is. */
export function designatorOf(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}
