import { listClosestApproaches } from '../conjunction/closest-approach.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import { forNearPairs } from './near-pairs.ts'
import {
  compareEncounters,
  type Encounter,
  type EncounterKind,
  type NotScreened,
  type ScreenedObject,
  type ScreeningResult,
} from './screened-object.ts'

export interface ExhaustiveOptions {
  /** The end of the interval, seconds; it starts at 0. */
  readonly durationS: number
  /** Encounters nearer than this are listed, m. */
  readonly thresholdM: number
  /** The step of the grid, default 10 s. */
  readonly stepS?: number
  /** Returns true if two indices may form a pair, the lower one first; default all. */
  readonly isPair?: (first: number, second: number) => boolean
}

/** An upper limit of gravity, above its value at the Earth's surface, m/s²: no freely moving object has a larger acceleration. */
const STRONGEST_PULL_MPS2 = 10

/** All objects at one time of the grid; without a state if an object has none, or lost it earlier. */
interface Sample {
  readonly seconds: number
  readonly states: readonly (CartesianState | undefined)[]
  /** Keys of the pairs that are near enough to meet within half a step of this time. */
  readonly near: ReadonlySet<number>
}

/**
 * The reference for fast screenings: slow, simple, and correct by a short argument. All objects are sampled on a grid. Two of them that come
 * nearer than the threshold between two samples are, at the nearer sample in time, no further apart than the threshold plus the distance that
 * their speeds allow in half a step. For each such pair, every change of sign of Δr·Δv from − to + is a minimum of the distance, which
 * listClosestApproaches refines to 1 µs.
 *
 * The grid could only miss a minimum if Δr·Δv changed its sign twice within one step. Near each other, objects have nearly the same gravity:
 * their distance oscillates at most twice in a revolution (more often only near the perigee of an eccentric orbit), and 10 s are a
 * five-hundredth of the shortest revolution. Halving the step must change nothing, which the tests verify.
 *
 * Δr·Δv = 0 is the usual definition of the closest approach. SGP4's velocity is the rate of its position only to about 1e-5 m/s, so for a pair
 * slower than 1 m/s the distance may be smallest some seconds away, by less than a millimetre.
 *
 * An object without a state at a sample is excluded from the previous sample on, and listed.
 */
export function screenExhaustively(objects: readonly ScreenedObject[], options: ExhaustiveOptions): ScreeningResult {
  const { durationS, thresholdM, stepS = 10 } = options
  if (!(durationS > 0 && thresholdM > 0 && stepS > 0)) {
    throw new RangeError(`duration ${durationS}, threshold ${thresholdM} and step ${stepS} must be above 0`)
  }
  const lost = new Map<number, NotScreened>()
  const encounters: Encounter[] = []
  const count = Math.ceil(durationS / stepS)
  let before = sampleAt(objects, 0, { options, lost, untilS: undefined })
  encounters.push(...atEnd(before, 'start', options, objects.length))
  for (let k = 1; k <= count; k += 1) {
    const now = sampleAt(objects, Math.min(k * stepS, durationS), { options, lost, untilS: before.seconds })
    for (const key of new Set([...before.near, ...now.near])) {
      const pair = pairOf(key, objects.length)
      encounters.push(...minimaBetween(objects, pair, [before, now]).filter(({ missM }) => missM < thresholdM))
    }
    before = now
  }
  encounters.push(...atEnd(before, 'end', options, objects.length))
  return { encounters: encounters.sort(compareEncounters), notScreened: [...lost.values()] }
}

/** The data that all samples share, and the time of the previous sample, until which a lost object had a state. */
interface SampleContext {
  readonly options: ExhaustiveOptions
  readonly lost: Map<number, NotScreened>
  readonly untilS: number | undefined
}

/**
 * Returns the states of all objects at one time, and the pairs that may meet within half a step of it. The search distance is the threshold plus
 * twice the largest distance that an object can move in half a step, with gravity added to its speed. Between two samples each object moves at
 * most its speed times half a step to either side, and gravity changes that speed by at most 10 m/s² times half a step.
 */
function sampleAt(objects: readonly ScreenedObject[], seconds: number, context: SampleContext): Sample {
  const { options, lost, untilS } = context
  const positions = new Float64Array(3 * objects.length).fill(Number.NaN)
  let fastest = 0
  const states = objects.map(({ stateAt }, place): CartesianState | undefined => {
    if (lost.has(place)) return undefined
    const state = stateAt(seconds)
    if (!state.ok) {
      lost.set(place, { place, reason: state.reason, untilS })
      return undefined
    }
    positions.set(state.r, 3 * place)
    fastest = Math.max(fastest, norm(state.v))
    return state
  })
  const halfStepS = (options.stepS ?? 10) / 2
  // Threshold + 2 (v + g h) h with h half a step: both objects may move towards each other.
  const reach = options.thresholdM + 2 * (fastest + STRONGEST_PULL_MPS2 * halfStepS) * halfStepS
  const near = new Set<number>()
  const { isPair = () => true } = options
  forNearPairs(positions, reach, (first, second) => {
    if (isPair(first, second)) near.add(first * objects.length + second)
  })
  return { seconds, states, near }
}

type Pair = readonly [first: number, second: number]

/** Converts the key of a pair, first × count + second, back to the pair: in sets, numbers are faster than pairs. */
function pairOf(key: number, objects: number): Pair {
  return [Math.floor(key / objects), key % objects]
}

/** Returns the minima of the distance of a pair between two samples at which both have a state. */
function minimaBetween(
  objects: readonly ScreenedObject[],
  [first, second]: Pair,
  ends: readonly Sample[],
): Encounter[] {
  if (ends.some(({ states }) => states[first] === undefined || states[second] === undefined)) return []
  const [from, to] = ends.map(({ seconds }) => seconds) as [number, number]
  const found = listClosestApproaches(flightOf(objects[first]), flightOf(objects[second]), {
    fromS: from,
    toS: to,
    stepS: to - from,
  })
  return found.map(({ seconds, primary, secondary }) => ({
    first,
    second,
    kind: 'minimum',
    seconds,
    ...relative(primary, secondary),
  }))
}

/** Returns the motion of an object between two samples at which it has a state. */
function flightOf(object: ScreenedObject | undefined): (seconds: number) => CartesianState {
  return (seconds) => {
    const state = object?.stateAt(seconds)
    if (!state?.ok)
      throw new RangeError(`object ${object?.id} has no state ${seconds} s after the start, but around it`)
    return state
  }
}

/**
 * Returns pairs that are near at an end of the interval and separate from there, or would approach beyond it. Without these two kinds an
 * encounter at the border of two intervals would be in neither.
 */
function atEnd(sample: Sample, kind: EncounterKind, options: ExhaustiveOptions, objects: number): Encounter[] {
  return [...sample.near].flatMap((key): Encounter[] => {
    const [first, second] = pairOf(key, objects)
    const [a, b] = [sample.states[first], sample.states[second]]
    if (a === undefined || b === undefined) return []
    const isParting = dot(subtract(b.r, a.r), subtract(b.v, a.v)) >= 0
    const encounter = { first, second, kind, seconds: sample.seconds, ...relative(a, b) }
    return isParting === (kind === 'start') && encounter.missM < options.thresholdM ? [encounter] : []
  })
}

function relative(a: { readonly r: Vec3; readonly v: Vec3 }, b: { readonly r: Vec3; readonly v: Vec3 }) {
  return { missM: norm(subtract(b.r, a.r)), relativeSpeedMps: norm(subtract(b.v, a.v)) }
}
