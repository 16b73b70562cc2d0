import { makeEnvironment } from '../../dynamics/environment.ts'
import { numericalFlight } from '../../measurement/flight.ts'
import { orbitForces } from '../../measurement/orbit-forces.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { addSeconds, type Epoch } from '../../time/epoch.ts'
import { parseTime } from '../../time/parse-time.ts'
import type { ReferenceOrbit } from '../reference-orbit.ts'

export const TRUTH_START = parseTime('2026-11-20T00:00:00')
const TRUTH_STOP = addSeconds(TRUTH_START, 40 * 3_600)
/** At 700 km, near a sun-synchronous orbit. */
const AT_START: CartesianState = { r: [7_078_000, 0, 0], v: [0, -1_050, 7_432] }

/**
 * Propagates a state with gravity to a high degree, Sun and Moon: forces that a propagation under J2 lacks, and without any code of the planner.
 */
export function truthFlight(
  epoch: Epoch,
  state: CartesianState,
  last: Epoch = TRUTH_STOP,
): (at: Epoch) => CartesianState {
  const sky = makeEnvironment(epoch, { outside: 'hold' })
  const flown = numericalFlight({ epoch, first: epoch, last, ...orbitForces(sky, null) })(state)
  if (flown === null) throw new Error('the orbit cannot be flown')
  return (at) => {
    const there = flown.stateAt(at)
    if (there === null) throw new Error('no state')
    return there
  }
}

/** A satellite without burns for 40 hours, under all these forces. */
export const TRUTH_ORBIT: ReferenceOrbit = {
  span: { start: TRUTH_START, stop: TRUTH_STOP },
  stateAt: truthFlight(TRUTH_START, AT_START),
  covarianceRtnAt: () => null,
  impulses: [],
}
