import { missing } from '../../missing.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { apparentBodyPosition } from '../../sky/body.ts'
import { addSeconds, type Epoch } from '../../time/epoch.ts'
import { findIntervals } from '../../time/intervals.ts'
import type { Vec3 } from '../../vec3.ts'
import { lightingOf } from '../../visibility/lighting.ts'
import type { BurnSpan } from '../burn-time.ts'
import { flyJ2 } from '../fly-j2.ts'

/** The kinds of shadow in which no burn takes place: without any sunlight, or with a part of the sunlight missing. */
export const ECLIPSE_DEPTHS = ['UMBRA', 'PENUMBRA'] as const
export type EclipseDepth = (typeof ECLIPSE_DEPTHS)[number]

/** An object at the TCA of a message, in GCRF. */
export interface OrbitAtTca {
  readonly tca: Epoch
  readonly state: CartesianState
  /** Cd A / m, m²/kg; undefined: not known. */
  readonly m2PerKg?: number | undefined
}

/** The orbit is stored at this interval; between two states it is propagated. A revolution in low orbit has 18 of these steps, and its shadow 7. */
const STEP_S = 300
/** The Sun moves 0.02° in half an hour, on a curve that differs from its chord by less than 1e-6°. */
const SUN_STEP_S = 1_800
/** An object in low orbit crosses the penumbra in eight seconds; commands have a resolution of milliseconds. */
const EDGE_S = 0.001

/**
 * Returns the eclipses of an object from `fromS` (seconds after TCA, negative) to TCA, in the order of time. Its orbit is propagated backwards from
 * the message with J2, as for plans. The shadow is from lightingOf. Accuracy for the propagated orbit: agrees with Wertz's cylinders to 2 s
 * (eclipse.test.ts). The real orbit differs by seconds per day, and with drag by a term in the square of the time (see timingErrorS).
 */
export function eclipsesBefore({ tca, state }: OrbitAtTca, fromS: number, depth: EclipseDepth): BurnSpan[] {
  if (!(fromS < 0)) return []
  const stateAt = statesBefore(state, fromS)
  const sunAt = sunBefore(tca, fromS)
  const shadow = (seconds: number) => {
    const { penumbraMarginRad, umbraMarginRad } = lightingOf(stateAt(seconds).r, sunAt(seconds))
    return -(depth === 'UMBRA' ? umbraMarginRad : penumbraMarginRad)
  }
  const steps = Math.ceil(-fromS / STEP_S)
  const samples = Array.from({ length: steps + 1 }, (_, k) => fromS * (1 - k / steps))
  return findIntervals(shadow, samples, EDGE_S).map(({ startS, endS }) => ({ fromS: startS, toS: endS }))
}

/**
 * Returns a function for the orbit before TCA. The orbit is propagated once from step to step, and then from the nearest step to the requested
 * time. A search for edges asks for times in any order; each is at most half a step from a stored state.
 */
export function statesBefore(state: CartesianState, fromS: number): (seconds: number) => CartesianState {
  const count = Math.ceil(-fromS / STEP_S) + 1
  const known = [state]
  for (let k = 1; k <= count; k += 1) known.push(flyJ2(known[k - 1] ?? missing(), -STEP_S))
  return (seconds) => {
    const nearest = Math.min(count, Math.max(0, Math.round(-seconds / STEP_S)))
    return flyJ2(known[nearest] ?? missing(), seconds + nearest * STEP_S)
  }
}

/** Returns the Sun's position in GCRF, interpolated linearly between positions half an hour apart. */
function sunBefore(tca: Epoch, fromS: number): (seconds: number) => Vec3 {
  const count = Math.ceil(-fromS / SUN_STEP_S)
  const known = Array.from({ length: count + 1 }, (_, k) =>
    apparentBodyPosition('Sun', addSeconds(tca, -k * SUN_STEP_S)),
  )
  return (seconds) => {
    const at = -seconds / SUN_STEP_S
    const place = Math.min(count - 1, Math.max(0, Math.floor(at)))
    const [later, earlier] = [known[place] ?? missing(), known[place + 1] ?? missing()]
    const share = at - place
    const between = (axis: 0 | 1 | 2) => later[axis] + share * (earlier[axis] - later[axis])
    return [between(0), between(1), between(2)]
  }
}
