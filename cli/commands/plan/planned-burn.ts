import type { BurnWindow } from '@apsis/astro/manoeuvre/burn-time.ts'
import { deltaVFromAxes } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import type { AssessedOptions } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { flyToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import { moveForward, type PlannedBurn, plannedBurnOf, wholeRevolutions } from '@apsis/astro/manoeuvre/planned-burn.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { UsageError } from '../../terminal/command.ts'
import { requireInstant, requireNumber } from '../../terminal/options.ts'
import { type AskedPlanned, type MovedRow, type PlanOptions, planTime } from './plan-row.ts'

const OPTION = '--planned-burn'
/** A state at which all axes are defined. */
const SOMEWHERE = { frame: 'GCRF', r: [7e6, 0, 0], v: [0, 7.5e3, 0] } as const

/** Returns the planned burn that the option describes; null: a new burn is computed. */
export function toPlanned(
  text: string | undefined,
  { kind, directionRtn, allowed }: Pick<PlanOptions, 'kind' | 'directionRtn' | 'allowed'>,
): AskedPlanned | null {
  if (text === undefined) return null
  if (kind !== 'impulse') throw new UsageError(`${OPTION} goes with --kind impulse, not with ${kind}`)
  if (directionRtn !== null || allowed !== null)
    throw new UsageError(`${OPTION} has a direction of its own: leave out --direction, --cone and --thrusters`)
  const [time, x = '', y = '', z = '', frame = 'RTN', ...more] = text.split(',')
  if (time === undefined || z === '' || more.length > 0)
    throw new UsageError(`${OPTION} is TIME,R,T,N or TIME,X,Y,Z,FRAME, not ${JSON.stringify(text)}`)
  const ignition = requireInstant(time, OPTION)
  const vector: Vec3 = [requireNumber(x, OPTION), requireNumber(y, OPTION), requireNumber(z, OPTION)]
  if (!(norm(vector) > 0)) throw new UsageError(`the Δv of ${OPTION} is not 0,0,0`)
  try {
    deltaVFromAxes(frame, { ...SOMEWHERE, epoch: ignition }, vector)
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${OPTION}: ${error.message}`) : error
  }
  return { ignition, frame, vector }
}

/** Returns the planned burn on the orbit of the message. Throws RangeError if it is before TCA. */
export function plannedIn(model: EncounterModel, tca: Epoch, asked: AskedPlanned): PlannedBurn {
  const planned = plannedBurnOf(model, tca, asked)
  if (planned.plannedS < 0)
    throw new RangeError(
      `the planned burn of ${planTime(asked.ignition)} is before TCA, and the message may have it already: give one after TCA`,
    )
  return planned
}

/** Assesses a planned burn at a time; its size and direction are not changed for the target. */
export const flyPlanned =
  (model: EncounterModel, { deltaVRtnMps }: PlannedBurn, meetsAgain: boolean) =>
  (at: AssessedOptions): TargetPlan =>
    flyToTarget(model, at, { ofSatelliteM: 0, meetsAgain, deltaVRtnMps })

const toMicroseconds = (seconds: number) => Math.round(seconds * 1e6) / 1e6

/** Returns the planned burn moved forward within a window, first by whole revolutions; null if there is no time for it. */
export function moveWithin(
  model: EncounterModel,
  { plannedS }: PlannedBurn,
  {
    window,
    options,
    planAt,
  }: {
    readonly window: BurnWindow
    readonly options: Omit<AssessedOptions, 'burnS'>
    readonly planAt: (at: AssessedOptions) => TargetPlan
  },
): TargetPlan | null {
  // Monte Carlo takes a minute, so it runs only once, at the end of the search.
  const { counting: _, ...uncounted } = options
  const startAt = toMicroseconds
  const found = moveForward(model, { plannedS, window: { ...window, startAt } }, (burnS) =>
    planAt({ ...uncounted, burnS }),
  )
  return found && planAt({ ...options, burnS: found.burnS })
}

/** Returns the shift of a planned burn, and that it costs nothing extra. */
export const movedRow = (
  { ignition }: AskedPlanned,
  { plannedS }: PlannedBurn,
  { burnS, periodS }: { readonly burnS: number; readonly periodS: number },
): MovedRow => ({
  ignition: planTime(ignition),
  movedByS: toMicroseconds(plannedS - burnS),
  revolutions: wholeRevolutions({ plannedS, burnS }, periodS),
  extraDeltaVMps: 0,
})
