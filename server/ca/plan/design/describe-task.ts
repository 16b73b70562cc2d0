import { GM_EARTH } from '@apsis/astro/constants.ts'
import { STANDARD_GRAVITY } from '@apsis/astro/dynamics/burn.ts'
import { directionOf, smaChangeM } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import { endOfBurns, epochOf, flyOwnPath } from '@apsis/astro/manoeuvre/own-path.ts'
import { heldBy, type ReferenceOrbit } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { missing } from '@apsis/astro/missing.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { OwnBurn, OwnOrbit, PlannedOwnBurn } from '@apsis/contract/ca/plan/own-burns.ts'
import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { DELTA_V_FRAMES, type Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { KeptBurn } from '../record/plan.repository.ts'
import { type AlongBurn, type JoinedBurns, joinAlong } from './along.ts'
import { NO_DRAG, statesOf } from './plan-parts.ts'
import { type OrbitToFly, openReference } from './reference-orbit.ts'

export type DescribeTask = {
  readonly orbit: OrbitToFly
  readonly told: OwnOrbit
  readonly burns: readonly OwnBurn[]
  /** Other burns of the satellite. The axes of a burn are taken at the place to which the other burns have moved the satellite. */
  readonly along: readonly AlongBurn[]
  readonly propulsion: Propulsion
  readonly massKg: number | null
}

/** Burns as they are designed; the code that stores them adds the satellite that they were designed for. */
type DesignedOwnBurn = Omit<KeptBurn, 'satelliteBasis' | 'isEngineAssumed'>

/** The burns as a plan stores them, or the reason why that is not possible, with the burn and field concerned. */
export type DescribedBurns =
  | { readonly burn: DesignedOwnBurn }
  | { readonly refused: PlanRefusal; readonly place: { readonly burn: number; readonly field: 'ignition' | 'frame' } }

class NotPlanned extends Error {
  readonly refused: PlanRefusal
  readonly place: { readonly burn: number; readonly field: 'ignition' | 'frame' }
  constructor(values: PlanRefusal['values'], burn: number, field: 'ignition' | 'frame') {
    super('burns that are not planned')
    this.refused = { code: 'own-burn', values: { ...values, burn: burn + 1 } }
    this.place = { burn, field }
  }
}

/**
 * Converts burns to the axes in which they are propagated and written, each at the place to which the earlier burns have moved the satellite. Runs
 * in the worker pool.
 */
export async function describeOwnBurns(task: DescribeTask): Promise<DescribedBurns> {
  try {
    const reference = await openReference(task.orbit)
    return { burn: describe(task, reference) }
  } catch (error) {
    if (error instanceof NotPlanned) return { refused: error.refused, place: error.place }
    if (!(error instanceof RangeError)) throw error
    return {
      refused: { code: 'own-burn', values: { case: 'unknown', name: task.told.name, reason: error.message } },
      place: { burn: 0, field: 'ignition' },
    }
  }
}

function describe(task: DescribeTask, reference: ReferenceOrbit): DesignedOwnBurn {
  const { burns, told, propulsion, massKg } = task
  const [first] = burns
  if (first === undefined) throw new TypeError('a plan has a burn')
  refuseHeld(task, reference)
  const joined = joinAlong(reference, { burns, along: task.along, told, isLater: false })
  refuseAxes(task, joined)
  refuseHidden(task, joined)
  const planned = burns.map((burn, place): PlannedOwnBurn => {
    const { deltaVRtn } = joined.own[place]?.burn ?? missing()
    return { ...burn, deltaVRtn: [...deltaVRtn], deltaVMps: norm(deltaVRtn) }
  })
  const path = flyOwnPath(reference, { burns: joined.burns, error: null, case: 'nominal' })
  requireRevolution(task, path)
  const origin = epochOf(first.ignition)
  const lengthS = secondsBetween(origin, endOfBurns(burns))
  const [before, after] = [
    { ...path.before.state, epoch: origin },
    { ...path.after.state, epoch: addSeconds(origin, lengthS) },
  ]
  const totalMps = planned.reduce((sum, { deltaVMps }) => sum + deltaVMps, 0)
  const { azimuthRad, elevationRad } = directionOf(first.vector)
  const deltaVMps = planned[0]?.deltaVMps ?? 0
  const thrust = thrustOf({ propulsion, massKg }, planned, totalMps)
  return {
    manoeuvreType: burns.some(({ durationS }) => durationS > 0) ? 'CONTINUOUS' : 'IMPULSIVE',
    orbitsBeforeTca: null,
    target: null,
    before: null,
    after: null,
    ...thrust,
    totalDeltaVMagnitude: totalMps,
    deltaVMagnitude: deltaVMps,
    deltaVReferenceFrame: DELTA_V_FRAMES.find((one) => one === first.frame) ?? 'VNC',
    deltaVVector: first.vector,
    deltaVDirection: 'XYZ',
    azimuthDeg: (azimuthRad * 180) / Math.PI,
    elevationDeg: (elevationRad * 180) / Math.PI,
    deltaVRtn: planned[0]?.deltaVRtn ?? [0, 0, 0],
    ...NO_DRAG,
    manoeuvreDuration: lengthS,
    ignitionEpoch: `${formatTime(origin, { digits: 6 })}Z`,
    ...statesOf('ECI', before, after),
    smaChange: joined.own.reduce((sum, { before, deltaV }) => sum + smaChangeM(before, deltaV, GM_EARTH), 0),
    referenceFrame: 'ECI',
    dynamics: 'j2',
    hotProbability: null,
    coldProbability: null,
    sensitivity: [],
    // Without an event there is no target that the burn could miss.
    meetsTarget: true,
    limit: null,
    isTrackingFirst: false,
    convention:
      'The covariance of the orbit in R, T, N, and the errors of the burns, by the two-body transition matrix from their ignition',
    burns: planned,
    orbit: told,
  }
}

/** Refuses burns that an operational ephemeris contains already: if they were added to it, they would count twice. */
function refuseHeld({ burns, told }: DescribeTask, reference: ReferenceOrbit): void {
  for (const [place, { ignition, durationS }] of burns.entries()) {
    const held = heldBy(reference, { at: epochOf(ignition), durationS })
    if (held === undefined) continue
    const startAt = formatTime(held, { digits: 3, zulu: true })
    throw new NotPlanned({ case: 'held', name: told.name, startAt }, place, 'ignition')
  }
}

/** Refuses a burn that the ephemeris contains without a velocity step: its thrust is spread over the states. */
function refuseHidden({ told }: DescribeTask, { held }: JoinedBurns): void {
  for (const { place, ignition: startAt } of held)
    throw new NotPlanned({ case: 'hidden', name: told.name, startAt }, place, 'ignition')
}

function refuseAxes({ burns }: DescribeTask, { withoutAxes }: JoinedBurns): void {
  if (withoutAxes === undefined) return
  const { place, why: reason } = withoutAxes
  throw new NotPlanned({ case: 'axes', frame: burns[place]?.frame ?? '', reason }, place, 'frame')
}

/** Refuses an orbit that ends with the burns: it leaves nothing to screen. */
function requireRevolution(
  { burns, told }: DescribeTask,
  { parts, periodS, after }: ReturnType<typeof flyOwnPath>,
): void {
  const last = parts.at(-1)
  if (last !== undefined && secondsBetween(after.epoch, last.stop) >= periodS) return
  const untilAt = told.until ?? told.at
  const place = burns.length - 1
  throw new NotPlanned({ case: 'short', name: told.name, untilAt }, place, 'ignition')
}

/** Returns the consumption of the engine by the rocket equation, and the time for which it is on at full thrust. */
function thrustOf(
  { propulsion, massKg }: Pick<DescribeTask, 'propulsion' | 'massKg'>,
  burns: readonly PlannedOwnBurn[],
  totalMps: number,
) {
  const engine = propulsion.type === 'IMPULSIVE' || propulsion.type === 'CONTINUOUS' ? propulsion : null
  const exhaustMps = engine === null ? null : engine.ispS * STANDARD_GRAVITY
  const usedBy = (mps: number) =>
    massKg === null || exhaustMps === null ? null : massKg * (1 - Math.exp(-mps / exhaustMps))
  const totalKg = usedBy(totalMps)
  const givenS = burns.reduce((sum, { durationS }) => sum + durationS, 0)
  // Impulses last as long as the engine needs for them.
  const ofImpulses = burns.filter(({ durationS }) => durationS === 0).reduce((sum, one) => sum + one.deltaVMps, 0)
  const impulsesKg = usedBy(ofImpulses)
  const impulseS =
    ofImpulses === 0
      ? 0
      : impulsesKg === null || exhaustMps === null || engine === null
        ? null
        : (impulsesKg * exhaustMps) / engine.thrustN
  return {
    totalDeltaMass: totalKg,
    deltaMass: usedBy(burns[0]?.deltaVMps ?? 0),
    totalThrustingTime: impulseS === null ? null : givenS + impulseS,
    effectiveThrustMagnitude: engine?.thrustN ?? null,
    specificImpulse: engine?.ispS ?? null,
    dutyCycle: null,
    spacecraftInitialMass: massKg,
  } satisfies Partial<DesignedOwnBurn>
}
