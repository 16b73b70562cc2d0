import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { formatSpan } from '../../ui/format/duration.ts'
import { isRanked } from './choices.ts'
import { type Draft, trackMsOf, untilOf } from './draft.ts'
import type { Prediction } from './prediction.ts'
import type { Selection } from './selection.ts'
import { shortTime } from './short-time.ts'
import type { requestWords } from './words.data.ts'

export type About = {
  /** The reader's draft, and the draft that is sent, to which the best passes are added. */
  readonly wished: Draft
  readonly draft: Draft
  readonly found: EventTracking | undefined
  readonly prediction: Pick<Prediction, 'state'> & { readonly question: Pick<Prediction['question'], 'toMs'> }
  readonly selection: Pick<Selection, 'object' | 'choices' | 'taken'> & {
    readonly requests: Pick<Selection['requests'], 'data' | 'error'>
  }
}

type Say = typeof requestWords

/** The maximum number of passes that are named individually. */
const MOST_SAID = 3

/** Returns a text that names the requested passes; if there are none, it explains the effect of the request, and the reason. */
export function chosenText(about: About, t: Say): string {
  const { wished, draft, selection } = about
  const starts = draft.names.toSorted((a, b) => trackMsOf(a) - trackMsOf(b))
  if (starts.length === 0) return noneText(about, t)
  const said = starts.slice(0, MOST_SAID).map((name) => `${name.split('@')[0]} ${shortTime(trackMsOf(name))} Z`)
  const more = starts.length - said.length
  const passes = [said.join(', '), ...(more > 0 ? [t('andMore', { count: more })] : [])].join(' ')
  const isShort = starts.length < wished.passes
  return [
    t(wished.names.length === 0 ? 'proposed' : 'chosen', { count: starts.length, passes }),
    isShort && selection.taken ? t('fewerThanWanted', { count: wished.passes }) : '',
    isShort ? notReadText(about, t) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns the reason why no pass is proposed beside the chosen ones, if the requests could not be read. */
const notReadText = ({ wished, selection: { requests } }: About, t: Say): string =>
  requests.data === undefined && requests.error ? t('takenNotRead', { find: t(findLabel(wished)) }) : ''

/** Returns a text for a request that names no passes: whether the server will find some, and why none is proposed. */
function noneText(about: About, t: Say): string {
  const { wished, draft, prediction, selection } = about
  const { object, choices, taken } = selection
  const count = wished.passes
  if (count === 0) return t('allLeftOut')
  const none = t('noneChosen', { count })
  if (draft.isSent) return none
  if (object && isRanked(object) && !object.passes.some((one) => one.measurementType === draft.type))
    return [t('noneInTime'), none].join(' ')
  if (prediction.state === 'known' && choices.length === 0) return unableText(wished, prediction.question.toMs, t)
  if (taken === undefined) return [notReadText(about, t), none].filter(Boolean).join(' ')
  return [t(choices.some(({ name }) => !taken.has(name)) ? 'noneHelps' : 'noneFree'), none].join(' ')
}

/** Returns the text if no pass can be observed: the request may end within the searched time, or last longer. */
function unableText(wished: Draft, searchedToMs: number, t: Say): string {
  const untilMs = untilOf(wished)
  return typeof untilMs === 'number' && untilMs <= searchedToMs
    ? t('noneMade', { time: shortTime(untilMs) })
    : t('noneYet', { time: shortTime(searchedToMs), count: wished.passes })
}

/** Returns a text with the time of the last result, and how long that is before the decision; empty if no chosen pass is ranked. */
export function resultText({ draft, found, selection }: About, t: Say): string {
  const ranked = selection.object?.passes ?? []
  const results = ranked.filter(({ name }) => draft.names.includes(name)).map(({ resultBy }) => Date.parse(resultBy))
  if (!found || results.length === 0) return ''
  const lastMs = Math.max(...results)
  const slack = formatSpan(Date.parse(found.commitBefore) - lastMs)
  return t('lastResult', { time: `${shortTime(lastMs)} Z`, slack })
}

/** Returns the label of the button that proposes passes: it contains "again" if the reader has changed the choice. */
export const findLabel = ({ names, passes }: Draft) => (names.length > 0 || passes === 0 ? 'findAgain' : 'find')
