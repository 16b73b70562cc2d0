import { addSeconds, type Epoch } from '../time/epoch.ts'
import { add, cross, dot, norm, type Vec3 } from '../vec3.ts'
import { lightingOf } from './lighting.ts'
import { type Path, trajectoryOf } from './path.ts'

/** A time in which an object is not in full sunlight: seconds after the start of its path. */
export interface Eclipse {
  readonly startS: number
  readonly endS: number
  /** The part of it without any sunlight; null: the object only crosses the penumbra. */
  readonly umbra: { readonly startS: number; readonly endS: number } | null
}

/** The accuracy of an edge in seconds: an object in low orbit crosses the penumbra in eight. */
const EDGE_S = 0.05
/** The number of bisections of two steps of a path, at most 600 s, down to EDGE_S. */
const HALVINGS = 16

type Margin = (seconds: number) => number
type SunAt = (epoch: Epoch) => Vec3

/**
 * Returns the eclipses of an object on a path, with the Sun in the axes of the path, ITRF. A margin is the angle by which the disc of the Sun is
 * visible beyond the disc of the Earth (lightingOf); its edges are found by bisection. If it has a minimum between steps, the minimum is
 * searched, so that an eclipse shorter than a step is not missed. Accuracy: agrees to 2 s with Wertz's cylinders for the equatorial and the polar
 * radius (eclipses.test.ts).
 */
export function eclipsesOn(path: Path, sunAt: SunAt): Eclipse[] {
  const at = trajectoryOf(path)
  const lighting = (seconds: number) => {
    const epoch = addSeconds(path.start, seconds)
    return lightingOf(at(epoch).r, sunAt(epoch))
  }
  // A path has steps of a tenth of a radian of its orbit: an eclipse in low orbit has twenty of them.
  const steps = Array.from({ length: path.count }, (_, k) => Math.min(path.lengthS, k * path.stepS))
  const umbras = below((seconds) => lighting(seconds).umbraMarginRad, steps)
  return below((seconds) => lighting(seconds).penumbraMarginRad, steps).map(([startS, endS]) => {
    const umbra = umbras.find(([from, to]) => from >= startS - EDGE_S && to <= endS + EDGE_S)
    return { startS, endS, umbra: umbra === undefined ? null : { startS: umbra[0], endS: umbra[1] } }
  })
}

/** Returns the spans in which a margin is below 0. */
function below(margin: Margin, steps: readonly number[]): [number, number][] {
  const values = steps.map(margin)
  // Between two steps above 0 there may be a minimum below it, also in the first and in the last step.
  const places = steps.flatMap((s, k) => {
    const [before, value, after] = [values[k - 1], values[k], values[k + 1]]
    // A shadow between two steps appears as a margin that is lower than at both neighbours, and still above 0.
    const isLowest = value !== undefined && value > 0 && value <= (before ?? value) && value <= (after ?? value)
    return isLowest ? [s, leastOf(margin, steps[k - 1] ?? s, steps[k + 1] ?? s)].toSorted((a, b) => a - b) : [s]
  })
  const spans: [number, number][] = []
  let open: number | undefined
  let previous: { readonly s: number; readonly value: number } | undefined
  for (const s of places) {
    const value = margin(s)
    const edge = previous && previous.value < 0 !== value < 0 ? edgeOf(margin, previous.s, s) : undefined
    if (value < 0 && open === undefined) open = edge ?? s
    if (value >= 0 && open !== undefined) {
      spans.push([open, edge ?? s])
      open = undefined
    }
    previous = { s, value }
  }
  if (open !== undefined) spans.push([open, previous?.s ?? open])
  return spans
}

/**
 * Returns where a margin changes its sign between two times, by bisection, which needs different signs at the ends and no slope: sixteen steps
 * leave 18 ms of 1,200 s.
 */
function edgeOf(margin: Margin, from: number, to: number): number {
  let [left, right] = [from, to]
  const isBelow = margin(left) < 0
  for (let n = 0; n < HALVINGS; n += 1) {
    const middle = (left + right) / 2
    if (margin(middle) < 0 === isBelow) left = middle
    else right = middle
  }
  return (left + right) / 2
}

/**
 * Returns where a margin is least between two times: in each step the third that cannot contain it is removed. This search needs a function with
 * one minimum between the two times, as in a passage through the shadow. Each step leaves two thirds of the time: 25 steps lead from two steps of
 * 600 s to EDGE_S.
 */
function leastOf(margin: Margin, from: number, to: number): number {
  let [left, right] = [from, to]
  for (let n = 0; n < 2 * HALVINGS && right - left > EDGE_S; n += 1) {
    const third = (right - left) / 3
    if (margin(left + third) < margin(right - third)) right -= third
    else left += third
  }
  return (left + right) / 2
}

/** Rotation of the Earth, rad/s (WGS 84): velocities of a path are relative to the ground. */
const EARTH_SPIN: Vec3 = [0, 0, 7.292_115e-5]

/**
 * Returns the angle between the plane of an orbit and the Sun, rad: positive on the side from which the motion is counter-clockwise. sin β = n·s,
 * with the unit vectors n along r × v and s to the Sun. If |β| is above arcsin(R/r), a circular orbit of radius r has no eclipse.
 */
export function betaAngle({ r, v }: { readonly r: Vec3; readonly v: Vec3 }, sun: Vec3): number {
  // r × v of the inertial velocity, v + ω × r.
  const normal = cross(r, add(v, cross(EARTH_SPIN, r)))
  return Math.asin(Math.max(-1, Math.min(1, dot(normal, sun) / (norm(normal) * norm(sun)))))
}
