import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { formatMinute, formatTime } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { commitWords } from './commit-words.data.ts'

/** `Last command contact 24 h or more before TCA: SIM North, 2026-11-20 06:12 Z to 06:22 Z`, or why the hours alone count. */
export function commitText({ commit: { source, hours, contact } }: Pick<Conjunction, 'commit'>): string {
  const values = { hours: formatNumber(hours) }
  if (contact === null) return commitWords(source, values)
  const [from, to] = [Date.parse(contact.from), Date.parse(contact.to)]
  return commitWords(source, {
    ...values,
    station: contact.station,
    from: formatMinute(from),
    to: `${formatTime(to).slice(0, 5)} Z`,
  })
}
