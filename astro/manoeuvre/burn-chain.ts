import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import type { Dynamics, EncounterObjectName } from './dynamics.ts'

/** A burn of known size: an impulse, or constant acceleration in an inertial direction that is fixed at ignition. */
export interface ChainBurn {
  /** Ignition, in seconds after the origin of the dynamics. */
  readonly atS: number
  /** 0: an impulse. */
  readonly durationS: number
  /** Velocity after minus before, in R, T, N of the object at ignition, m/s. */
  readonly deltaVRtnMps: Vec3
}

/** A step of the velocity of an object, in the inertial frame of its states. */
export interface Kick {
  readonly atS: number
  readonly deltaV: Vec3
}

/** A burn with the object's state just before it, and the impulses that represent it. */
export interface FlownBurn extends ChainBurn {
  readonly before: CartesianState
  /** The total Δv in the inertial frame. */
  readonly deltaV: Vec3
  readonly kicks: readonly Kick[]
}

/** A chain of burns, propagated from one state. */
export interface FlownChain {
  readonly burns: readonly FlownBurn[]
  readonly kicks: readonly Kick[]
}

/**
 * The length of the parts of an arc, s, and the least and the largest number of them. Each part is an impulse at its middle; the error decreases
 * with the square of the length.
 */
const [PART_S, LEAST_PARTS, MOST_PARTS] = [10, 8, 360]

/** Returns the number of parts for an arc. */
export const partsOfArc = (durationS: number): number =>
  Math.min(MOST_PARTS, Math.max(LEAST_PARTS, Math.ceil(durationS / PART_S)))

/**
 * Propagates burns in the order of their ignition. The R, T, N of each burn are the axes of the object after the earlier burns: this is what an
 * operator means who plans them together. Throws RangeError if a burn begins before the previous burn has ended or before the state, and if the
 * dynamics cannot propagate.
 */
export function flyChain(
  { fly }: Pick<Dynamics, 'fly'>,
  start: CartesianState & { readonly atS: number },
  burns: readonly ChainBurn[],
): FlownChain {
  let [now, nowS]: [CartesianState, number] = [{ r: start.r, v: start.v }, start.atS]
  const flown = burns.map((burn): FlownBurn => {
    const { atS, durationS, deltaVRtnMps } = burn
    if (atS < nowS) throw new RangeError('a burn begins before the one before it has ended')
    const before = fly(now, { fromS: nowS, toS: atS }, 'primary')
    const deltaV = transform(transpose(rtnAxes(before)), deltaVRtnMps)
    const kicks = kicksOf(atS, durationS, deltaV)
    now = flyKicked({ fly }, before, { fromS: atS, toS: atS + durationS }, kicks)
    nowS = atS + durationS
    return { ...burn, before, deltaV, kicks }
  })
  return { burns: flown, kicks: flown.flatMap(({ kicks }) => kicks) }
}

function kicksOf(atS: number, durationS: number, deltaV: Vec3): Kick[] {
  if (durationS === 0) return [{ atS, deltaV }]
  const parts = partsOfArc(durationS)
  return Array.from({ length: parts }, (_, k) => ({
    atS: atS + ((k + 0.5) * durationS) / parts,
    deltaV: scale(deltaV, 1 / parts),
  }))
}

interface Leg {
  readonly fromS: number
  readonly toS: number
}

/**
 * Returns the state of an object after a leg with the velocity steps in this leg, including steps at its ends. A caller that continues from there
 * uses only later steps. A leg goes forward in time.
 */
export function flyKicked(
  { fly }: Pick<Dynamics, 'fly'>,
  state: CartesianState,
  { fromS, toS }: Leg,
  kicks: readonly Kick[],
  who: EncounterObjectName = 'primary',
): CartesianState {
  let [now, nowS] = [state, fromS]
  for (const { atS, deltaV } of kicks) {
    if (atS < fromS || atS > toS) continue
    const there = fly(now, { fromS: nowS, toS: atS }, who)
    now = { r: there.r, v: add(there.v, deltaV) }
    nowS = atS
  }
  return fly(now, { fromS: nowS, toS }, who)
}
