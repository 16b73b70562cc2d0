import { rtnAxes } from '../conjunction/rtn.ts'
import type { EphemerisState } from '../ephemeris/columns.ts'
import { type Ephemeris, type EphemerisSegment, makeEphemeris } from '../ephemeris/ephemeris.ts'
import { makeInterpolator, type StateAt } from '../ephemeris/interpolator.ts'
import { multiply, transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { addSeconds, compareEpochs, type Epoch, secondsBetween } from '../time/epoch.ts'
import { add, subtract } from '../vec3.ts'

/** Two models of one epoch, in seconds after the start, whose difference is added to an ephemeris from there to an end. */
export interface Shift {
  readonly fromS: number
  readonly untilS: number
  readonly before: Sgp4Model
  readonly after: Sgp4Model
}

/**
 * The degree of Lagrange's polynomial, which interpolates an orbit to a millimetre between states at this distance at perigee. It uses positions
 * only: in many messages the velocities are inconsistent with them, which causes errors of metres with Hermite.
 */
const DEGREE = 9
const STEP_RAD = 0.2
/** The number of additional states beyond the ends, if the ephemeris has them: at its ends a polynomial amplifies rounding most. */
const STATES_BEYOND = 5

/**
 * Returns a function that gives the ephemeris of an object after a deviation from its path: its ephemeris in TEME plus the difference of two sets
 * of elements from there on, along their radial, along-track and normal axes. Errors of SGP4 are in both sets and cancel to first order: a zero
 * burn changes nothing, and the effect of a burn is accurate to 1 % (burn-candidates.test.ts). Segments are kept, and with them the manoeuvres in
 * between; it ends with the elements. This is the idea of Encke's method: only the small difference to a known orbit is computed with a simple
 * model.
 */
export function makeShifter({ segments }: Ephemeris, start: Epoch): (shift: Shift) => Ephemeris {
  const pieces = segments.map((segment) => ({
    fromS: secondsBetween(start, segment.start),
    toS: secondsBetween(start, segment.stop),
    stateAt: makeInterpolator({ segments: [segment] }, start),
  }))
  return (shift) => {
    const stepS = STEP_RAD / Math.max(perigeeRate(shift.before), perigeeRate(shift.after))
    const shifted = pieces.map((piece) => shiftPiece(piece, { ...shift, start, stepS }))
    return makeEphemeris(shifted.filter((segment) => segment !== null))
  }
}

interface Piece {
  readonly fromS: number
  readonly toS: number
  readonly stateAt: (seconds: number) => StateAt
}

/**
 * Returns one segment, shifted from the start of the shift: states in steps of STEP_RAD at perigee, some beyond the ends if they exist. Null if
 * the segment is outside.
 */
function shiftPiece(
  { stateAt, ...piece }: Piece,
  { start, stepS, ...shift }: Shift & { readonly start: Epoch; readonly stepS: number },
): EphemerisSegment | null {
  const [fromS, toS] = [Math.max(shift.fromS, piece.fromS), Math.min(shift.untilS, piece.toS)]
  if (!(toS > fromS)) return null
  const [firstS, lastS] = [
    Math.max(piece.fromS, fromS - STATES_BEYOND * stepS),
    Math.min(piece.toS, toS + STATES_BEYOND * stepS),
  ]
  const steps = Math.max(DEGREE, Math.ceil((lastS - firstS) / stepS))
  const states: EphemerisState[] = []
  for (let k = 0; k <= steps; k += 1) {
    const seconds = k === steps ? lastS : firstS + (k * (lastS - firstS)) / steps
    const state = stateAt(seconds)
    const moved = state.ok ? shiftState(shift, state, seconds) : null
    if (moved !== null) states.push({ epoch: addSeconds(start, seconds), ...moved })
    else if (seconds > fromS) break
    else states.length = 0
  }
  const [first, last] = [states[0]?.epoch, states.at(-1)?.epoch]
  const [useableStart, end] = [addSeconds(start, fromS), addSeconds(start, toS)]
  if (first === undefined || last === undefined || compareEpochs(last, useableStart) <= 0) return null
  if (compareEpochs(first, useableStart) > 0) return null
  const useableStop = compareEpochs(end, last) < 0 ? end : last
  return { frame: 'TEME', interpolation: 'LAGRANGE', degree: DEGREE, states, useableStart, useableStop }
}

/**
 * Returns the difference of both models, rotated from the RTN axes of the elements to those of the ephemeris; null if either model has no state.
 */
function shiftState({ fromS, before, after }: Shift, state: CartesianState, seconds: number): CartesianState | null {
  const minutes = (seconds - fromS) / 60
  const [from, to] = [propagateSgp4Minutes(before, minutes), propagateSgp4Minutes(after, minutes)]
  if (!from.ok || !to.ok) return null
  const turned = multiply(transpose(rtnAxes(state)), rtnAxes(from))
  return {
    r: add(state.r, transform(turned, subtract(to.r, from.r))),
    v: add(state.v, transform(turned, subtract(to.v, from.v))),
  }
}

/** Returns the angular rate of an object at perigee, rad/s. For a Kepler orbit it is n √((1 + e)/(1 − e)³). */
function perigeeRate({ near: { meanMotion, eccentricity } }: Sgp4Model): number {
  return (meanMotion / 60) * Math.sqrt((1 + eccentricity) / (1 - eccentricity) ** 3)
}
