import { listClosestApproaches } from '../conjunction/closest-approach.ts'
import { rtnAxes } from '../conjunction/rtn.ts'
import { transform } from '../mat3.ts'
import { missing } from '../missing.ts'
import { dot, norm, subtract } from '../vec3.ts'
import { openWindows, type Windows } from './kernel-windows.ts'
import type { Encounter, NotScreened, ScreeningResult, StateOrReason } from './screened-object.ts'
import { compareEncounters } from './screened-object.ts'
import { isInBox } from './screening-box.ts'
import type { Span } from './screening-object.ts'
import {
  canMeet,
  isPairOf,
  SAMPLE_LENGTH,
  type SweepLimits,
  type SweepObjects,
  type WildSamples,
  wildSamples,
} from './sweep-objects.ts'
import { HALF_S } from './sweep-windows.data.ts'
import {
  approachOf,
  type GridTimes,
  type ListApproaches,
  makeWindowStates,
  ownStates,
  STEP_S,
} from './window-states.ts'

/**
 * Finds all encounters of the objects of a catalogue: the same as screenExhaustively for the same states. In windows of 160 s the kernel reports
 * the pairs that can meet, by conditions that miss none (astro/kernel/assembly/bounds.ts, grid.ts and meeting.ts); for these, the exact states
 * are evaluated as in the reference. Objects that do not satisfy the conditions are compared with all objects near them. A screening that only
 * uses samples can miss a minimum of the distance between samples. The kernel works on intervals: it reports a superset of the pairs that come
 * below the threshold, by a proof and not by a margin. The exact states then decide which are listed, so that build, threads and windows cannot
 * change a result.
 */
export function makeKernelSweep(objects: SweepObjects, limits: SweepLimits): KernelSweep {
  const windows = openWindows(objects, limits.thresholdM, HALF_S)
  const screen = (span: Span): ScreeningResult => {
    const run: Run = { objects, limits, windows, encounters: [], lost: new Map() }
    // Windows count from the start of the screening, so that a part that another thread screens has the same windows and grid.
    const first = Math.round(span.fromS / (2 * HALF_S))
    const last = Math.ceil(Math.min(span.toS, limits.durationS) / (2 * HALF_S))
    windows.begin(first, last)
    for (let index = first; index < last; index += 1) {
      const found = windows.advance()
      const fromS = 2 * index * HALF_S
      lookAt(run, { fromS, toS: Math.min(limits.durationS, fromS + 2 * HALF_S) }, found)
    }
    return { encounters: run.encounters.sort(compareEncounters), notScreened: [...run.lost.values()] }
  }
  return { screen }
}

export interface KernelSweep {
  /** Screens a part of the interval, which starts and ends at whole windows or at the end. */
  screen(span: Span): ScreeningResult
}

/** The results of one call of screen(): the encounters found, and the objects that lost their state, by index. */
interface Run {
  readonly objects: SweepObjects
  readonly limits: SweepLimits
  readonly windows: Windows
  readonly encounters: Encounter[]
  readonly lost: Map<number, NotScreened>
}

/**
 * Evaluates one window: the pairs that the kernel found, each in the part of the window in which it may be near; then the objects without bounds
 * (wild objects), with all objects near them, and with each other.
 */
function lookAt(run: Run, span: Span, found: number): void {
  const { windows } = run
  const approaches = makeWindowStates(span, run.limits.thresholdM, {
    radialM: run.limits.within?.box.radialM,
    exactOf: (place) => flightOf(run, place),
    gridStates: (place, times) => gridStatesOf(run, place, times),
  })
  // An object is wild if it decays, or if its ephemeris starts or ends in the window.
  const samples = windows.wild().flatMap((row) => sampleWild(run, row, span))
  const pairs = windows.pairs(found)
  for (let k = 0; k < found; k += 1) {
    const { one, other, fromS, toS } = pairs(k)
    // The kernel counts seconds from the centre of the window, HALF_S after its start.
    const near = clip(span, span.fromS + HALF_S + fromS, span.fromS + HALF_S + toS)
    if (near === undefined) continue
    refine(run, [windows.placeOf(one), windows.placeOf(other)], { span, near, approaches, isBounded: true })
  }
  // Each wild object is compared with the bounded objects within its reach, and with later wild objects in the list: each pair is evaluated once.
  samples.forEach((wild, at) => {
    const stretch = { span, near: span, approaches, isBounded: false }
    for (const row of windows.near(wild)) refine(run, [wild.place, windows.placeOf(row)], stretch)
    for (const other of samples.slice(at + 1)) {
      if (canMeet(wild, other, run.limits.thresholdM)) refine(run, [wild.place, other.place], stretch)
    }
  })
}

/**
 * Returns the steps of a window's grid that overlap a time span. Whole steps of the exhaustive reference's grid are used: a minimum is then
 * bracketed by the same two samples in both.
 */
function clip(span: Span, fromS: number, toS: number): Span | undefined {
  const first = Math.max(0, Math.floor((fromS - span.fromS) / STEP_S))
  const last = Math.min(Math.ceil((span.toS - span.fromS) / STEP_S), Math.ceil((toS - span.fromS) / STEP_S))
  if (!(last > first)) return undefined
  return { fromS: span.fromS + first * STEP_S, toS: Math.min(span.toS, span.fromS + last * STEP_S) }
}

/**
 * Returns nothing if the object has no state in this window. If it loses its state, it is lost from there on. Positions are in m in the frame of
 * the catalogue, TEME. Times count from the centre of the window, as in the kernel.
 */
function sampleWild(run: Run, row: number, span: Span): WildSamples[] {
  const place = run.windows.placeOf(row)
  const flight = spanOf(run, place)
  const fromS = Math.max(span.fromS, flight.fromS)
  const toS = Math.min(span.toS, flight.toS)
  if (run.lost.has(place) || fromS > toS) return []
  // The samples end exactly at the end of the object's motion, where the last step is shorter.
  const count = Math.ceil((toS - fromS) / STEP_S) + 1
  const seconds = Float64Array.from({ length: count }, (_, k) => Math.min(toS, fromS + k * STEP_S))
  const positions = positionsOf(run, place, seconds)
  const lostAt = positions.findIndex(Number.isNaN)
  if (lostAt >= 0) {
    // The time of its last sample with a state; without one, the start of the window; undefined at the start of the screening.
    const untilS = lostAt > 0 ? seconds[lostAt - 1] : fromS > 0 ? fromS : undefined
    run.lost.set(place, { place, reason: reasonAt(run, place, seconds[lostAt] ?? fromS), untilS })
  }
  const known = lostAt < 0 ? count : lostAt
  const samples = new Float64Array(SAMPLE_LENGTH * known)
  for (let k = 0; k < known; k += 1) {
    samples[SAMPLE_LENGTH * k] = (seconds[k] ?? missing()) - span.fromS - HALF_S
    for (let axis = 0; axis < 3; axis += 1)
      samples[SAMPLE_LENGTH * k + 1 + axis] = positions[k + axis * count] ?? missing()
  }
  return known > 0 ? [wildSamples(place, samples)] : []
}

/**
 * Returns why an object has no state at a time. The kernel and the scalar code must agree on that: a state here would mean an error in one of
 * them.
 */
function reasonAt(run: Run, place: number, seconds: number): string {
  const state = stateAt(run, place, seconds)
  if (state.ok) throw new Error(`object ${place} has a state ${seconds} s after the start, and none on the grid`)
  return state.reason
}

/**
 * Returns three planes; missing values are NaN. The x of all times come first, then y, then z, in m. The kernel propagates an element set to all
 * times in one call; an ephemeris is interpolated one time after the other.
 */
function positionsOf(run: Run, place: number, seconds: Float64Array): Float64Array {
  const { catalogue } = run.objects
  const count = seconds.length
  const positions = new Float64Array(3 * count)
  if (place < catalogue.size) {
    const { x, y, z } = catalogue.propagateTimes(
      place,
      seconds.map((time) => time / 60),
    )
    for (const [axis, plane] of [x, y, z].entries()) positions.set(plane, axis * count)
    return positions
  }
  for (let k = 0; k < count; k += 1) {
    const state = stateAt(run, place, seconds[k] ?? missing())
    for (let axis = 0; axis < 3; axis += 1)
      positions[k + axis * count] = state.ok ? (state.r[axis] ?? Number.NaN) : Number.NaN
  }
  return positions
}

/** Returns the state at some seconds after the start: by SGP4, whose times are minutes, or by the object's own motion. */
function stateAt({ objects }: Run, place: number, seconds: number): StateOrReason {
  const own = objects.others[place - objects.catalogue.size]
  return own === undefined ? objects.catalogue.stateAt(place, seconds / 60) : own(seconds)
}

/** Returns the states of an object at all times of the grid, by the kernel if it contains the object; plane by plane. */
function gridStatesOf(run: Run, place: number, times: GridTimes): Float64Array {
  const { catalogue } = run.objects
  if (place >= catalogue.size) return ownStates(flightOf(run, place), times)
  const { x, y, z, vx, vy, vz } = catalogue.propagateTimes(place, times.minutes)
  const count = times.minutes.length
  const states = new Float64Array(6 * count)
  states.set(x)
  states.set(y, count)
  states.set(z, 2 * count)
  states.set(vx, 3 * count)
  states.set(vy, 4 * count)
  states.set(vz, 5 * count)
  return states
}

/** Returns the span in which an object has states: the span of an ephemeris, otherwise the whole screening. */
function spanOf({ objects, limits }: Run, place: number): Span {
  return objects.spans.get(place) ?? { fromS: 0, toS: limits.durationS }
}

interface Stretch {
  /** The window, and the part of it in which the objects may be near. */
  readonly span: Span
  readonly near: Span
  readonly approaches: ListApproaches
  /** True if the bounds of the window hold for both objects. */
  readonly isBounded: boolean
}

/**
 * Lists the encounters of one pair in a window, by the exact states. An object without a state between two samples is lost from the previous
 * sample on, like an object without a state at a sample. Each loss shortens the time of one object, so the repetition ends.
 */
function refine(run: Run, places: readonly [number, number], stretch: Stretch): void {
  const known = run.encounters.length
  try {
    refineKnown(run, places, stretch)
  } catch (error) {
    if (!(error instanceof StatelessError)) throw error
    const { place, seconds, message: reason } = error
    const { fromS } = stretch.span
    const untilS = fromS + (Math.ceil((seconds - fromS) / STEP_S) - 1) * STEP_S
    run.lost.set(place, { place, reason, untilS: untilS > 0 ? untilS : undefined })
    // The results for this pair before the error are found again.
    run.encounters.length = known
    refine(run, places, stretch)
  }
}

/** The error for an object that has no state at a time, though it has states around it; its text is the reason. */
class StatelessError extends RangeError {
  readonly place: number
  readonly seconds: number

  constructor(place: number, seconds: number, reason: string) {
    super(reason)
    this.place = place
    this.seconds = seconds
  }
}

/**
 * Lists the encounters of a pair with known states: minima of the distance in their common time, and, at the ends of their common time, a
 * distance that is already below the threshold.
 */
function refineKnown(
  run: Run,
  places: readonly [number, number],
  { span, near, approaches, isBounded }: Stretch,
): void {
  const [first, second] = [Math.min(...places), Math.max(...places)]
  if (!isPairOf(run.objects, first, second)) return
  const [one, other] = [spanOf(run, first), spanOf(run, second)]
  const beginS = Math.max(0, one.fromS, other.fromS)
  const endS = Math.min(run.limits.durationS, one.toS, other.toS)
  // An object that decays is screened up to its last state on the grid.
  const lostS = Math.min(lastOf(run, first), lastOf(run, second))
  const fromS = Math.max(near.fromS, beginS)
  const untilS = Math.min(near.toS, endS, lostS)
  const add = (encounter: Omit<Encounter, 'first' | 'second'>) => {
    if (encounter.missM < run.limits.thresholdM && isWithin(run, [first, second], encounter.seconds))
      run.encounters.push({ first, second, ...encounter })
  }
  const flights = [flightOf(run, first), flightOf(run, second)] as const
  if (untilS > fromS) {
    const within = { fromS, toS: untilS }
    // All pairs of a window share the states of the grid, which exist only if both objects have states in the whole window. Otherwise the minima
    // are searched from the exact start of the common time on.
    const isWhole = beginS <= span.fromS && Math.min(endS, lostS) >= span.toS
    const found = isWhole
      ? approaches([first, second], within, isBounded)
      : listClosestApproaches(...flights, { ...within, stepS: STEP_S }).map(approachOf)
    for (const approach of found) add({ kind: 'minimum', ...approach })
  }
  // A start at the border of two windows is reported by the later one, an end by the earlier one, so neither is reported twice.
  const isHere = (seconds: number) => seconds >= near.fromS && seconds <= near.toS && seconds <= lostS
  if (isHere(beginS) && (beginS < span.toS || beginS === endS)) addEnd(flights, { kind: 'start', seconds: beginS }, add)
  if (isHere(endS) && endS > span.fromS) addEnd(flights, { kind: 'end', seconds: endS }, add)
}

/** Returns true if an encounter is inside the box about the object of its set; without a box always true. */
function isWithin(run: Run, [first, second]: readonly [number, number], seconds: number): boolean {
  const { within } = run.limits
  if (within === undefined) return true
  const isAbout = (place: number) => run.objects.sets[place] === within.set
  const inBoxOf = (primary: number, other: number) => {
    const [own, met] = [flightOf(run, primary)(seconds), flightOf(run, other)(seconds)]
    return isInBox(transform(rtnAxes(own), subtract(met.r, own.r)), within.box)
  }
  return (isAbout(first) && inBoxOf(first, second)) || (isAbout(second) && inBoxOf(second, first))
}

type FlightAt = (seconds: number) => Extract<StateOrReason, { ok: true }>

/** Returns the motion of an object while it has a state. */
function flightOf(run: Run, place: number): FlightAt {
  return (seconds) => {
    const state = stateAt(run, place, seconds)
    if (!state.ok) throw new StatelessError(place, seconds, state.reason)
    return state
  }
}

/** Returns the last time at which an object has a known state, below 0 if it never had one. */
function lastOf({ lost }: Run, place: number): number {
  const loss = lost.get(place)
  return loss === undefined ? Number.POSITIVE_INFINITY : (loss.untilS ?? Number.NEGATIVE_INFINITY)
}

/**
 * Adds an end of the interval for two objects that separate from the start on (Δr·Δv ≥ 0) or would approach beyond the end: the smallest distance
 * of such a pair is at the end, and no minimum inside shows it.
 */
function addEnd(
  [primary, secondary]: readonly [FlightAt, FlightAt],
  end: Pick<Encounter, 'kind' | 'seconds'>,
  add: (encounter: Omit<Encounter, 'first' | 'second'>) => void,
): void {
  const [a, b] = [primary(end.seconds), secondary(end.seconds)]
  const [dr, dv] = [subtract(b.r, a.r), subtract(b.v, a.v)]
  const isParting = dot(dr, dv) >= 0
  if (isParting === (end.kind === 'start')) add({ ...end, missM: norm(dr), relativeSpeedMps: norm(dv) })
}
