import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { combinedPlaneOf } from '@apsis/contract/ca/event/combined-plane.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { MESSAGE_OLD_MS, MESSAGE_VERY_OLD_MS } from '@apsis/contract/ca/event/message-age.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { formatAge } from '../../../../clock/format.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityChange, formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { formatMiss } from '../../../../ui/format/quantity.ts'
import type { Level } from '../../../../ui/status/status-symbol.tsx'
import type { Coverage } from '../../../plot/cadence/cadence.ts'
import { methodName } from '../../../plot/method.ts'
import { sourceOfRadius } from '../../../plot/plane/conjunction-plane-plot.tsx'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import type { NumberedMessage } from '../../messages.ts'
import { namesWithoutCovariance } from '../../not-given.ts'

/** Messages that a trend looks back on. */
const TREND_MESSAGES = 3

/** How the probability moves up to a message, in words: `↑ ×4.4 in 3 messages`. */
export function trendWords(
  messages: readonly NumberedMessage[],
  selected: NumberedMessage,
  conjunction: Conjunction,
): string {
  const t = conjunctionWords
  const values = messages
    .filter(({ number }) => number <= selected.number)
    .flatMap(({ cdm }) => cdm.assessment.probability ?? [])
  if (selected.number === 1) return t('firstMessage')
  const recent = values.slice(-TREND_MESSAGES)
  const [from, to] = [recent[0], recent.at(-1)]
  if (recent.length < 2 || from === undefined || to === undefined) return t('noTrend')
  const inMessages = t('changeIn', { change: changeText(from, to), count: recent.length })
  const isNewest = selected === messages.at(-1)
  return isNewest && conjunction.trend === 'FLIPPING' ? t('flipping', { change: inMessages }) : inMessages
}

/** A value that is too small to be told has no factor: it is said to be below what is told. */
function changeText(from: number, to: number): string {
  if (to >= PROBABILITY_FLOOR) return formatProbabilityChange(from, to)
  return from >= PROBABILITY_FLOOR ? `↓ ${formatProbabilityLine(to)}` : formatProbabilityLine(to)
}

/** Whether the value may be decided on, and why (ux.md S16). */
export function validityOf({ assessment }: Cdm): { readonly level: Level; readonly text: string } {
  const t = conjunctionWords
  const { probability, method, reason, isReliable } = assessment
  if (probability === null)
    return { level: reason === 'co-orbiting' ? 'inactive' : 'caution', text: reasonWords(reason) }
  const values = { method: methodName(method), why: reasonWords(reason) }
  return isReliable
    ? { level: 'ok', text: t('recomputedHolds', values) }
    : { level: 'caution', text: t('recomputedDoubt', values) }
}

/** The reason of an assessment, in words. */
export function reasonWords(reason: string): string {
  const t = conjunctionWords
  switch (reason) {
    case 'planar-holds':
      return t('planarHolds')
    case 'planar-does-not-hold':
      return t('planarDoesNotHold')
    case 'unchecked-without-velocity-covariance':
      return t('unchecked')
    case 'velocity-covariance-not-credible':
      return t('velocityNotCredible')
    case 'planar-does-not-hold-and-curved-failed':
      return t('curvedFailed')
    case 'no-relative-motion':
      return t('noRelativeMotion')
    case 'covariance-not-credible':
      return t('notCredible')
    case 'message-contradicts-itself':
      return t('contradictsItself')
    case 'covariance-not-given':
      return t('covarianceNotGiven')
    case 'covariance-not-positive-definite':
      return t('noCovariance')
    case 'co-orbiting':
      return t('coOrbiting')
    default:
      return reason
  }
}

/** Who reported a probability, and over which cross-section where that is told. */
export function reportedWords({ originator, assessment: { reported } }: Cdm): string {
  const t = conjunctionWords
  if (reported === null) return t('reportedBy', { who: originator })
  // What it comes to by our own computation says more than the name that the message has for it.
  const name = reported.matches ?? reported.method
  return name === null
    ? t('reportedBy', { who: originator })
    : t('reportedOver', { who: originator, method: methodName(name) })
}

/** Why a reported probability is above the maximum; undefined where it is not. */
export function aboveMaximumWords({ assessment: { reported, maximumProbability } }: Cdm): string | undefined {
  if (reported === null || maximumProbability === null || reported.probability <= maximumProbability) return undefined
  return conjunctionWords('aboveMaximum')
}

/** One line of `How sure`: what it is about, what is known, and whether that is a reason to doubt. */
export type Doubt = { readonly id: string; readonly level: Level; readonly what: string; readonly value: string }

/** Older than this, an observation of the other object says little about where it will be. */
const SEEN_LONG_AGO_MS = 24 * HOUR_MS

/** What the certainty rests on, computed from the message and from our own ephemeris. */
export function doubtsOf(cdm: Cdm, coverage: Coverage | null | undefined): readonly Doubt[] {
  return [
    ...[lastSeen(cdm), alongTrack(cdm), hardBody(cdm), manoeuvrable(cdm), ephemeris(cdm, coverage), dilution(cdm)],
    ...mended(cdm),
  ]
}

function lastSeen({ object2, creationDate }: Cdm): Doubt {
  const t = conjunctionWords
  const what = t('lastObserved')
  if (object2.lastObservationAt === null) return { id: 'seen', level: 'inactive', what, value: t('notSaid') }
  const before = Date.parse(creationDate) - Date.parse(object2.lastObservationAt)
  const value = t('beforeMessage', { age: formatNumber(before / HOUR_MS, { decimals: before < 10 * HOUR_MS ? 1 : 0 }) })
  return { id: 'seen', level: before > SEEN_LONG_AGO_MS ? 'caution' : 'ok', what, value }
}

function alongTrack({ object2, conjunctionData }: Cdm): Doubt {
  const t = conjunctionWords
  const what = t('alongTrackSigma')
  if (object2.sigmaRtn === null) return { id: 'sigma', level: 'inactive', what, value: t('notSaid') }
  const { t: sigma } = object2.sigmaRtn
  // More uncertain along its way than the miss is wide: the message alone decides nothing.
  const level = sigma > conjunctionData.totalMissDistance ? 'caution' : 'ok'
  // Both rounded down: 222.6 m within 222.9 m are not written as 223 m within 222 m.
  const values = { sigma: formatMiss(sigma), miss: formatMiss(conjunctionData.totalMissDistance) }
  return { id: 'sigma', level, what, value: t(level === 'ok' ? 'sigmaBelow' : 'sigmaAbove', values) }
}

function hardBody({ object2 }: Cdm): Doubt {
  const t = conjunctionWords
  const what = t('secondaryBody')
  if (object2.hardBodyRadius === null) return { id: 'body', level: 'inactive', what, value: t('notSaid') }
  const isKnown = object2.hardBodyRadiusFrom === 'satellite' || object2.hardBodyRadiusFrom === 'message'
  const radius = formatNumber(object2.hardBodyRadius, { decimals: 1 })
  const value = `${radius} m, ${sourceOfRadius(object2.hardBodyRadiusFrom)}`
  // Nothing is as small as that: the probability was computed without the other object.
  if (!(object2.hardBodyRadius > 0)) return { id: 'body', level: 'caution', what, value }
  return { id: 'body', level: isKnown ? 'ok' : 'inactive', what, value }
}

function manoeuvrable({ object2 }: Cdm): Doubt {
  const t = conjunctionWords
  const words = { YES: 'mayManoeuvre', NO: 'cannotManoeuvre', UNKNOWN: 'unknownManoeuvre' } as const
  const value = t(words[object2.manoeuvrable])
  return {
    id: 'manoeuvre',
    level: object2.manoeuvrable === 'YES' ? 'caution' : 'inactive',
    what: t('secondary'),
    value,
  }
}

function ephemeris({ conjunctionData }: Cdm, coverage: Coverage | null | undefined): Doubt {
  const t = conjunctionWords
  const what = t('ownEphemeris')
  if (coverage === undefined) return { id: 'ephemeris', level: 'inactive', what, value: '–' }
  if (coverage === null) return { id: 'ephemeris', level: 'inactive', what, value: t('noEphemeris') }
  const beyond = coverage.toMs - Date.parse(conjunctionData.tca)
  if (coverage.fromMs > Date.parse(conjunctionData.tca))
    return { id: 'ephemeris', level: 'inactive', what, value: t('beginsAfter') }
  if (beyond < 0)
    return { id: 'ephemeris', level: 'caution', what, value: t('endsBefore', { age: formatAge(-beyond) }) }
  return { id: 'ephemeris', level: 'ok', what, value: t('covers', { age: formatAge(beyond) }) }
}

/** A covariance that was not given, one that is none, and one that was clipped before it was used, if it was (yardstick A14); nothing where all is well. */
function mended(cdm: Cdm): readonly Doubt[] {
  const t = conjunctionWords
  const { assessment, conjunctionData, object1, object2 } = cdm
  const notGiven = namesWithoutCovariance(cdm)
  if (notGiven.length > 0) {
    const value = t('notGiven', { name: notGiven.join(', ') })
    return [{ id: 'covariance', level: 'caution', what: t('covariance'), value }]
  }
  const plane = combinedPlaneOf(conjunctionData)
  const { hardBodyRadius, checks, probability } = assessment
  const isClipped =
    plane !== undefined &&
    hardBodyRadius !== null &&
    principalMiss(plane.missM, plane.covariance, hardBodyRadius).repair.applied
  const { primary = false, secondary = false } = checks?.notPositiveDefinite ?? {}
  const names = [...(primary ? [object1.name] : []), ...(secondary ? [object2.name] : [])]
  const texts = [
    ...(names.length > 0 ? [t('notDefinite', { name: names.join(', ') })] : []),
    ...(isClipped ? [t(probability === null ? 'unusable' : 'clipped')] : []),
  ]
  if (texts.length === 0) return []
  return [{ id: 'covariance', level: 'caution', what: t('covariance'), value: texts.join('; ') }]
}

function dilution({ assessment }: Cdm): Doubt {
  const t = conjunctionWords
  const what = t('dilution')
  const { mahalanobis, isDiluted, maximumCovarianceFactor } = assessment
  if (mahalanobis === null || maximumCovarianceFactor === null)
    return { id: 'dilution', level: 'inactive', what, value: t('notComputed') }
  if (!isDiluted) return { id: 'dilution', level: 'ok', what, value: t('notDiluted') }
  const factor = formatNumber(maximumCovarianceFactor, { significant: 2 })
  return { id: 'dilution', level: 'caution', what, value: t('diluted', { factor }) }
}

/** Whether the newest message is older than it should be (ux.md §5); what has passed cannot be stale. */
export function staleLevel(ageMs: number, isAhead: boolean): 'caution' | 'serious' | undefined {
  if (!isAhead || ageMs <= MESSAGE_OLD_MS) return undefined
  return ageMs > MESSAGE_VERY_OLD_MS ? 'serious' : 'caution'
}
