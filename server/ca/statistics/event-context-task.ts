import { covarianceSensitivity } from '@apsis/astro/conjunction/probability/sensitivity.ts'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { commitUpdate, type DecisionTimes } from '@apsis/astro/statistics/commit-update.ts'
import { crossingForecast, type ForecastPair } from '@apsis/astro/statistics/crossing-forecast.ts'
import { breakUp } from '@apsis/astro/statistics/fragments.ts'
import { probabilityForecast } from '@apsis/astro/statistics/probability-forecast.ts'
import { add, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { combinedPlaneOf } from '@apsis/contract/ca/event/combined-plane.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { toInstant } from '../message/record/api-value.ts'
import { type DerivedCdm, readStored } from '../message/record/derive-cdm.ts'
import { classMembers } from './class-members.ts'
import { consistencyOf, type StoredVersion } from './consistency.ts'
import { densityShareOf, dragContextOf } from './drag-context.ts'
import { eventsOf } from './history.ts'
import { objectOf } from './object-context.ts'
import { identityOfObject, type KnownObject } from './object-identity.ts'
import { computeRealism } from './realism-task.ts'
import type { MessageFacts } from './statistics.repository.ts'

type MessageContext = EventContext['messages'][number]

/** A message of the event in its stored form. */
export type StoredMessage = {
  readonly id: string
  readonly original: Uint8Array
  readonly derived: Pick<DerivedCdm, 'conjunctionData' | 'assessment' | 'object1' | 'object2' | 'comparison'>
  readonly isSimulated: boolean
}

export type ContextTask = {
  /** The messages, the oldest first. */
  readonly stored: readonly StoredMessage[]
  /** The data of both objects from directories and the organisation's own satellites. */
  readonly known: readonly [KnownObject, KnownObject]
  /** The versions of the ephemerides of both objects that reach the closest approach. */
  readonly versions: readonly [readonly StoredVersion[], readonly StoredVersion[]]
  /** The newest messages of the organisation, from which the classes are made. */
  readonly sample: readonly Uint8Array[]
  readonly conjunctionId: string
  /** The satellite's own history, from which the forecast is made; null if the event has no satellite. */
  readonly history: {
    /** True if the satellite is object 1. */
    readonly isFirst: boolean
    readonly messages: readonly MessageFacts[]
    readonly threshold: number
    readonly times: DecisionTimes
  } | null
}

type Newest = Pick<StoredMessage, 'derived'> & { readonly message: Message }

const MS_PER_S = 1_000

/** Returns the orbit data in the messages of an event, and the forecast from the history of similar events. Runs in the worker pool. */
export async function computeContext({ stored, known, versions, sample, conjunctionId, history }: ContextTask) {
  const read = stored.map((one) => ({ ...one, message: readStored(one.original) }))
  const messages = read.map((one, place) => {
    const before = read[place - 1]
    return {
      cdmId: one.id,
      createdAt: new Date(createdMs(one.message)).toISOString(),
      object1: objectOf(one.message, 0, known[0]),
      object2: objectOf(one.message, 1, known[1]),
      change: before === undefined ? null : changeOf(before.derived, one.derived),
      hasNewTracking: before === undefined ? null : hasNewTracking(before.message, one.message),
      ...densityShareOf(one),
    }
  })
  const newest = read.at(-1)
  const last = messages.at(-1)
  if (newest === undefined || last === undefined) throw new RangeError('an event without messages has no context')
  const members = classMembers(sample)
  return {
    messages,
    object1: identityOfObject(newest, 0, { context: last.object1, known: known[0], members }),
    object2: identityOfObject(newest, 1, { context: last.object2, known: known[1], members }),
    consistency: {
      object1: await consistencyOf(read, 0, versions[0]),
      object2: await consistencyOf(read, 1, versions[1]),
    },
    classSample: sample.length,
    scaledProbability: history === null ? null : scaled(newest, history),
    drag: dragContextOf(newest),
    consequence: consequenceOf(last, newest.derived.conjunctionData.relativeSpeed),
    ...forecastsOf(newest, conjunctionId, history),
  }
}

function scaled({ message, derived }: Newest, { isFirst, messages }: NonNullable<ContextTask['history']>) {
  const { objectType } = isFirst ? derived.object2 : derived.object1
  const asked = { derived, originator: message.header.originator, kind: objectType ?? 'UNKNOWN' }
  return scaledProbabilityOf(asked, messages)
}

const createdMs = ({ header: { creationDate } }: Message): number => Date.parse(toInstant(creationDate))

type DerivedMessage = StoredMessage['derived']
const vectorOf = ({ r, t, n }: { r: number; t: number; n: number }): Vec3 => [r, t, n]
const rtnOf = ([r, t, n]: Vec3) => ({ r, t, n })

/**
 * Returns the change of the relative position: the newer position is moved to the time of the older closest approach along the relative velocity.
 * The joint uncertainty is √(σ² before + σ² now) along each axis, as in CARA's state comparison: both solutions share data, so that changes with
 * honest covariances are mostly below 1.
 */
function changeOf(before: DerivedMessage, now: DerivedMessage): NonNullable<MessageContext['change']> {
  const seconds = (Date.parse(before.conjunctionData.tca) - Date.parse(now.conjunctionData.tca)) / MS_PER_S
  const { relativePosition, relativeVelocity } = now.conjunctionData
  const carried = add(vectorOf(relativePosition), scale(vectorOf(relativeVelocity), seconds))
  const moved = subtract(carried, vectorOf(before.conjunctionData.relativePosition))
  const [older, newer] = [variancesOf(before), variancesOf(now)]
  const sigmas = rtnOf([
    moved[0] / Math.sqrt(older[0] + newer[0]),
    moved[1] / Math.sqrt(older[1] + newer[1]),
    moved[2] / Math.sqrt(older[2] + newer[2]),
  ])
  return {
    metres: rtnOf(moved),
    sigmas: Object.values(sigmas).every(Number.isFinite) ? sigmas : null,
  }
}

/** The variances of the relative position along R, T and N of object 1, m². */
function variancesOf({ comparison }: DerivedMessage): Vec3 {
  const { primaryM2: one, secondaryM2: other } = comparison
  return [one[0] + other[0], one[3] + other[3], one[5] + other[5]]
}

/** Returns true if the newer message has newer observations of either object; null if neither message gives the time. */
function hasNewTracking(before: Message, now: Message): boolean | null {
  const seen = ([0, 1] as const).flatMap((index) => {
    const [older, newer] = [before, now].map(({ objects }) => objects[index].odParameters?.timeLastobEnd)
    return older === undefined || newer === undefined ? [] : [toInstant(newer) > toInstant(older)]
  })
  return seen.length === 0 ? null : seen.some(Boolean)
}

function consequenceOf({ object1, object2 }: MessageContext, speedMps: number): EventContext['consequence'] {
  const [primaryKg, secondaryKg] = [object1.massKg, object2.massKg]
  if (primaryKg === null || secondaryKg === null || Math.max(primaryKg, secondaryKg) <= 0) return null
  return breakUp({ primaryKg, secondaryKg, speedMps })
}

/** The fewest similar events for a forecast: with ten, a share is known to some 15 %. */
const LEAST_ALIKE = 10

/** Returns the forecasts of probability and of crossing from the history, for an event that is not yet past its decision. */
function forecastsOf(
  { derived, message }: Newest,
  conjunctionId: string,
  history: ContextTask['history'],
): Pick<EventContext, 'forecast' | 'probabilityForecast'> {
  const { tca, probabilityOfCollision: probability } = derived.conjunctionData
  const daysBefore = (Date.parse(tca) - createdMs(message)) / DAY_MS
  if (history === null || probability === null || daysBefore <= history.times.commitDays)
    return { forecast: null, probabilityForecast: null }
  const { threshold, times } = history
  const pairs = pairsOf(history, daysBefore, conjunctionId)
  return {
    forecast: crossingOf(pairs, probability, threshold),
    probabilityForecast: bandOf(pairs, probability, Date.parse(tca) - times.commitDays * DAY_MS),
  }
}

/** Pairs the state of each past event, at the same time before TCA as now, with its state at the decision. */
function pairsOf(
  { messages, times }: NonNullable<ContextTask['history']>,
  daysBefore: number,
  conjunctionId: string,
): ForecastPair[] {
  const others = messages.filter((one) => one.conjunctionId !== conjunctionId)
  return eventsOf(others, { from: new Date(0), box: null }).flatMap(({ updates }) => {
    const early = commitUpdate(updates, { commitDays: daysBefore, considerDays: Number.POSITIVE_INFINITY })
    const decided = commitUpdate(updates, times)
    return early === null || decided === null ? [] : [{ early: early.probability, decided: decided.probability }]
  })
}

/** Returns the share of similar past events that reached the threshold at the time of their decision. */
function crossingOf(pairs: readonly ForecastPair[], probability: number, threshold: number): EventContext['forecast'] {
  const { reaches, alike, brier, lastValueBrier } = crossingForecast(pairs, threshold)
  // A forecast that is no better than the last value would give false confidence, so it is left out.
  if (brier === null || lastValueBrier === null || brier >= lastValueBrier || alike(probability) < LEAST_ALIKE)
    return null
  return {
    threshold,
    reaches: reaches(probability),
    alike: alike(probability),
    history: pairs.length,
    brier,
    lastValueBrier,
  }
}

/** Returns the median and the band of the probability at the decision (C17); null if the last value is as good a prediction. */
function bandOf(
  pairs: readonly ForecastPair[],
  probability: number,
  commitMs: number,
): EventContext['probabilityForecast'] {
  const { band, loss, lastValueLoss } = probabilityForecast(pairs)
  const found = band(probability)
  if (found === null || loss === null || lastValueLoss === null || loss >= lastValueLoss) return null
  return { commitAt: new Date(commitMs).toISOString(), ...found, history: pairs.length, loss, lastValueLoss }
}

/** A message, its originator, and the kind of the other object. */
type MessageOfKind = {
  readonly derived: Pick<DerivedCdm, 'conjunctionData' | 'assessment'>
  readonly originator: string
  readonly kind: string
}

/**
 * Returns the planar probability with the covariances as stated, and with every sigma multiplied by the factor from the satellite's own history
 * for this originator and kind of secondary (covarianceRealism). Null if there is no factor, plane or radius.
 */
function scaledProbabilityOf(
  { derived: { conjunctionData: data, assessment }, originator, kind }: MessageOfKind,
  history: readonly MessageFacts[],
): EventContext['scaledProbability'] {
  const plane = combinedPlaneOf(data)
  const { hardBodyRadius: radiusM } = assessment
  if (plane === undefined) return null
  const [realism] = computeRealism(
    history.filter((one) => one.originator === originator && (one.otherType ?? 'UNKNOWN') === kind),
  )
  if (radiusM === null || !realism || realism.scale === null || realism.low === null || realism.high === null)
    return null
  const { scale, low, high, count: pairs } = realism
  const conjunction = { missM: plane.missM, combined: plane.covariance, radiusM }
  // The factors multiply σ, but the points of the curve are factors of σ².
  const points = covarianceSensitivity(conjunction, [1, scale ** 2, low ** 2, high ** 2])
  const [stated, scaled, scaledLow, scaledHigh] = points.map(({ probability }) => probability)
  // Points are left out if the covariance cannot be repaired.
  if (stated === undefined || scaled === undefined || scaledLow === undefined || scaledHigh === undefined) return null
  return { originator, kind, pairs, scale, low, high, stated, scaled, scaledLow, scaledHigh }
}
