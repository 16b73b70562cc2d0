import { hasCovariance } from '@apsis/astro/conjunction/definiteness.ts'
import { type OrbitDetermination, orbitQuality } from '@apsis/astro/statistics/orbit-quality.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { orbitDeterminationOf } from '@apsis/ccsds/cdm/orbit-determination.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'

const COVARIANCE_NOT_GIVEN = 'covariance.given'

export type ObjectContext = EventContext['messages'][number]['object1']

/** Returns the origin of one object's orbit, as a message describes it. */
export function objectOf(
  message: Message,
  index: 0 | 1,
  { massKg: ownMassKg, tableMassKg }: { readonly massKg: number | null; readonly tableMassKg: number | null },
): ObjectContext {
  const { odParameters, additional } = message.objects[index]
  const determination = determinationOf(message, index)
  const { tracksUsed = null } = odParameters ?? {}
  const spanDays = determination?.spanDays ?? null
  return {
    quality: determination === null ? null : qualityOf(determination),
    // The order is the same as for radii: the value of the satellite, then the organisation's table, then the message.
    massKg: ownMassKg ?? tableMassKg ?? additional?.massKg ?? null,
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

/** Returns the orbit determination; null for a state that is not an orbit, or is in a frame that cannot be transformed. */
export function determinationOf(message: Message, index: 0 | 1): OrbitDetermination | null {
  try {
    return orbitDeterminationOf(message, index)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Returns the quality. A covariance that was not given is only reported as missing; CARA's tests call it not positive definite. */
function qualityOf(determination: OrbitDetermination): NonNullable<ObjectContext['quality']> {
  const { composite, ...groups } = orbitQuality(determination)
  const isGiven = hasCovariance(determination.covarianceM2)
  const failed = Object.entries(groups).flatMap(([group, tests]) =>
    group === 'covariance' && !isGiven
      ? [COVARIANCE_NOT_GIVEN]
      : Object.entries(tests).flatMap(([test, isPassed]) => (isPassed ? [] : [`${group}.${test}`])),
  )
  return { composite, failed }
}
