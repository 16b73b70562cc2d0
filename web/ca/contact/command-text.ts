import type { CommandOpportunity } from '@apsis/contract/ca/contact.ts'
import { formatInstant } from '../../clock/format.ts'
import { contactWords } from './contact-words.data.ts'

/** By which contact a burn is commanded, as one reads it. */
export function commandText({ basis, contact }: CommandOpportunity): string {
  if (basis === 'NONE' || contact === null) return contactWords('noneKnown')
  const { station, from, to } = contact
  return contactWords(`by-${basis}`, {
    station,
    from: formatInstant(Date.parse(from)),
    to: formatInstant(Date.parse(to)).slice(11),
  })
}
