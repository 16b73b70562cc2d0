import { listClosestApproaches } from '../conjunction/closest-approach.ts'
import { dot, norm, subtract } from '../vec3.ts'
import { openWindows, type Windows } from './kernel-windows.ts'
import type { Encounter, NotScreened, ScreeningResult, StateOrReason } from './screened-object.ts'
import { compareEncounters } from './screened-object.ts'
import type { Span } from './screening-object.ts'
import {
  canMeet,
  type Extents,
  isPairOf,
  type SweepLimits,
  type SweepObjects,
  type WildSamples,
} from './sweep-objects.ts'
import { type ListApproaches, makeWindowStates, ownStates, STEP_S } from './window-states.ts'

/** Half of a window, s. */
export const HALF_S = 80

/**
 * All encounters of the objects of a catalogue: those of screenExhaustively on the same states. In windows of 160 s the
 * kernel names the pairs that can meet, by arguments that leave out none (astro/kernel/assembly/bounds.ts, grid.ts and
 * meeting.ts); at these, the exact states are looked at as the reference does. Objects to which the arguments do not apply
 * are compared with all that fly near them.
 */
export function makeKernelSweep(objects: SweepObjects, limits: SweepLimits): KernelSweep {
  const windows = openWindows(objects, limits.thresholdM, HALF_S)
  const screen = (span: Span): ScreeningResult => {
    const run: Run = { objects, limits, windows, encounters: [], lost: new Map() }
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
  return { screen, extents: windows.extents }
}

export interface KernelSweep {
  /** Screens a part of the interval, which begins and ends at whole windows or at the end. */
  screen(span: Span): ScreeningResult
  /** What is known after all parts that were screened. */
  extents(): Extents
}

interface Run {
  readonly objects: SweepObjects
  readonly limits: SweepLimits
  readonly windows: Windows
  readonly encounters: Encounter[]
  readonly lost: Map<number, NotScreened>
}

function lookAt(run: Run, span: Span, found: number): void {
  const { windows } = run
  const approaches = makeWindowStates(span, run.limits.thresholdM, {
    exactOf: (place) => flightOf(run, place),
    gridStates: (place, seconds) => gridStatesOf(run, place, seconds),
  })
  const samples = windows.wild().flatMap((row) => sampleWild(run, row, span))
  const pairs = windows.pairs(found)
  for (let k = 0; k < found; k += 1) {
    const { one, other, fromS, toS } = pairs(k)
    const near = clip(span, span.fromS + HALF_S + fromS, span.fromS + HALF_S + toS)
    if (near === undefined) continue
    refine(run, [windows.placeOf(one), windows.placeOf(other)], { span, near, approaches })
  }
  samples.forEach((wild, at) => {
    const stretch = { span, near: span, approaches: undefined }
    for (const row of windows.near(wild)) refine(run, [wild.place, windows.placeOf(row)], stretch)
    for (const other of samples.slice(at + 1)) {
      if (canMeet(wild, other, run.limits.thresholdM)) refine(run, [wild.place, other.place], stretch)
    }
  })
}

/** The steps of the grid of a window that touch a stretch of time. */
function clip(span: Span, fromS: number, toS: number): Span | undefined {
  const first = Math.max(0, Math.floor((fromS - span.fromS) / STEP_S))
  const last = Math.min(Math.ceil((span.toS - span.fromS) / STEP_S), Math.ceil((toS - span.fromS) / STEP_S))
  if (!(last > first)) return undefined
  return { fromS: span.fromS + first * STEP_S, toS: Math.min(span.toS, span.fromS + last * STEP_S) }
}

/** Nothing where it has no state in this window. Where it loses its state, it is lost from there on. */
function sampleWild(run: Run, row: number, span: Span): WildSamples[] {
  const place = run.windows.placeOf(row)
  const flight = spanOf(run, place)
  const fromS = Math.max(span.fromS, flight.fromS)
  const toS = Math.min(span.toS, flight.toS)
  if (run.lost.has(place) || fromS > toS) return []
  const samples: WildSamples['samples'][number][] = []
  let lastS = fromS > 0 ? fromS : undefined
  for (let seconds = fromS; ; seconds = Math.min(toS, seconds + STEP_S)) {
    const state = stateAt(run, place, seconds)
    if (!state.ok) {
      run.lost.set(place, { place, reason: state.reason, untilS: lastS })
      break
    }
    samples.push({ seconds: seconds - span.fromS - HALF_S, r: state.r as [number, number, number] })
    lastS = seconds
    if (seconds >= toS) break
  }
  return samples.length > 0 ? [{ place, samples }] : []
}

function stateAt({ objects }: Run, place: number, seconds: number): StateOrReason {
  const own = objects.others[place - objects.catalogue.size]
  return own === undefined ? objects.catalogue.stateAt(place, seconds / 60) : own(seconds)
}

/** The states of an object at all times of the grid, by the kernel where it has it. */
function gridStatesOf(run: Run, place: number, seconds: Float64Array): Float64Array {
  const { catalogue } = run.objects
  if (place >= catalogue.size) return ownStates(flightOf(run, place), seconds)
  const planes = catalogue.propagateTimes(
    place,
    seconds.map((time) => time / 60),
  )
  const { x, y, z, vx, vy, vz } = planes
  const states = new Float64Array(6 * seconds.length)
  for (const [plane, values] of [x, y, z, vx, vy, vz].entries()) {
    for (let at = 0; at < values.length; at += 1) states[6 * at + plane] = values[at] ?? Number.NaN
  }
  return states
}

function spanOf({ objects, limits }: Run, place: number): Span {
  return objects.spans.get(place) ?? { fromS: 0, toS: limits.durationS }
}

interface Stretch {
  /** The window, and the part of it in which the objects may be near. */
  readonly span: Span
  readonly near: Span
  /** Where the bounds of the window hold for both. */
  readonly approaches: ListApproaches | undefined
}

/** Lists the encounters of one pair in a window, by the exact states. */
function refine(run: Run, places: readonly [number, number], { span, near, approaches }: Stretch): void {
  const [first, second] = [Math.min(...places), Math.max(...places)]
  if (!isPairOf(run.objects, first, second)) return
  const [one, other] = [spanOf(run, first), spanOf(run, second)]
  const beginS = Math.max(0, one.fromS, other.fromS)
  const endS = Math.min(run.limits.durationS, one.toS, other.toS)
  const lostS = Math.min(lastOf(run, first), lastOf(run, second))
  const fromS = Math.max(near.fromS, beginS)
  const untilS = Math.min(near.toS, endS, lostS)
  const add = (encounter: Omit<Encounter, 'first' | 'second'>) => {
    if (encounter.missM < run.limits.thresholdM) run.encounters.push({ first, second, ...encounter })
  }
  const flights = [flightOf(run, first), flightOf(run, second)] as const
  if (untilS > fromS) {
    const within = { fromS, toS: untilS }
    const isWhole = beginS <= span.fromS && Math.min(endS, lostS) >= span.toS
    const found =
      isWhole && approaches !== undefined
        ? approaches([first, second], within)
        : listClosestApproaches(...flights, { ...within, stepS: STEP_S })
    for (const { seconds, missDistanceM, primary, secondary } of found) {
      const relativeSpeedMps = norm(subtract(secondary.v, primary.v))
      add({ kind: 'minimum', seconds, missM: missDistanceM, relativeSpeedMps })
    }
  }
  const isHere = (seconds: number) => seconds >= near.fromS && seconds <= near.toS && seconds <= lostS
  if (isHere(beginS) && (beginS < span.toS || beginS === endS)) addEnd(flights, { kind: 'start', seconds: beginS }, add)
  if (isHere(endS) && endS > span.fromS) addEnd(flights, { kind: 'end', seconds: endS }, add)
}

type FlightAt = (seconds: number) => Extract<StateOrReason, { ok: true }>

/** The flight of an object while it has a state. */
function flightOf(run: Run, place: number): FlightAt {
  return (seconds) => {
    const state = stateAt(run, place, seconds)
    if (!state.ok) throw new RangeError(`object ${place} has no state ${seconds} s after the start: ${state.reason}`)
    return state
  }
}

/** The last time at which an object is known to have a state, below 0 where it never had one. */
function lastOf({ lost }: Run, place: number): number {
  const loss = lost.get(place)
  return loss === undefined ? Number.POSITIVE_INFINITY : (loss.untilS ?? Number.NEGATIVE_INFINITY)
}

/** At an end of the interval, two objects that part from the start on or would near each other beyond the end. */
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
