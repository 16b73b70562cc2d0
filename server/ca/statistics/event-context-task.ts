import { commitUpdate, type DecisionTimes } from '@apsis/astro/statistics/commit-update.ts'
import { crossingForecast } from '@apsis/astro/statistics/crossing-forecast.ts'
import { breakUp } from '@apsis/astro/statistics/fragments.ts'
import { type OrbitDetermination, type OrbitQuality, orbitQuality } from '@apsis/astro/statistics/orbit-quality.ts'
import { add, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { orbitDeterminationOf } from '@apsis/ccsds/cdm/orbit-determination.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { type DerivedCdm, toInstant } from '../message/derive-cdm.ts'
import { readStored } from '../message/read-message.ts'
import { eventsOf } from './history.ts'
import type { MessageFacts } from './statistics.repository.ts'

type MessageContext = EventContext['messages'][number]
type ObjectContext = MessageContext['object1']

/** A message of the event, as it is stored. */
export type StoredMessage = {
  readonly id: string
  readonly original: Uint8Array
  readonly derived: Pick<DerivedCdm, 'conjunctionData'> & { readonly comparison: DerivedCdm['comparison'] | undefined }
}

export type ContextTask = {
  /** The oldest first. */
  readonly stored: readonly StoredMessage[]
  /** Of the satellites of the organisation that the two objects are; null where one is none, or has none. */
  readonly massesKg: readonly [number | null, number | null]
  readonly conjunctionId: string
  /** The satellite's own history, which the forecast is from; null where the event has no satellite. */
  readonly history: {
    readonly messages: readonly MessageFacts[]
    readonly threshold: number
    readonly times: DecisionTimes
  } | null
}

const DAY_MS = 86_400_000
const MS_PER_S = 1_000

/** What the messages of an event say of its orbits, and what a history says of such an event. For the pool. */
export function computeContext({ stored, massesKg, conjunctionId, history }: ContextTask) {
  const read = stored.map((one) => ({ ...one, message: readStored(one.original) }))
  const messages = read.map((one, place) => {
    const before = read[place - 1]
    return {
      cdmId: one.id,
      createdAt: new Date(createdMs(one.message)).toISOString(),
      object1: objectOf(one.message, 0, massesKg[0]),
      object2: objectOf(one.message, 1, massesKg[1]),
      change: before === undefined ? null : changeOf(before.derived, one.derived),
      hasNewTracking: before === undefined ? null : hasNewTracking(before.message, one.message),
    }
  })
  const newest = read.at(-1)
  const last = messages.at(-1)
  return {
    messages,
    consequence:
      newest === undefined || last === undefined
        ? null
        : consequenceOf(last, newest.derived.conjunctionData.relativeSpeed),
    forecast:
      newest === undefined || history === null
        ? null
        : forecastOf(newest, createdMs(newest.message), conjunctionId, history),
  }
}

const createdMs = ({ header: { creationDate } }: Message): number => Date.parse(toInstant(creationDate))

function objectOf(message: Message, index: 0 | 1, ownMassKg: number | null): ObjectContext {
  const { odParameters, additional } = message.objects[index]
  const determination = determinationOf(message, index)
  const { tracksUsed = null } = odParameters ?? {}
  const spanDays = determination?.spanDays ?? null
  return {
    quality: determination === null ? null : qualityOf(orbitQuality(determination)),
    massKg: additional?.massKg ?? ownMassKg,
    dragM2PerKg: additional?.cdAreaOverMassM2PerKg ?? null,
    radiationM2PerKg: additional?.crAreaOverMassM2PerKg ?? null,
    dissipationWPerKg: additional?.sedrWPerKg ?? null,
    spanDays,
    weightedRms: odParameters?.weightedRms ?? null,
    acceptedPercent: odParameters?.residualsAcceptedPercent ?? null,
    tracksUsed,
    tracksPerDay: tracksUsed === null || spanDays === null || spanDays <= 0 ? null : tracksUsed / spanDays,
    ageAtTcaDays: determination?.observedDaysBefore ?? null,
  }
}

/** A state that is no orbit, or in a frame that cannot be transformed, has no quality. */
function determinationOf(message: Message, index: 0 | 1): OrbitDetermination | null {
  try {
    return orbitDeterminationOf(message, index)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function qualityOf({ composite, ...groups }: OrbitQuality): NonNullable<ObjectContext['quality']> {
  const failed = Object.entries(groups).flatMap(([group, tests]) =>
    Object.entries(tests).flatMap(([test, isPassed]) => (isPassed ? [] : [`${group}.${test}`])),
  )
  return { composite, failed }
}

type Derived = StoredMessage['derived']
const vectorOf = ({ r, t, n }: { r: number; t: number; n: number }): Vec3 => [r, t, n]
const rtnOf = ([r, t, n]: Vec3) => ({ r, t, n })

/**
 * How the relative position moved: the newer one is carried to the older one's closest approach along the relative velocity.
 * The joint uncertainty is √(σ² before + σ² now) along each axis, as CARA's state comparison has it: an older solution holds
 * data of the newer one, so that honest changes are mostly below 1.
 */
function changeOf(before: Derived, now: Derived): NonNullable<MessageContext['change']> {
  const seconds = (Date.parse(before.conjunctionData.tca) - Date.parse(now.conjunctionData.tca)) / MS_PER_S
  const { relativePosition, relativeVelocity } = now.conjunctionData
  const carried = add(vectorOf(relativePosition), scale(vectorOf(relativeVelocity), seconds))
  const moved = subtract(carried, vectorOf(before.conjunctionData.relativePosition))
  const [older, newer] = [variancesOf(before), variancesOf(now)]
  const sigmas =
    older === null || newer === null
      ? null
      : rtnOf([
          moved[0] / Math.sqrt(older[0] + newer[0]),
          moved[1] / Math.sqrt(older[1] + newer[1]),
          moved[2] / Math.sqrt(older[2] + newer[2]),
        ])
  return {
    metres: rtnOf(moved),
    sigmas: sigmas !== null && Object.values(sigmas).every(Number.isFinite) ? sigmas : null,
  }
}

/** Of the relative position along R, T and N of object 1, m². */
function variancesOf({ comparison }: Derived): Vec3 | null {
  if (comparison === undefined) return null
  const { primaryM2: one, secondaryM2: other } = comparison
  return [one[0] + other[0], one[3] + other[3], one[5] + other[5]]
}

/** Whether either object was observed since; null where neither message says when. */
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

/** How often events of the history that stood like this one so long before reached the threshold when they were decided. */
function forecastOf(
  { derived: { conjunctionData } }: Pick<StoredMessage, 'derived'>,
  created: number,
  conjunctionId: string,
  { messages, threshold, times }: NonNullable<ContextTask['history']>,
): EventContext['forecast'] {
  const daysBefore = (Date.parse(conjunctionData.tca) - created) / DAY_MS
  const { probabilityOfCollision: probability } = conjunctionData
  if (probability === null || daysBefore <= times.commitDays) return null
  const others = messages.filter((one) => one.conjunctionId !== conjunctionId)
  const pairs = eventsOf(others, { from: new Date(0), box: null }).flatMap(({ updates }) => {
    const early = commitUpdate(updates, { commitDays: daysBefore, considerDays: Number.POSITIVE_INFINITY })
    const decided = commitUpdate(updates, times)
    return early === null || decided === null ? [] : [{ early: early.probability, decided: decided.probability }]
  })
  return { threshold, reaches: crossingForecast(pairs, threshold)(probability), history: pairs.length }
}
