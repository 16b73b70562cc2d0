import { isDecided } from '@apsis/contract/ca/event/duty.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchState } from '../../../shell/search-state.ts'
import { paths } from '../../../site/paths.ts'
import { TimeConductor } from '../../../space/time/conductor.tsx'
import type { TimeMark } from '../../../space/time/marks.ts'
import { type TimeSearch, useTimeInAddress } from '../../../space/time/time-address.ts'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import { burnMarks } from '../../plan/burns/burns.ts'
import { plansQuery } from '../../plan/plan-query.ts'
import { conjunctionWords } from '../conjunction-words.data.ts'
import { spanOf } from '../messages.ts'
import type { Event } from './view/use-event.ts'

/** On this page these keys select messages or add a note (ux.md R13); they change the time only while the conductor has the focus. */
const TAKEN = ['[', ']', 'n'] as const
/** The range ends this share of its length after TCA, like the timeline of messages. */
const SHARE_AFTER_TCA = 0.05

/** Moves the cross-hair of all plots of the event together; the messages, the deadline, the burns and TCA are its marks. */
export function EventConductor({ event }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const [search, change] = useSearchState(`/protected${paths.conjunction}`)
  useTimeInAddress(search, (part: TimeSearch) => change(part))
  const { conjunction, messages } = event
  const { data: plans = [] } = useQuery(plansQuery(conjunction.conjunctionId))
  const { fromMs, endMs, decideMs } = spanOf(conjunction, messages)
  const name = `${conjunction.object1.name} × ${conjunction.object2.name}`
  const marks: readonly TimeMark[] = [
    ...messages.map(({ cdm, number, atMs }): TimeMark => {
      return { id: cdm.cdmId, atMs, kind: 'message', name: t('messageNumber', { number }) }
    }),
    ...burnMarks(plans).map(({ id, atMs, name: burn, isFirm }): TimeMark => {
      return { id, atMs, kind: 'burn', name: burn, isFirm }
    }),
    { id: 'deadline', atMs: decideMs, kind: 'deadline', name: t('deadlineMark') },
    {
      id: 'tca',
      atMs: endMs,
      kind: 'approach',
      name: `TCA, ${name}`,
      level: meaningOf('risk', conjunction.conjunctionData.riskLevel).level,
      isOpen: !isDecided(conjunction),
    },
  ]
  return (
    <TimeConductor
      isRow
      lanes={[{ title: name, marks }]}
      span={{ fromMs, toMs: endMs + (endMs - fromMs) * SHARE_AFTER_TCA }}
      takenKeys={TAKEN}
    />
  )
}
