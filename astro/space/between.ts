import { NO_STATE, PLACE_UNIT_M, STATE_WORDS } from './state-set.ts'

/** What the numbers of the earlier and of the later set are multiplied by, as 32-bit floats, the same for all objects. */
export interface BetweenWeights {
  /** For the way from the earlier place to the later one. */
  readonly way: number
  /** For the velocities, units per m/s. */
  readonly earlierVelocity: number
  readonly laterVelocity: number
  /** For the accelerations, units per m/s². */
  readonly earlierAcceleration: number
  readonly laterAcceleration: number
}

/**
 * Returns the weights for the time at `fraction` of the step of `stepS` seconds from the earlier to the later set: those of the polynomial of
 * fifth degree that has place, velocity and acceleration of both ends (quintic Hermite interpolation).
 */
export function weightsAt(fraction: number, stepS: number): BetweenWeights {
  const s = fraction
  const [s2, s3, s4, s5] = [s ** 2, s ** 3, s ** 4, s ** 5]
  const [velocity, acceleration] = [stepS / PLACE_UNIT_M, stepS ** 2 / (2 * PLACE_UNIT_M)]
  return {
    way: Math.fround(10 * s3 - 15 * s4 + 6 * s5),
    earlierVelocity: Math.fround(velocity * (s - 6 * s3 + 8 * s4 - 3 * s5)),
    laterVelocity: Math.fround(velocity * (7 * s4 - 4 * s3 - 3 * s5)),
    earlierAcceleration: Math.fround(acceleration * (s2 - 3 * s3 + 3 * s4 - s5)),
    laterAcceleration: Math.fround(acceleration * (s3 - 2 * s4 + s5)),
  }
}

/**
 * Writes the places of all objects between two sets of states, three whole numbers for each in units of PLACE_UNIT_M, TEME of date; the first is
 * NO_STATE where one of the sets has no state. Every operation is rounded to 32 bits, as in the shader that draws the same: what is computed
 * here is what is seen there. Accuracy, all roundings included: within a metre of the kernel for the whole public catalogue at steps up to 120 s
 * (engine/space-states.test.ts).
 */
export function writePlaces(
  earlier: ArrayBuffer,
  later: ArrayBuffer,
  weights: BetweenWeights,
  places: Int32Array<ArrayBuffer>,
): void {
  const [from, to] = [new Int32Array(earlier), new Int32Array(later)]
  const [fromRates, toRates] = [new Float32Array(earlier), new Float32Array(later)]
  const { way, earlierVelocity, laterVelocity, earlierAcceleration, laterAcceleration } = weights
  for (let first = 0, at = 0; first < from.length; first += STATE_WORDS, at += 3) {
    const isMissing = from[first] === NO_STATE || to[first] === NO_STATE
    for (let axis = 0; axis < 3; axis += 1) {
      const word = first + axis
      const start = from[word] as number
      // Multiplied and added in this order; the way is a whole number below 2²⁴, which a float holds exactly.
      let moved = Math.fround(Math.fround((to[word] as number) - start) * way)
      moved = Math.fround(moved + Math.fround((fromRates[word + 3] as number) * earlierVelocity))
      moved = Math.fround(moved + Math.fround((toRates[word + 3] as number) * laterVelocity))
      moved = Math.fround(moved + Math.fround((fromRates[word + 6] as number) * earlierAcceleration))
      moved = Math.fround(moved + Math.fround((toRates[word + 6] as number) * laterAcceleration))
      places[at + axis] = isMissing ? NO_STATE : start + Math.round(moved)
    }
  }
}
