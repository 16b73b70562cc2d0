import { BLACKOUT_KINDS, BLACKOUTS_UNKNOWN } from '../ca/plan/blackout.ts'
import { ALONG_OBSTACLES } from '../ca/plan/flown-along.ts'
import { SCREENING_OBSTACLES, type ScreeningReason } from '../ca/plan/screening-reason.ts'
import type { Manner } from './manner.ts'
import { SCREENING_REASON_WORDS } from './screening-reason-words.data.ts'
import { wholeMetres, writtenMinute, writtenNumber, writtenProbability } from './written-number.ts'

type Values = ScreeningReason['values']
type Value = Values[string] | undefined
export type ScreeningWord = keyof (typeof SCREENING_REASON_WORDS)['en']

/** How one language, and one reader, writes what stands in such a sentence. */
export type ScreeningManner = Pick<Manner, 'minute' | 'number' | 'probability'> & {
  readonly t: (word: ScreeningWord, values?: Values) => string
}

/** The reasons that no event by itself can be computed for lack of a probability which have words; others stand as they came. */
const ASSESSMENTS = [
  'no-relative-motion',
  'covariance-not-positive-definite',
  'covariance-not-given',
  'covariance-not-credible',
  'message-contradicts-itself',
  'co-orbiting',
] as const

/** Why a screening is not PASS, in a sentence; of a path, behind its name. */
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

/** Rounded down: what is told to keep a distance keeps it. */
const metresOf = (m: ScreeningManner, value: Value) =>
  typeof value === 'number' ? m.number(wholeMetres(value), 0) : ''

const timesOf = (m: ScreeningManner, { fromAt, toAt, afterAt }: Values) => {
  const minute = (value: Value) => (value === undefined ? '' : m.minute(Date.parse(textOf(value))))
  return { from: minute(fromAt), to: minute(toAt), after: minute(afterAt) }
}

/** A blackout by where it comes from. */
function sayBlackout(m: ScreeningManner, { kind, place }: Values): string {
  const known = BLACKOUT_KINDS.find((one) => one === kind)
  if (known === undefined) return textOf(place)
  const isNamed = textOf(place) !== '' && (known === 'ENTERED' || known === 'CONTACT')
  return m.t(isNamed ? `${known}-named` : known, { place: textOf(place) })
}

/** Why blackouts are not known. */
function sayUnknown(m: ScreeningManner, { cause, why }: Values): string {
  const known = BLACKOUTS_UNKNOWN.find((one) => one === cause)
  return known === undefined ? '' : m.t(known, { why: textOf(why) })
}

/** Why a burn of the satellite is not flown with a plan. */
function sayAlong(m: ScreeningManner, { obstacle }: Values): string {
  const known = ALONG_OBSTACLES.find((one) => one === obstacle)
  return known === undefined ? '' : m.t(known)
}

/** Why nothing can be computed of an event, as a part of a sentence; what is not known here stands as it was computed. */
export function sayObstacle(m: ScreeningManner, { obstacle, assessment, why }: Values): string {
  const known = SCREENING_OBSTACLES.find((one) => one === obstacle)
  if (known === undefined) return textOf(why)
  const because = ASSESSMENTS.find((one) => one === assessment)
  return m.t(known, { assessment: because === undefined ? textOf(assessment) : m.t(because) })
}

const textOf = (value: Value) => (value === undefined ? '' : String(value))

/** How the API and the files of the platform write. */
export const SCREENING_IN_ENGLISH: ScreeningManner = {
  t: (word, values = {}) =>
    SCREENING_REASON_WORDS.en[word].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
  minute: writtenMinute,
  number: (value, decimals) => writtenNumber(value, 'en', decimals),
  probability: (value) => writtenProbability(value, 'en'),
}
