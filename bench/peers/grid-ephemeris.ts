import type { WriteStates } from './bulk-states.ts'

/** The knots at which SGP4 is computed are this far apart, s; everything in between is interpolated. */
export const KNOT_S = 346
/** The number of knots in a stretch: positions of half an hour are kept in memory. */
export const KNOTS_PER_STRETCH = 5
export const STEPS_PER_KNOT = 32
export const STEP_S = KNOT_S / STEPS_PER_KNOT

/** The positions, km, of all objects at each step of a stretch, in single precision as SIMPLETON keeps them. */
export interface GridEphemeris {
  /** The step at which the stretch begins, counted from the start of the screening. */
  firstStep: number
  /** The positions at each step of the stretch: x, y, z of one object after the other, NaN if it has no state. */
  readonly steps: readonly Float32Array[]
}

export function makeEphemeris(count: number, knots: number): GridEphemeris {
  const steps = Array.from({ length: knots * STEPS_PER_KNOT + 1 }, () => new Float32Array(3 * count))
  return { firstStep: 0, steps }
}

/** Fills an ephemeris from a given knot on: SGP4 at the knots, cubic Hermite interpolation between them. */
export function fillEphemeris(ephemeris: GridEphemeris, writeStates: WriteStates, firstKnot: number): void {
  const { steps } = ephemeris
  const numbers = () => new Float64Array(2 * (steps[0]?.length ?? 0))
  let [from, to] = [numbers(), numbers()]
  ephemeris.firstStep = firstKnot * STEPS_PER_KNOT
  writeStates(firstKnot * KNOT_S, from)
  for (let first = 0; first + STEPS_PER_KNOT < steps.length; first += STEPS_PER_KNOT) {
    writeStates((ephemeris.firstStep + first + STEPS_PER_KNOT) * STEP_S, to)
    // The last step of an interval is the first step of the next.
    for (let step = 0; step <= STEPS_PER_KNOT; step += 1)
      interpolate(steps[first + step] as Float32Array, { from, to, u: step / STEPS_PER_KNOT })
    ;[from, to] = [to, from]
  }
}

interface Interval {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly u: number
}

function interpolate(out: Float32Array, { from, to, u }: Interval): void {
  const p1 = u * u * (3 - 2 * u)
  const p0 = 1 - p1
  const m0 = KNOT_S * u * (1 - u) * (1 - u)
  const m1 = KNOT_S * u * u * (u - 1)
  for (let k = 0, at = 0; k < out.length; k += 3, at += 6) {
    out[k] =
      p0 * (from[at] as number) + p1 * (to[at] as number) + m0 * (from[at + 3] as number) + m1 * (to[at + 3] as number)
    out[k + 1] =
      p0 * (from[at + 1] as number) +
      p1 * (to[at + 1] as number) +
      m0 * (from[at + 4] as number) +
      m1 * (to[at + 4] as number)
    out[k + 2] =
      p0 * (from[at + 2] as number) +
      p1 * (to[at + 2] as number) +
      m0 * (from[at + 5] as number) +
      m1 * (to[at + 5] as number)
  }
}
