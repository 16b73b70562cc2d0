import type { CommandOpportunity } from '@apsis/contract/ca/contact/contact.ts'
import { formatInstant } from '../../clock/format.ts'
import { contactWords } from './contact-words.data.ts'

/** Returns a text for the contact by which a burn is commanded. */
export function commandText({ basis, contact }: CommandOpportunity): string {
  if (basis === 'NONE') return contactWords('noneKnown')
  if (contact === null) return contactWords('noneReaches')
  const { station, from, to } = contact
  return contactWords(`by-${basis}`, {
    station,
    from: formatInstant(Date.parse(from)),
    to: endText(from, to),
  })
}

/** Returns `2026-11-20 06:22:00 Z`, or `06:22:00 Z` if it is on the same day as the beginning. */
function endText(from: string, to: string): string {
  const [begin, end] = [formatInstant(Date.parse(from)), formatInstant(Date.parse(to))]
  return begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end
}
