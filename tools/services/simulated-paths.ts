import { GM_EARTH, HOUR_MS } from '@apsis/astro/constants.ts'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { inertialRsw } from '@apsis/astro/frames/local.ts'
import { type Mat3, transform, transpose } from '@apsis/astro/mat3.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { flyTwoBody } from '@apsis/astro/orbit/two-body.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4Minutes } from '@apsis/astro/sgp4/propagate.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { epochOfMs, msOfEpoch } from './simulated-objects.ts'

/** Returns the state of an object in EME2000, m and m/s, at a time in ms since 1970. Throws RangeError if there is no state. */
export type ObjectPath = (atMs: number) => CartesianState

/** Returns the path that SGP4 computes from mean elements. */
export function pathOfElements(elements: MeanElements): ObjectPath {
  const model = initSgp4(elements)
  const epochMs = msOfEpoch(elements.epoch)
  return (atMs) => {
    const state = propagateSgp4Minutes(model, (atMs - epochMs) / 60_000)
    if (!state.ok) throw new RangeError(`the simulated object has no state: ${state.reason}`)
    const toEme2000 = temeToEme2000(atMs)
    return { r: transform(toEme2000, state.r), v: transform(toEme2000, state.v) }
  }
}

/** Returns the path of a Kepler orbit through a state in EME2000. */
export function pathOfTwoBody({ atMs, ...state }: CartesianState & { readonly atMs: number }): ObjectPath {
  return (ms) => flyTwoBody(state, (ms - atMs) / 1000, GM_EARTH)
}

/** Returns the path through states in EME2000, such as those of another file; the path ends with them. */
export function pathOfStates(states: readonly (CartesianState & { readonly atMs: number })[]): ObjectPath {
  const segment = {
    frame: 'EME2000',
    interpolation: 'HERMITE' as const,
    degree: 7,
    states: states.map(({ atMs, r, v }) => ({ epoch: epochOfMs(atMs), r, v })),
  }
  const ephemeris = makeEphemeris([segment])
  return (atMs) => {
    const state = interpolateState(ephemeris, epochOfMs(atMs))
    if (!state.ok) throw new RangeError(`the states have none at this time: ${state.reason}`)
    return { r: state.r, v: state.v }
  }
}

const MOST_NODES = 1000
const nodes = new Map<number, Mat3>()

/** Returns the rotation at a time, interpolated between two full hours: the axes turn by less than 3e-8 rad in an hour. */
function temeToEme2000(atMs: number): Mat3 {
  const hour = Math.floor(atMs / HOUR_MS)
  const [before, after, share] = [nodeAt(hour), nodeAt(hour + 1), atMs / HOUR_MS - hour]
  const row = (i: 0 | 1 | 2) => add(scale(before[i], 1 - share), scale(after[i], share))
  return [row(0), row(1), row(2)]
}

function nodeAt(hour: number): Mat3 {
  const known = nodes.get(hour)
  if (known !== undefined) return known
  if (nodes.size >= MOST_NODES) nodes.clear()
  const { matrix } = rotationBetween('TEME', 'EME2000', earthAt(epochOfMs(hour * HOUR_MS), { outside: 'hold' }))
  nodes.set(hour, matrix)
  return matrix
}

/** A burn; UVW are the radial, along-track and cross-track axes. */
export type SimulatedBurn = { readonly atMs: number; readonly dvUvwMps: Vec3 }

/**
 * Returns a path with a burn. After the burn, the path is displaced by the effect of the burn in SGP4, including the drift of node and
 * perigee due to the flattening of the Earth. A path by SGP4 without drag is then exactly that of the elements through its changed state.
 * Drag is omitted, because the two states differ so little that drag has the same effect on both.
 */
export function withBurn(path: ObjectPath, { atMs, dvUvwMps }: SimulatedBurn): ObjectPath {
  const before = path(atMs)
  const after = { r: before.r, v: add(before.v, transform(transpose(inertialRsw(before)), dvUvwMps)) }
  const [flown, undisturbed] = [pathOfState(after, atMs), pathOfState(before, atMs)]
  return (ms) => {
    const state = path(ms)
    if (ms < atMs) return state
    const [burnt, free] = [flown(ms), undisturbed(ms)]
    return { r: add(state.r, subtract(burnt.r, free.r)), v: add(state.v, subtract(burnt.v, free.v)) }
  }
}

/** Returns the path by SGP4 without drag through a state in EME2000. */
function pathOfState({ r, v }: CartesianState, atMs: number): ObjectPath {
  const toTeme = transpose(temeToEme2000(atMs))
  const fitted = fitElements({ epoch: epochOfMs(atMs), r: transform(toTeme, r), v: transform(toTeme, v) })
  if (!fitted.ok) throw new RangeError(`no element set flies through the state: ${fitted.reason}`)
  return pathOfElements(fitted.elements)
}

/** Returns a path at a constant distance in UVW, m, from another one. */
export function shifted(path: ObjectPath, shiftUvwM: Vec3): ObjectPath {
  return (ms) => {
    const state = path(ms)
    const { r, v } = state
    const shift = transform(transpose(inertialRsw(state)), shiftUvwM)
    const turning = scale(cross(r, v), 1 / dot(r, r))
    return { r: add(r, shift), v: add(v, cross(turning, shift)) }
  }
}

/** Returns a path with an along-track error that grows with the time since the start, m per hour. */
export function withGrowingError(path: ObjectPath, startMs: number, errorMPerH: number): ObjectPath {
  if (errorMPerH === 0) return path
  const msPerMs = errorMPerH / HOUR_MS / (norm(path(startMs).v) / 1000)
  return (ms) => path(ms + (ms - startMs) * msPerMs)
}
