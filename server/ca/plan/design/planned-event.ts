import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import type { Method } from '@apsis/astro/conjunction/probability/assess.ts'
import { scaledMaximum } from '@apsis/astro/conjunction/probability/maximum.ts'
import type { OrbitAtTca } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import { cdAreaOverMass } from '@apsis/astro/manoeuvre/blackout/timing-error.ts'
import { type Dynamics, J2, TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { type EncounterAfter, type EncounterModel, makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { errorOfEngine } from '@apsis/astro/manoeuvre/engine-limits.ts'
import type { ExecutionError } from '@apsis/astro/manoeuvre/execution-error.ts'
import { confirm } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { type Cdm, readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { Burn, PlanRequest, ReachedValues } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { designatorOf, toInstant } from '../../message/record/api-value.ts'
import { turnMessage } from '../../message/record/derive-cdm.ts'

/**
 * The input of a plan from a stored message: the satellite that the burn moves, and the radius and method of the
 * event's assessment.
 */
export type MessageToPlan = {
  readonly original: Uint8Array
  /** The designator of the satellite that the burn moves. */
  readonly designator: string
  readonly radiusM: number
  readonly method: Method
  /** The method that confirms a plan if the event's own method is not reliable (flight rule F2); else absent. */
  readonly confirmedBy?: Method
  /** True if the objects are co-orbiting and have no probability: a distance is planned (flight rule F2). */
  readonly isBySeparation?: boolean
  /** True if the objects pass so slowly that they meet again: a distance is judged at every passage. */
  readonly meetsAgain?: boolean
}

/** The event of a message; it computes the encounter after a burn. */
export type PlannedEvent = {
  readonly cdm: Cdm
  readonly tca: Epoch
  readonly model: EncounterModel
  readonly method: Method
  /** True if the plane gives no valid value for the objects. */
  readonly isBySeparation: boolean
}

const DYNAMICS: Readonly<Record<Burn['dynamics'], Dynamics>> = { 'two-body': TWO_BODY, j2: J2 }

/** Opens the event of a message. Throws RangeError if its orbits cannot be propagated. */
export function openEvent(
  { original, designator, radiusM, method, isBySeparation = false }: MessageToPlan,
  dynamics: Burn['dynamics'],
): PlannedEvent {
  const reading = readCdm(Buffer.from(original).toString('utf8'), { strict: false })
  // The message was read when it arrived; a message never changes.
  if (!reading.ok) throw new TypeError('a stored message cannot be read')
  const isTurned = designatorOf(reading.message.objects[0].metadata.objectDesignator) !== designator
  const cdm = isTurned ? turnMessage(reading.message) : reading.message
  const [primary, secondary]: readonly EncounterObject[] = encounterOfCdm(cdm)
  if (primary === undefined || secondary === undefined) throw new TypeError('a message has two objects')
  const model = makeEncounterModel({ primary, secondary, radiusM }, DYNAMICS[dynamics])
  return { cdm, tca: cdm.relative.tca, model, method, isBySeparation }
}

/** The values of the operator for the drag of a satellite. */
export type OwnDrag = {
  readonly massKg: number | null
  readonly air: { readonly dragAreaM2: number | null; readonly dragCoefficient: number }
}

/**
 * Returns the satellite at the TCA of its message, from which its eclipses before TCA are computed: with the drag of
 * the message, else of the operator.
 */
export function orbitOf({ cdm, tca, model }: PlannedEvent, { massKg, air }: OwnDrag): OrbitAtTca {
  const told = cdm.objects[0].additional?.cdAreaOverMassM2PerKg
  return { tca, state: model.encounter.primary, m2PerKg: cdAreaOverMass(told, { massKg, ...air }) }
}

/** Returns an encounter in the form of the contract. */
export function reachedBy(after: EncounterAfter, { model, method, tca, isBySeparation }: PlannedEvent): ReachedValues {
  const planar = isBySeparation ? null : after.planar
  const { radiusM } = model.encounter
  return {
    probability: isBySeparation ? null : confirm(after, model, method),
    maximumProbability: planar === null ? null : scaledMaximum(planar.miss, radiusM).probability,
    mahalanobis:
      planar === null ? null : Math.hypot(planar.miss.xM / planar.miss.sigmaXM, planar.miss.yM / planar.miss.sigmaYM),
    missM: after.missDistanceM,
    tca: toInstant(addSeconds(tca, after.tcaS)),
  }
}

/** The requested execution errors of a plan. */
export type ErrorsAsked = Pick<PlanRequest, 'hasExecutionError' | 'executionCovarianceRtn'>

/** Returns the errors that a plan allows for: the requested ones, else those of the propulsion; none for a propulsion that does not burn. */
export function errorOf(
  propulsion: Propulsion,
  { hasExecutionError, executionCovarianceRtn }: ErrorsAsked,
): ExecutionError | null {
  if (!hasExecutionError || (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS')) return null
  if (executionCovarianceRtn !== undefined) return { covarianceRtn: executionCovarianceRtn }
  return errorOfEngine(propulsion)
}

/** A burn whose values do not change any more, in the form for a task. */
export type FrozenBurn = Pick<Burn, 'ignitionEpoch' | 'deltaVRtn' | 'manoeuvreDuration' | 'dynamics' | 'drag'>
