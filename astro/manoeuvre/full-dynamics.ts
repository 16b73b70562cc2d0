import type { Force } from '../dynamics/force.ts'
import { propagateOrbit } from '../dynamics/propagate-orbit.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { type Dynamics, type EncounterObjectName, J2, type Leg } from './dynamics.ts'

/** The forces on each object of an encounter; they contain its drag and sunlight, so that the mass is 1 kg. */
export interface FullForces {
  /** The TCA of the message, from which seconds are counted. */
  readonly origin: Epoch
  readonly primary: readonly Force[]
  readonly secondary: readonly Force[]
}

/** Tolerances of a step: a millionth of the effect of a Δv of a millimetre per second in an orbit. */
const [RELATIVE, POSITION_M, VELOCITY_MPS] = [1e-11, 1e-5, 1e-8]

/**
 * Motion under all forces, by propagateOrbit. The effect of an impulse is computed with J2 only: drag, Sun and Moon change it by a thousandth,
 * and it only gives the direction of the search; each plan is propagated with all forces. Throws RangeError if the integration stops. A
 * transition matrix of all forces would cost as much as a propagation; a direction that is wrong by a thousandth costs a millionth of Δv. The
 * mass is 1 kg, because drag and light act through area over mass, which the forces contain.
 */
export function makeFullDynamics({ origin, ...forces }: FullForces): Dynamics {
  return {
    name: 'full',
    fly: (state, { fromS, toS }: Leg, who: EncounterObjectName) => {
      if (fromS === toS) return state
      const orbit = propagateOrbit(
        { ...state, epoch: addSeconds(origin, fromS), massKg: 1 },
        {
          forces: forces[who],
          until: addSeconds(origin, toS),
          relativeTolerance: RELATIVE,
          positionToleranceM: POSITION_M,
          velocityToleranceMps: VELOCITY_MPS,
        },
      )
      if (!orbit.ok) throw new RangeError(`the orbit cannot be followed: ${orbit.reason}`)
      return { r: orbit.end.r, v: orbit.end.v }
    },
    kicks: J2.kicks,
    carry: J2.carry,
    guide: J2,
    hasCheapKicks: false,
  }
}
