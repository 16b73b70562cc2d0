import { lagrange, type Sample } from '../ephemeris/polynomial.ts'
import { type EarthModel, earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { rotationZ } from '../frames/rotation.ts'
import { type Mat3, multiply } from '../mat3.ts'
import { bodyPosition } from '../sky/body.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Vec3 } from '../vec3.ts'
import { EARTH_RATE_RAD_S } from './drag.ts'
import type { BodyPath, EarthAttitude } from './force.ts'

/** The data that forces need: the attitude of the Earth, and the paths of Sun and Moon, in GCRF. */
export interface Environment {
  readonly toEarthFixed: EarthAttitude
  readonly sun: BodyPath
  readonly moon: BodyPath
}

/**
 * Nodes of an interpolation, degree 7. Its error at t is f⁽⁸⁾/8! times the product of all (t − t_k), which in the middle of nodes of step h is 43
 * h⁸ (Hildebrand, Introduction to Numerical Analysis, §2.6). For a term A sin ωt this is 1e-3 A (ωh)⁸: the fastest large term of the Moon's path,
 * twice a month, has ωh = 0.02, so that rounding is larger.
 */
const NODES = 8
/** The grid step of the interpolated paths, and of the attitude without its constant rotation, s. */
const ATTITUDE_STEP_S = 1800
const PATH_STEP_S = 3600

/**
 * Returns the environment for a propagation that starts near `start`: rotation GCRF to ITRF by rotationBetween, Sun and Moon by bodyPosition,
 * each computed once an hour or half an hour and interpolated by polynomials of degree 7, which changes them by less than 2e-12 rad, 1 cm and 1
 * mm (propagate-orbit.test.ts); each call after the first takes a microsecond.
 */
export function makeEnvironment(start: Epoch, model?: EarthModel): Environment {
  return {
    toEarthFixed: smoothAttitude(start, (epoch) => rotationBetween('GCRF', 'ITRF', earthAt(epoch, model)).matrix),
    sun: smoothPath(start, (epoch) => bodyPosition('Sun', epoch)),
    moon: smoothPath(start, (epoch) => bodyPosition('Moon', epoch)),
  }
}

/**
 * Returns the same path, computed on a grid of hours and interpolated. A force model evaluates it in each of the 12 stages of a step, and one
 * evaluation of the Moon's theory takes as much time as all other forces of the step together.
 */
export function smoothPath(start: Epoch, path: BodyPath): BodyPath {
  const grid = makeGrid(start, PATH_STEP_S, (epoch) => [path(epoch)])
  return lastOf((epoch) => {
    const t = secondsBetween(start, epoch)
    return lagrange(grid(t, 0), t)
  })
}

/** Returns the function with its last value stored: the forces at one instant call it a dozen times in a row. */
function lastOf<T>(compute: (epoch: Epoch) => T): (epoch: Epoch) => T {
  let [known, value]: [Epoch | null, T | null] = [null, null]
  return (epoch) => {
    if (value === null || known !== epoch) [known, value] = [epoch, compute(epoch)]
    return value
  }
}

/**
 * Returns the same attitude. The constant rotation about z is separated, and the slow remainder (precession, nutation, polar motion and UT1) is
 * computed on a grid and interpolated: the rotation itself, 15° an hour, would need a far finer grid. The interpolated remainder is not exactly
 * orthogonal; its deviation is the interpolation error, 2e-12.
 */
export function smoothAttitude(start: Epoch, attitude: EarthAttitude): EarthAttitude {
  const turn = (epoch: Epoch) => rotationZ(EARTH_RATE_RAD_S * secondsBetween(start, epoch))
  const unturn = (epoch: Epoch) => rotationZ(-EARTH_RATE_RAD_S * secondsBetween(start, epoch))
  const grid = makeGrid(start, ATTITUDE_STEP_S, (epoch) => multiply(unturn(epoch), attitude(epoch)))
  return lastOf((epoch) => {
    const t = secondsBetween(start, epoch)
    const rest: Mat3 = [lagrange(grid(t, 0), t), lagrange(grid(t, 1), t), lagrange(grid(t, 2), t)]
    return multiply(turn(epoch), rest)
  })
}

/**
 * Returns a function that gives the eight nodes about a time t (s after `start`) of one row of the computed values, each computed at its first
 * use. The time is between the fourth and the fifth node, where the polynomial is most accurate; towards the outer nodes its error is ten times
 * larger.
 */
function makeGrid(
  start: Epoch,
  step: number,
  compute: (epoch: Epoch) => readonly Vec3[],
): (t: number, row: number) => Sample[] {
  const known = new Map<number, readonly Vec3[]>()
  const valueAt = (index: number): readonly Vec3[] => {
    const old = known.get(index)
    if (old !== undefined) return old
    const value = compute(addSeconds(start, index * step))
    known.set(index, value)
    return value
  }
  const nodesAbout = (first: number, row: number): Sample[] =>
    Array.from({ length: NODES }, (_, k) => {
      const value = valueAt(first + k)[row]
      return { time: (first + k) * step, values: value === undefined ? [] : [value] }
    })
  // Most times are between the same two nodes as the previous time.
  const last = new Map<number, { readonly first: number; readonly nodes: Sample[] }>()
  return (t, row) => {
    const first = Math.floor(t / step) - NODES / 2 + 1
    const old = last.get(row)
    if (old?.first === first) return old.nodes
    const nodes = nodesAbout(first, row)
    last.set(row, { first, nodes })
    return nodes
  }
}
