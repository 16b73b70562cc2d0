import { listClosestApproaches, type StateAt } from '@apsis/astro/conjunction/closest-approach.ts'
import type { KernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { forNearPairs } from '@apsis/astro/screening/near-pairs.ts'
import type { Encounter, NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { dot, norm, subtract } from '@apsis/astro/vec3.ts'
import { forNearChords, layChords, makeChords } from './chords.ts'

/** The step of the grid, s, which is that of the exhaustive reference in astro. */
export const STEP_S = 10
/** No object in free flight has a larger acceleration than this, m/s²; an object that exceeds it is reported. */
export const STRONGEST_PULL_MPS2 = 20
/** A path with at most that acceleration deviates from the straight line between its ends by at most acceleration × step² / 8, m. */
const BEND_M = (STRONGEST_PULL_MPS2 * STEP_S ** 2) / 8

/** The steps of the grid, from the beginning of the first to the end of the last. */
export interface TruthTask {
  readonly fromStep: number
  readonly toStep: number
}

export interface TruthOptions {
  readonly durationS: number
  readonly thresholdM: number
}

export interface SpanTruth {
  readonly encounters: readonly Encounter[]
  readonly notScreened: readonly NotScreened[]
  /** The largest acceleration between samples, m/s²: the reference is valid if it is below STRONGEST_PULL_MPS2. */
  readonly strongestMps2: number
}

interface Run {
  readonly catalogue: KernelCatalogue
  readonly options: TruthOptions
  readonly flights: readonly StateAt[]
  readonly encounters: Encounter[]
  readonly lost: Map<number, NotScreened>
}

/**
 * Does what the exhaustive reference of astro does, fast enough for a whole catalogue: the same samples every 10 s, the same minima and ends by the
 * scalar theory. It only examines fewer pairs between two samples. If the paths of two objects come nearer than the threshold in a step, both are
 * then within BEND_M of the straight lines between their samples; so these lines come nearer than the threshold plus twice BEND_M, at the same time.
 * All such pairs are examined. It shares only the theory and the refinement of a minimum with the sweep, and none of its windows, shells or bounds.
 */
export function findTruth(catalogue: KernelCatalogue, options: TruthOptions, task: TruthTask): SpanTruth {
  const { durationS, thresholdM } = options
  const flights = Array.from({ length: catalogue.size }, (_, place) => flightOf(catalogue, place))
  const run: Run = { catalogue, options, flights, encounters: [], lost: new Map() }
  const chords = makeChords(catalogue.size)
  const last = Math.ceil(durationS / STEP_S)
  let strongestMps2 = 0
  let before = task.fromStep > 0 ? sampleAt(run, task.fromStep - 1) : undefined
  let now = sampleAt(run, task.fromStep)
  if (task.fromStep === 0) addEnds(run, now, { kind: 'start', seconds: 0 })
  for (let step = task.fromStep + 1; step <= task.toStep; step += 1) {
    const next = sampleAt(run, step)
    const [fromS, toS] = [secondsOf(run, step - 1), secondsOf(run, step)]
    layChords(chords, now, next)
    forNearChords(chords, thresholdM + 2 * BEND_M, (first, second) => addMinima(run, [first, second], [fromS, toS]))
    if (before !== undefined && step < last) strongestMps2 = Math.max(strongestMps2, strongestBend(before, now, next))
    ;[before, now] = [now, next]
  }
  if (task.toStep === last) addEnds(run, now, { kind: 'end', seconds: durationS })
  return { encounters: run.encounters, notScreened: [...run.lost.values()], strongestMps2 }
}

function secondsOf({ options }: Run, step: number): number {
  return Math.min(step * STEP_S, options.durationS)
}

/** Returns the positions in the order of the places. An object without a position counts as lost from the previous sample on, and stays lost. */
function sampleAt(run: Run, step: number): Float64Array {
  const { catalogue, lost } = run
  const states = catalogue.propagateAll(secondsOf(run, step) / 60)
  const positions = new Float64Array(3 * catalogue.size)
  for (let k = 0; k < catalogue.size; k += 1) {
    const place = catalogue.order[k] ?? 0
    const [x = 0, y = 0, z = 0] = [states.x[k], states.y[k], states.z[k]]
    if (Number.isNaN(x) && !lost.has(place)) lost.set(place, lossOf(run, place, step))
    positions.set(lost.has(place) ? [Number.NaN, Number.NaN, Number.NaN] : [x, y, z], 3 * place)
  }
  return positions
}

function lossOf(run: Run, place: number, step: number): NotScreened {
  const state = run.catalogue.stateAt(place, secondsOf(run, step) / 60)
  if (state.ok) throw new Error(`the kernel has no state of object ${place} where the scalar theory has one`)
  return { place, reason: state.reason, untilS: step > 0 ? secondsOf(run, step - 1) : undefined }
}

function strongestBend(before: Float64Array, now: Float64Array, next: Float64Array): number {
  let strongest = 0
  for (let k = 0; k < now.length; k += 3) {
    const along = (axis: number) => (before[k + axis] ?? 0) - 2 * (now[k + axis] ?? 0) + (next[k + axis] ?? 0)
    const [x, y, z] = [along(0), along(1), along(2)]
    const bend = Math.sqrt(x * x + y * y + z * z) / STEP_S ** 2
    // If the value is NaN, the comparison is false and it is ignored.
    if (bend > strongest) strongest = bend
  }
  return strongest
}

type Pair = readonly [first: number, second: number]

function addMinima(run: Run, [first, second]: Pair, [fromS, toS]: readonly [number, number]): void {
  const [primary, secondary] = [run.flights[first], run.flights[second]]
  if (primary === undefined || secondary === undefined) return
  for (const approach of listClosestApproaches(primary, secondary, { fromS, toS, stepS: toS - fromS })) {
    const { seconds, missDistanceM: missM, primary: a, secondary: b } = approach
    const relativeSpeedMps = norm(subtract(b.v, a.v))
    if (missM < run.options.thresholdM)
      run.encounters.push({ first, second, kind: 'minimum', seconds, missM, relativeSpeedMps })
  }
}

/** Adds pairs that are near at an end of the interval and separate from there on, or would approach each other beyond it. */
function addEnds(run: Run, positions: Float64Array, end: Pick<Encounter, 'kind' | 'seconds'>): void {
  const { thresholdM } = run.options
  // The kernel and the scalar theory differ by far less than a metre.
  forNearPairs(positions, thresholdM + 1, (first, second) => {
    const [a, b] = [run.flights[first]?.(end.seconds), run.flights[second]?.(end.seconds)]
    if (a === undefined || b === undefined) return
    const [dr, dv] = [subtract(b.r, a.r), subtract(b.v, a.v)]
    const isParting = dot(dr, dv) >= 0
    if (isParting !== (end.kind === 'start') || norm(dr) >= thresholdM) return
    run.encounters.push({ first, second, ...end, missM: norm(dr), relativeSpeedMps: norm(dv) })
  })
}

function flightOf(catalogue: KernelCatalogue, place: number): StateAt {
  return (seconds): CartesianState => {
    const state = catalogue.stateAt(place, seconds / 60)
    if (!state.ok) throw new RangeError(`object ${place} has no state ${seconds} s after the start: ${state.reason}`)
    return state
  }
}
