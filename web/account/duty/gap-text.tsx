import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { formatMinute } from '../../clock/format.ts'
import { useWords } from '../../ui/text/language.ts'
import { dutyWords } from './words.data.ts'

/** From when until when a step has nobody whom a call reaches: nobody at all, or somebody without a channel. */
export function GapText({ gap: { step, from, until, person } }: { readonly gap: DutyPlan['gaps'][number] }) {
  const t = useWords(dutyWords)
  const said = { step, from: formatMinute(Date.parse(from)), person: person ?? '' }
  if (until === null) return t(person === null ? 'gapFrom' : 'gapDeafFrom', said)
  return t(person === null ? 'gap' : 'gapDeaf', { ...said, until: formatMinute(Date.parse(until)) })
}
