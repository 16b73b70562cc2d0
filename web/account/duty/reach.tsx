import { DAY_MS } from '@apsis/astro/constants.ts'
import { type DutyPlan, LONG_UNSEEN_DAYS } from '@apsis/contract/duty/plan.ts'
import { useNow } from '../../clock/clock.ts'
import { formatDate } from '../../clock/format.ts'
import type { Naming } from '../../shell/status/people.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { dutyWords } from './words.data.ts'

type Props = Pick<DutyPlan, 'members' | 'former'> & Pick<Naming, 'nameOf'> & { readonly people: readonly string[] }

/**
 * Shows whether the people of a step can be called: each has a proven channel outside the pages, still has the role, and was seen recently.
 */
export function Reach({ people, members, former, nameOf }: Props) {
  const t = useWords(dutyWords)
  const nowMs = useNow('minute')
  const here = members.filter(({ subject }) => people.includes(subject))
  const namesOf = (some: DutyPlan['former']) => some.map(({ name }) => nameOf(name)).join(', ')
  const gone = former.filter(({ subject }) => people.includes(subject))
  const unreachable = here.filter(({ channels }) => channels === 0)
  const unproven = here.filter(({ channels, proven }) => channels > 0 && proven === 0)
  const unseen = here.filter(({ seenAt }) => nowMs - Date.parse(seenAt) > LONG_UNSEEN_DAYS * DAY_MS)
  const faults = [
    ...(gone.length === 0 ? [] : [t('gone', { who: namesOf(gone) })]),
    ...(unreachable.length === 0 ? [] : [t('unreachable', { who: namesOf(unreachable) })]),
    ...(unproven.length === 0 ? [] : [t('unproven', { who: namesOf(unproven) })]),
    ...unseen.map(({ name, seenAt }) => t('unseen', { who: nameOf(name), date: formatDate(Date.parse(seenAt)) })),
  ]
  if (faults.length === 0) return t('reachable')
  return faults.map((fault) => (
    <span key={fault}>
      <StatusSymbol level="caution" /> {fault}
      <br />
    </span>
  ))
}
