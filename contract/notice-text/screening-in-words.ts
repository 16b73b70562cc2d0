import { BLACKOUT_KINDS, BLACKOUTS_UNKNOWN } from '../ca/plan/blackout.ts'
import { ALONG_OBSTACLES } from '../ca/plan/flown-along.ts'
import { SCREENING_OBSTACLES, type ScreeningReason } from '../ca/plan/screening-reason.ts'
import type { Manner } from './manner.ts'
import { SCREENING_REASON_WORDS } from './screening-reason-words.data.ts'
import { wholeMetres, writtenMinute, writtenNumber, writtenProbability } from './written-number.ts'

type Values = ScreeningReason['values']
type Value = Values[string] | undefined
export type ScreeningWord = keyof (typeof SCREENING_REASON_WORDS)['en']

/** The functions that write the values in a sentence about the result of a screening, for one language and one reader. */
export type ScreeningManner = Pick<Manner, 'minute' | 'number' | 'probability'> & {
  readonly t: (word: ScreeningWord, values?: Values) => string
}

/** The known reasons why an event has no probability, so that nothing can be computed; others are unchanged. */
const ASSESSMENTS = [
  'no-relative-motion',
  'covariance-not-positive-definite',
  'covariance-not-given',
  'covariance-not-credible',
  'message-contradicts-itself',
  'co-orbiting',
] as const

/** Returns a sentence about the reason why a screening is not PASS; for a path, the sentence begins with its name. */
export function sayScreeningReason(m: ScreeningManner, { code, values }: ScreeningReason): string {
  const pc = (value: Value) =>
    typeof value === 'number' ? m.probability(value) : m.t(value === 'unknown' ? 'unknown' : 'none')
  const sentence = m.t(code, {
    object: textOf(values.object),
    tca: m.minute(Date.parse(textOf(values.tcaAt))),
    pc: pc(values.pc),
    before: pc(values.pcBefore),
    most: pc(values.pcMost),
    accepted: pc(values.pcAccepted),
    nominal: pc(values.nominal),
    hot: pc(values.hot),
    cold: pc(values.cold),
    missed: pc(values.missed),
    distance: metresOf(m, values.missM),
    leastDistance: metresOf(m, values.leastM),
    share: typeof values.share === 'number' ? m.number(values.share) : '',
    obstacle: sayObstacle(m, values),
    along: sayAlong(m, values),
    why: textOf(values.why),
    blackout: sayBlackout(m, values),
    unknown: sayUnknown(m, values),
    ...timesOf(m, values),
  })
  return values.path === undefined ? sentence : `${values.path}: ${sentence}`
}

/** Writes a distance, rounded down, so that the objects keep at least the written distance. */
const metresOf = (m: ScreeningManner, value: Value) =>
  typeof value === 'number' ? m.number(wholeMetres(value), 0) : ''

const timesOf = (m: ScreeningManner, { fromAt, toAt, afterAt }: Values) => {
  const minute = (value: Value) => (value === undefined ? '' : m.minute(Date.parse(textOf(value))))
  return { from: minute(fromAt), to: minute(toAt), after: minute(afterAt) }
}

/** Names a blackout by its source. */
function sayBlackout(m: ScreeningManner, { kind, place }: Values): string {
  const known = BLACKOUT_KINDS.find((one) => one === kind)
  if (known === undefined) return textOf(place)
  const isNamed = textOf(place) !== '' && (known === 'ENTERED' || known === 'CONTACT')
  return m.t(isNamed ? `${known}-named` : known, { place: textOf(place) })
}

/** Returns a text that says why blackouts are not known. */
function sayUnknown(m: ScreeningManner, { cause, why }: Values): string {
  const known = BLACKOUTS_UNKNOWN.find((one) => one === cause)
  return known === undefined ? '' : m.t(known, { why: textOf(why) })
}

/** Returns a text that says why a burn of the satellite is not propagated together with a plan. */
function sayAlong(m: ScreeningManner, { obstacle }: Values): string {
  const known = ALONG_OBSTACLES.find((one) => one === obstacle)
  return known === undefined ? '' : m.t(known)
}

/** Returns the reason why nothing can be computed for an event, as a part of a sentence; an unknown reason is unchanged. */
export function sayObstacle(m: ScreeningManner, { obstacle, assessment, why }: Values): string {
  const known = SCREENING_OBSTACLES.find((one) => one === obstacle)
  if (known === undefined) return textOf(why)
  const because = ASSESSMENTS.find((one) => one === assessment)
  return m.t(known, { assessment: because === undefined ? textOf(assessment) : m.t(because) })
}

const textOf = (value: Value) => (value === undefined ? '' : String(value))

/** The wording of the API and of the files that the platform writes. */
export const SCREENING_IN_ENGLISH: ScreeningManner = {
  t: (word, values = {}) =>
    SCREENING_REASON_WORDS.en[word].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
  minute: writtenMinute,
  number: (value, decimals) => writtenNumber(value, 'en', decimals),
  probability: (value) => writtenProbability(value, 'en'),
}
