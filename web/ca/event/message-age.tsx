import { HOUR_MS } from '@apsis/astro/constants.ts'
import { MESSAGE_OLD_MS, MESSAGE_VERY_OLD_MS } from '@apsis/contract/ca/event/message-age.ts'
import { formatAge } from '../../clock/format.ts'
import { DataAge } from '../../ui/status/data-age.tsx'

/** Returns `13 h`: without decimals from ten hours on, so that there is room for the symbol of old data. */
export function shortAge(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  return hours >= 10 && hours < 24 ? `${hours} h` : formatAge(ms)
}

/** Shows the age of a message, with a symbol if it is older than it should be. */
export function MessageAge({ ageMs }: { readonly ageMs: number }) {
  return <DataAge text={shortAge(ageMs)} ageMs={ageMs} cautionMs={MESSAGE_OLD_MS} seriousMs={MESSAGE_VERY_OLD_MS} />
}
