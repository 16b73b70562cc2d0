import type { EventTracking } from '@apsis/contract/odt/conjunction.ts'
import { formatElapsed } from '../../ui/format/duration.ts'
import { useWords } from '../../ui/text/language.ts'
import { isRanked, objectOf } from './choices.ts'
import { type Draft, trackMsOf } from './draft.ts'
import { shortTime } from './ranked.tsx'
import { requestWords } from './words.data.ts'

type Props = {
  /** What the reader wants and chose, and what is asked for with that: the best beside it. */
  readonly wished: Draft
  readonly draft: Draft
  readonly found: EventTracking | undefined
  /** What is said of the pass that was pressed last. */
  readonly told: string
}

/** What is asked for, pass by pass, and how long before the decision the last result comes: the last look before it is sent. */
export function Timing({ wished, draft, found, told }: Props) {
  const t = useWords(requestWords)
  return (
    <p role="status">
      {told === ''
        ? [chosenText({ wished, draft, found }, t), resultText(draft, found, t)].filter(Boolean).join(' ')
        : told}
    </p>
  )
}

type Say = typeof requestWords

/** So many passes are said one by one. */
const MOST_SAID = 3

function chosenText({ wished, draft, found }: Omit<Props, 'told'>, t: Say): string {
  const { names, type } = draft
  const starts = names.toSorted((a, b) => trackMsOf(a) - trackMsOf(b))
  const object = objectOf(draft, found)
  if (starts.length === 0 && object && isRanked(object) && !object.passes.some((one) => one.measurementType === type))
    return t('noneInTime')
  if (starts.length === 0) return t(wished.passes === 0 ? 'allLeftOut' : 'noneChosen', { count: wished.passes })
  const said = starts.slice(0, MOST_SAID).map((name) => `${name.split('@')[0]} ${shortTime(trackMsOf(name))} Z`)
  const more = starts.length - said.length
  const passes = [...said, ...(more > 0 ? [t('andMore', { count: more })] : [])].join(', ')
  const isShort = starts.length < wished.passes
  return [
    t(wished.names.length === 0 ? 'proposed' : 'chosen', { count: starts.length, passes }),
    ...(isShort ? [t('fewerThanWanted', { count: wished.passes })] : []),
  ].join(' ')
}

function resultText(draft: Draft, found: EventTracking | undefined, t: Say): string {
  const ranked = objectOf(draft, found)?.passes ?? []
  const results = ranked.filter(({ name }) => draft.names.includes(name)).map(({ resultBy }) => Date.parse(resultBy))
  if (!found || results.length === 0) return ''
  const lastMs = Math.max(...results)
  const slack = formatElapsed(Date.parse(found.commitBefore) - lastMs)
  return t('lastResult', { time: `${shortTime(lastMs)} Z`, slack })
}
