import type { EventTracking } from '@apsis/contract/odt/conjunction.ts'
import { formatElapsed } from '../../ui/format/duration.ts'
import { useWords } from '../../ui/text/language.ts'
import { isRanked, objectOf } from './choices.ts'
import { type Draft, trackMsOf } from './draft.ts'
import { shortTime } from './ranked.tsx'
import { requestWords } from './words.data.ts'

type Props = {
  readonly draft: Draft
  readonly found: EventTracking | undefined
  /** What is said of the pass that was pressed last. */
  readonly told: string
}

/** When the first chosen pass is, and how long before the decision the last result comes. */
export function Timing({ draft, found, told }: Props) {
  const t = useWords(requestWords)
  return (
    <p role="status">{told === '' ? [chosenText(draft, found, t), resultText(draft, found, t)].join(' ') : told}</p>
  )
}

type Say = typeof requestWords

function chosenText(draft: Draft, found: EventTracking | undefined, t: Say): string {
  const { names, type } = draft
  const starts = names.map(trackMsOf).filter(Number.isFinite)
  const object = objectOf(draft, found)
  if (starts.length === 0 && object && isRanked(object) && !object.passes.some((one) => one.measurementType === type))
    return t('noneInTime')
  if (starts.length === 0) return t('noneChosen')
  return t('chosen', { count: names.length, time: `${shortTime(Math.min(...starts))} Z` })
}

function resultText(draft: Draft, found: EventTracking | undefined, t: Say): string {
  const ranked = objectOf(draft, found)?.passes ?? []
  const results = ranked.filter(({ name }) => draft.names.includes(name)).map(({ resultBy }) => Date.parse(resultBy))
  if (!found || results.length === 0) return ''
  const lastMs = Math.max(...results)
  const slack = formatElapsed(Date.parse(found.commitBefore) - lastMs)
  return t('lastResult', { time: `${shortTime(lastMs)} Z`, slack })
}
