import type { Force } from '../dynamics/force.ts'
import { propagateOrbit } from '../dynamics/propagate-orbit.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { type Dynamics, type EncounterObjectName, J2, type Leg } from './dynamics.ts'

/** What acts on each object of an encounter; the forces know its drag and sunlight, so that the mass is 1 kg. */
export interface FullForces {
  /** The TCA of the message: the origin of the seconds. */
  readonly origin: Epoch
  readonly primary: readonly Force[]
  readonly secondary: readonly Force[]
}

/** Errors of a step: a millionth of what a Δv of a millimetre a second does in an orbit. */
const [RELATIVE, POSITION_M, VELOCITY_MPS] = [1e-11, 1e-5, 1e-8]

/**
 * Motion under all forces, by propagateOrbit. The kicks are those of J2: what drag, Sun and Moon add to them is a
 * thousandth, and they only point the way, as each plan is propagated in full. Throws RangeError where the integration
 * stops. A transition matrix of all forces would cost as much as a flight; a direction that is wrong by a thousandth
 * costs a millionth of Δv. The mass is 1 kg since drag and light act by area over mass, which the forces carry.
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
