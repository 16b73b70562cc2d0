import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { type Path, stateOnPath } from '@apsis/astro/visibility/path.ts'
import type { OrbitDataType } from '@apsis/contract/odt/observation/observation.ts'
import { type KnownOrbit, orbitOfSet } from '../object/known-orbit.ts'

type ComparedObject = { readonly noradId: number; readonly name: string; readonly orbit: KnownOrbit }

/** An object that a track was compared with, stored with the report, so that the same comparison can be repeated. */
export type KeptSuspect = {
  readonly noradId: number
  readonly name: string
  readonly type: OrbitDataType
  readonly epoch: Epoch | null
  /** The motion: elements, or states in TEME (m, m/s) at equal steps. */
  readonly way: MeanElements | { readonly start: Epoch; readonly stepS: number; readonly states: readonly number[] }
}

/** The margin before and after a track, s: its light is older, and an object may be late or early by a second (associate). */
const MARGIN_S = 5
/** The error of a cubic between states 10 s apart is less than a millimetre in low orbit: step⁴/384 of the fourth derivative, 1e-5 m/s⁴. */
const LEAST_STEP_S = 10
/** Long tracks are tracks of high objects, which move on a smoother path, so that larger steps are enough. */
const MOST_STEPS = 200

/** Returns an object with its motion over a track; undefined if the object has no state in a part of the track. */
export function keepSuspect(
  { noradId, name, orbit }: ComparedObject,
  origin: Epoch,
  end: Epoch,
): KeptSuspect | undefined {
  const { type, epoch, set } = orbit
  if (set !== undefined) return { noradId, name, type, epoch, way: elementsOf(set) }
  const lengthS = secondsBetween(origin, end) + 2 * MARGIN_S
  const count = Math.ceil(lengthS / Math.max(LEAST_STEP_S, lengthS / MOST_STEPS))
  const [start, stepS] = [addSeconds(origin, -MARGIN_S), lengthS / count]
  const states = Array.from({ length: count + 1 }, (_, step) => orbit.at(addSeconds(start, step * stepS)))
  if (states.includes(null)) return undefined
  const numbers = states.flatMap((state) => (state === null ? [] : [...state.r, ...state.v]))
  return { noradId, name, type, epoch, way: { start, stepS, states: numbers } }
}

/** Returns only the elements, because a published set also names its publisher. */
const elementsOf = ({ epoch, meanMotionRadPerS, eccentricity, bstar, ...angles }: MeanElements): MeanElements => {
  const { incRad, raanRad, argPeriapsisRad, meanAnomalyRad } = angles
  return { epoch, meanMotionRadPerS, eccentricity, bstar, incRad, raanRad, argPeriapsisRad, meanAnomalyRad }
}

/** Restores the object; returns none if the model refuses its elements. */
export function suspectOf({ noradId, name, type, epoch, way }: KeptSuspect): ComparedObject[] {
  if (!('states' in way)) {
    const orbit = orbitOfSet(way, type)
    return orbit === undefined ? [] : [{ noradId, name, orbit: { ...orbit, epoch } }]
  }
  const { start, stepS } = way
  const count = way.states.length / 6
  const lengthS = (count - 1) * stepS
  const states = Float64Array.from(way.states)
  const path: Path = { start, lengthS, stepS, states, count, fastestMps: 0, endedBy: undefined }
  const at = (time: Epoch) => {
    const seconds = secondsBetween(start, time)
    return seconds < 0 || seconds > lengthS ? null : stateOnPath(path, seconds)
  }
  return [{ noradId, name, orbit: { type, epoch, at } }]
}
