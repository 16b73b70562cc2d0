import { listClosestApproaches, type StateAt } from '../conjunction/closest-approach.ts'
import type { KernelCatalogue } from '../kernel/kernel.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { dot, norm, subtract } from '../vec3.ts'
import { forCandidates } from './candidates.ts'
import { compareEncounters, type Encounter, type NotScreened, type ScreeningResult } from './screened-object.ts'
import { fillWindow, makeWindow, markWild, type Window } from './window.ts'

export interface SweepOptions {
  /** From the origin of the catalogue to this, seconds. */
  readonly durationS: number
  /** Encounters nearer than this are listed, m. */
  readonly thresholdM: number
  /** Which places may form a pair, the lower one first; default all. */
  readonly isPair?: (first: number, second: number) => boolean
}

/** Half of a window, s: the bounds of candidates.ts hold up to a minute. */
const HALF_S = 60
/** The grid on which minima are looked for within a window: that of the exhaustive reference. */
const STEP_S = 10

/**
 * All encounters of all objects of a catalogue with each other: those of screenExhaustively on the same states, found in
 * windows of two minutes. In each, forCandidates names the pairs that can meet, by an argument that leaves out none (see
 * there and window.ts); for these, the exact states are looked at as the reference does. Objects to which the argument
 * does not apply are compared with all that fly near their heights.
 */
export function sweep(catalogue: KernelCatalogue, options: SweepOptions): ScreeningResult {
  const { durationS, thresholdM } = options
  if (!(durationS > 0 && thresholdM > 0)) {
    throw new RangeError(`duration ${durationS} and threshold ${thresholdM} must be above 0`)
  }
  const flights = Array.from({ length: catalogue.size }, (_, place) => flightOf(catalogue, place))
  const run: Run = { catalogue, options, flights, encounters: [], lost: new Map() }
  const windows = Math.ceil(durationS / (2 * HALF_S))
  let [now, next] = [makeWindow(catalogue.size, HALF_S), makeWindow(catalogue.size, HALF_S)]
  const fill = (window: Window, index: number) =>
    fillWindow(window, catalogue.propagateAll(((2 * index + 1) * HALF_S) / 60))
  fill(now, 0)
  for (let index = 0; index < windows; index += 1) {
    fill(next, index + 1)
    markWild(now, next)
    screenWindow(run, now, { fromS: 2 * index * HALF_S, toS: Math.min(durationS, 2 * (index + 1) * HALF_S) })
    ;[now, next] = [next, now]
  }
  return { encounters: run.encounters.sort(compareEncounters), notScreened: [...run.lost.values()] }
}

interface Span {
  readonly fromS: number
  readonly toS: number
}

interface Run {
  readonly catalogue: KernelCatalogue
  readonly options: SweepOptions
  readonly flights: readonly StateAt[]
  readonly encounters: Encounter[]
  readonly lost: Map<number, NotScreened>
}

function screenWindow(run: Run, window: Window, span: Span): void {
  const placeOf = (k: number) => run.catalogue.order[k] ?? -1
  const wild = Array.from(window.isWild.keys()).flatMap((k) =>
    window.isWild[k] === 1 ? heightsOf(run, placeOf(k), span) : [],
  )
  forCandidates(window, run.options.thresholdM, (one, other) => refine(run, [placeOf(one), placeOf(other)], span))
  for (const { place, least, most } of wild) {
    for (let k = 0; k < window.count; k += 1) {
      const isNear = (window.low[k] ?? 0) < most && (window.high[k] ?? 0) > least
      // Two wild ones meet once, whatever their heights.
      if (window.isWild[k] === 1 ? placeOf(k) < place : isNear) refine(run, [place, placeOf(k)], span)
    }
  }
}

/** Between which radii a wild object can meet others; nothing where it has no state at the beginning of the window. */
function heightsOf(run: Run, place: number, span: Span): { place: number; least: number; most: number }[] {
  if (run.lost.has(place)) return []
  const radii = radiiOf(run, place, span)
  if (radii.length === 0) return []
  const [low, high] = [Math.min(...radii), Math.max(...radii)]
  // Between two samples it goes further by less than all it went.
  const slack = run.options.thresholdM + 1000 + (high - low)
  return [{ place, least: low - slack, most: high + slack }]
}

/** Radii on the grid, up to where the object has no state any more; then it is lost from there on. */
function radiiOf({ catalogue, lost }: Run, place: number, { fromS, toS }: Span): number[] {
  const radii: number[] = []
  let lastS = fromS > 0 ? fromS : undefined
  for (let seconds = fromS; ; seconds = Math.min(toS, seconds + STEP_S)) {
    const state = catalogue.stateAt(place, seconds / 60)
    if (!state.ok) {
      lost.set(place, { place, reason: state.reason, untilS: lastS })
      return radii
    }
    radii.push(norm(state.r))
    lastS = seconds
    if (seconds >= toS) return radii
  }
}

/** The last time at which an object is known to have a state, below 0 where it never had one. */
function lastOf({ lost }: Run, place: number): number {
  const loss = lost.get(place)
  return loss === undefined ? Number.POSITIVE_INFINITY : (loss.untilS ?? Number.NEGATIVE_INFINITY)
}

/** Lists the encounters of one pair in a window, by the exact states. */
function refine(run: Run, pair: readonly [number, number], { fromS, toS }: Span): void {
  const { durationS, thresholdM, isPair = () => true } = run.options
  const [first, second] = [Math.min(...pair), Math.max(...pair)]
  const [primary, secondary] = [run.flights[first], run.flights[second]]
  if (primary === undefined || secondary === undefined || !isPair(first, second)) return
  const untilS = Math.min(toS, lastOf(run, first), lastOf(run, second))
  const add = (encounter: Omit<Encounter, 'first' | 'second'>) => {
    if (encounter.missM < thresholdM) run.encounters.push({ first, second, ...encounter })
  }
  if (untilS > fromS) {
    for (const approach of listClosestApproaches(primary, secondary, { fromS, toS: untilS, stepS: STEP_S })) {
      const { seconds, missDistanceM, primary: a, secondary: b } = approach
      add({ kind: 'minimum', seconds, missM: missDistanceM, relativeSpeedMps: norm(subtract(b.v, a.v)) })
    }
  }
  if (fromS === 0 && untilS >= 0) addEnd([primary, secondary], { kind: 'start', seconds: 0 }, add)
  if (toS === durationS && untilS === toS) addEnd([primary, secondary], { kind: 'end', seconds: toS }, add)
}

/** At an end of the interval, two objects that part from the start on or would near each other beyond the end. */
function addEnd(
  [primary, secondary]: readonly [StateAt, StateAt],
  end: Pick<Encounter, 'kind' | 'seconds'>,
  add: (encounter: Omit<Encounter, 'first' | 'second'>) => void,
): void {
  const [a, b] = [primary(end.seconds), secondary(end.seconds)]
  const [dr, dv] = [subtract(b.r, a.r), subtract(b.v, a.v)]
  const isParting = dot(dr, dv) >= 0
  if (isParting === (end.kind === 'start')) add({ ...end, missM: norm(dr), relativeSpeedMps: norm(dv) })
}

/** The flight of an object while it has a state. */
function flightOf(catalogue: KernelCatalogue, place: number): StateAt {
  return (seconds): CartesianState => {
    const state = catalogue.stateAt(place, seconds / 60)
    if (!state.ok) throw new RangeError(`object ${place} has no state ${seconds} s after the start: ${state.reason}`)
    return state
  }
}
