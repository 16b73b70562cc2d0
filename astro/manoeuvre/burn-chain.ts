import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import type { Dynamics, EncounterObjectName } from './dynamics.ts'

/** A burn of known size: an impulse, or constant acceleration in a direction that stays where it was at ignition. */
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

/** A burn with the object just before it, and what it is flown as. */
export interface FlownBurn extends ChainBurn {
  readonly before: CartesianState
  /** Of the whole burn, in the inertial frame. */
  readonly deltaV: Vec3
  readonly kicks: readonly Kick[]
}

/** A chain of burns as it is flown from one state on. */
export interface FlownChain {
  readonly burns: readonly FlownBurn[]
  readonly kicks: readonly Kick[]
}

/** Parts of an arc: its thrust is given by impulses in their middles, whose error falls with the square of their length. */
const [PART_S, LEAST_PARTS, MOST_PARTS] = [10, 8, 360]

/** Into how many parts an arc is flown. */
export const partsOfArc = (durationS: number): number =>
  Math.min(MOST_PARTS, Math.max(LEAST_PARTS, Math.ceil(durationS / PART_S)))

/**
 * Flies burns in the order of their ignition. The R, T, N of each are those of the object where the burns before it have brought it: that
 * is how an operator who plans them together means them. Throws RangeError where a burn begins before the one before it has ended, or before
 * the state, and where the dynamics cannot follow.
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
 * Where an object is after a leg, with the steps of its velocity from the begin of the leg to its end, both among them: whoever goes on from
 * there takes those that are later. A leg goes forward.
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
