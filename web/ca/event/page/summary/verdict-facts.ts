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

/** The number of messages that a trend covers. */
const TREND_MESSAGES = 3

/** Returns the trend of the probability up to a message, as text: `↑ ×4.4 in 3 messages`. */
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

/** Returns the change as text: a value below the smallest displayed probability has no factor, and is described as below it. */
function changeText(from: number, to: number): string {
  if (to >= PROBABILITY_FLOOR) return formatProbabilityChange(from, to)
  return from >= PROBABILITY_FLOOR ? `↓ ${formatProbabilityLine(to)}` : formatProbabilityLine(to)
}

/** Returns the validity of the value for a decision, and its reason (ux.md S16). */
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

/** Returns the text for the reason of an assessment. */
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

/** Returns the originator of a reported probability, with the cross-section if it is known. */
export function reportedWords({ originator, assessment: { reported } }: Cdm): string {
  const t = conjunctionWords
  if (reported === null) return t('reportedBy', { who: originator })
  // The method that reproduces the value is more precise than the name of the method in the message.
  const name = reported.matches ?? reported.method
  return name === null
    ? t('reportedBy', { who: originator })
    : t('reportedOver', { who: originator, method: methodName(name) })
}

/** Returns the reason why a reported probability is above the maximum; undefined if it is not. */
export function aboveMaximumWords({ assessment: { reported, maximumProbability } }: Cdm): string | undefined {
  if (reported === null || maximumProbability === null || reported.probability <= maximumProbability) return undefined
  return conjunctionWords('aboveMaximum')
}

/** One line of `How sure`: its subject, the known value, and the level of uncertainty. */
export type Doubt = { readonly id: string; readonly level: Level; readonly what: string; readonly value: string }

/** An older observation of the other object gives little certainty about its future position. */
const SEEN_LONG_AGO_MS = 24 * HOUR_MS

/** Returns the facts behind the certainty, from the message and from our own ephemeris. */
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
  // If the uncertainty along the track is larger than the miss, the message alone is not enough for a decision.
  const level = sigma > conjunctionData.totalMissDistance ? 'caution' : 'ok'
  // Both are rounded down: a σ of 222.6 m and a miss of 222.9 m must not become 223 m and 222 m.
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
  // A size of zero is impossible: the probability was computed without the other object.
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

/**
 * Returns the entries for a missing covariance, an invalid one, and one that was clipped before use (yardstick A14); empty if there is
 * none.
 */
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

/** Returns the level of old data if the newest message is older than it should be (ux.md §5); after TCA a message cannot be too old. */
export function staleLevel(ageMs: number, isAhead: boolean): 'caution' | 'serious' | undefined {
  if (!isAhead || ageMs <= MESSAGE_OLD_MS) return undefined
  return ageMs > MESSAGE_VERY_OLD_MS ? 'serious' : 'caution'
}
