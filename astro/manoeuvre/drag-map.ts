import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { rtnAxes } from '../conjunction/rtn.ts'
import { transform, transpose } from '../mat3.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { densityAtLimit, overDensity } from './density-average.ts'
import { type DragForces, fly } from './drag-flight.ts'
import type { EncounterModel } from './encounter-model.ts'
import { makeNearPath, type NearPath } from './near-path.ts'
import type { Displacement, DragCraft } from './plan-drag.ts'
import { totalOfPairs } from './safe-intervals.ts'

/** An event of the craft, and how long its TCA is after the TCA of the event for which the map is made. */
export interface MappedEvent {
  readonly model: EncounterModel
  readonly laterS: number
  /** The other object: events of one pair count as their sum (flight rule F10). */
  readonly pair: string
}

/** The changes of area in the map. */
export interface DragMapOptions {
  /** The TCA of the first event, from which seconds are counted. */
  readonly origin: Epoch
  readonly craft: DragCraft
  readonly forces: DragForces
  /** When the craft has turned, and how long it keeps the attitude, s; it turns back at the TCA of the first event at the latest. */
  readonly starts: readonly { readonly startS: number; readonly holdS: number; readonly densitySigma: number }[]
  /** Cd A / m in the attitude, m²/kg, each between the craft's least and greatest. */
  readonly heldM2PerKg: readonly number[]
}

/** The result of each change, by held area and then by start. */
export interface DragMap {
  /** The probability of the first event, mean over the density. */
  readonly probability: number[][]
  /** The largest probability of the first event for a density from the 5th to the 95th percentile. */
  readonly worst: number[][]
  /** The miss distance of the first event with the forecast density, m. */
  readonly missM: number[][]
  /** The craft's shift along its track at that time with the forecast density, m. */
  readonly alongTrackM: number[][]
  /** The probability that any of the other events is a collision, each with its mean; 0 without others. */
  readonly others: number[][]
  /** The index, among the other events, of the largest probability; −1: all are 0. */
  readonly worstOther: number[][]
  /** The probability that any event is a collision. */
  readonly total: number[][]
}

/**
 * From one node of the sum over the density to the next, the craft moves by at most this fraction of the least sigma; the number of nodes stays
 * within the limits below. The trapezoidal rule for a bell curve has an error of 2 exp(−2π²) with steps of one sigma.
 */
const NODE_SHARE = 1
const [LEAST_NODES, MOST_NODES] = [31, 721]
/** Steps of the search for the largest value between two nodes. */
const PEAK_STEPS = 12
/** The sum goes from −4.5 to 4.5 sigmas of the density, as in overDensity(). */
const SUMMED_SIGMAS = 9
/**
 * The displacement of a path is nearly proportional to the density: its slope is assumed to be at most this factor times the proportional slope.
 */
const SLOPE_FACTOR = 1.5

/**
 * Returns a map of differential drag: the risk of an event, and of the craft's other events, for each area and start time. For each start two
 * areas are propagated with the forecast density. All other values follow from these, because the displacement is nearly proportional to the
 * change of area and to the density. Let D(x) be the craft's position with Cd A/m = x at this density, to second order D(u) + a (x − u) + b (x −
 * u)², where u is the usual value. A density f times larger has the same effect as f times the area, so a held area h moves the craft by
 *
 *   D(f h) − D(f u) = f δ (a + b f δ + 2 b u (f − 1)),   δ = h − u:
 *
 * a craft that sinks faster meets a denser atmosphere. Each event is then assessed on the curved paths of both objects (makeNearPath) with the
 * exact disc, averaged over the density. Accuracy: the probability of planned changes to 1 %, the path under constant drag to 0.1 %
 * (drag-map.test.ts). An event before the start does not change. Throws RangeError if the craft cannot be propagated.
 */
export function dragMap(events: readonly MappedEvent[], options: DragMapOptions): DragMap {
  const [own] = events
  if (own === undefined) throw new RangeError('a map is made for an event')
  const { starts, heldM2PerKg } = options
  const open = events.map(openEvent)
  const still = stillPath(own.model.encounter.primary, events, options)
  const columns = starts.map((start) => columnOf(open, still, { options, start }))
  const rows = <T>(cell: (column: (typeof columns)[number], row: number) => T): T[][] =>
    heldM2PerKg.map((_, row) => columns.map((column) => cell(column, row)))
  const cells = <K extends keyof Cell>(key: K) => rows((column, row) => (column[row] ?? missing())[key])
  return {
    probability: cells('probability'),
    worst: cells('worst'),
    missM: cells('missM'),
    alongTrackM: cells('alongTrackM'),
    others: cells('others'),
    worstOther: cells('worstOther'),
    total: cells('total'),
  }
}

type OpenEvent = MappedEvent & {
  readonly near: NearPath
  readonly toInertial: ReturnType<typeof transpose>
  /** The sigma of the miss in the plane, m; one metre if the objects do not pass each other. */
  readonly sigmaM: number
}

function openEvent(event: MappedEvent): OpenEvent {
  const { model } = event
  const { primary } = model.encounter
  const { planar } = model.after({ state: primary })
  const toInertial = transpose(rtnAxes(primary))
  return { ...event, near: makeNearPath(model), toInertial, sigmaM: planar?.miss.sigmaXM ?? 1 }
}

type Start = DragMapOptions['starts'][number]
type Cell = {
  readonly probability: number
  readonly worst: number
  readonly missM: number
  readonly alongTrackM: number
  readonly others: number
  readonly worstOther: number
  readonly total: number
}

/** Propagates the craft without a change, from the first start to the last event. */
function stillPath(
  primary: CartesianState,
  events: readonly MappedEvent[],
  { origin, forces, craft, starts }: DragMapOptions,
) {
  const firstS = Math.min(...starts.map(({ startS }) => startS))
  if (!(firstS < 0)) throw new RangeError('a change of area at or after TCA avoids nothing')
  const endS = Math.max(0, ...events.map(({ laterS }) => laterS))
  const usual = { origin, fromS: 0, forces: forces(craft.usualM2PerKg) }
  const before = fly(primary, { ...usual, toS: firstS })
  const after = endS > 0 ? fly(primary, { ...usual, toS: endS }) : null
  const at = (seconds: number): CartesianState =>
    seconds > 0 && after !== null
      ? after.stateAt(addSeconds(origin, seconds))
      : before.stateAt(addSeconds(origin, seconds))
  return { at, endS }
}

/** Computes all areas for one start. */
function columnOf(
  events: readonly OpenEvent[],
  still: ReturnType<typeof stillPath>,
  { options, start }: { readonly options: DragMapOptions; readonly start: Start },
): Cell[] {
  const { craft, heldM2PerKg } = options
  const { usualM2PerKg } = craft
  const nodes = areasToFly(craft)
  const flown = nodes.map((node) => offsetsOf(events, still, { options, start, heldM2PerKg: node }))
  return heldM2PerKg.map((held): Cell => {
    const moves = events.map((_, place) => {
      const both = flown.map((offsets) => offsets[place] ?? missing())
      return moveOf(both, { nodes, usualM2PerKg, heldM2PerKg: held })
    })
    const risks = events.map((event, place) => riskOf(event, moves[place] ?? missing(), start.densitySigma))
    const worst = worstOf(events[0] ?? missing(), moves[0] ?? missing(), { ...start, risk: risks[0] ?? missing() })
    const [own = missing(), ...others] = risks
    const [[event = missing()], [move = missing()]] = [events, moves]
    const pairs = risks.map(({ mean }, place) => ({ pair: (events[place] ?? missing()).pair, probability: mean }))
    const moved = move(1)
    return {
      probability: own.mean,
      worst,
      missM: event.model.after({ state: stateOf(event, moved) }).missDistanceM,
      alongTrackM: moved.dr[1],
      others: totalOfPairs(pairs.slice(1)).most,
      worstOther: largestOf(others.map(({ mean }) => mean)),
      total: totalOfPairs(pairs).most,
    }
  })
}

/** Returns the index of the largest probability; −1 if none is above 0. */
function largestOf(probabilities: readonly number[]): number {
  const most = Math.max(0, ...probabilities)
  return most > 0 ? probabilities.indexOf(most) : -1
}

const NOT_MOVED: Displacement = { dr: [0, 0, 0], dv: [0, 0, 0] }

/** Returns the shift of the craft by a held area at each event, in R, T, N of the craft without a change. */
function offsetsOf(
  events: readonly OpenEvent[],
  still: ReturnType<typeof stillPath>,
  { options, start, heldM2PerKg }: { options: DragMapOptions; start: Start; heldM2PerKg: number },
): Displacement[] {
  const { origin, forces, craft } = options
  const { startS, holdS } = start
  const turnS = Math.min(0, startS + holdS)
  const held = fly(still.at(startS), { origin, fromS: startS, toS: turnS, forces: forces(heldM2PerKg) })
  const rest =
    turnS < still.endS
      ? fly(held.end, { origin, fromS: turnS, toS: still.endS, forces: forces(craft.usualM2PerKg) })
      : held
  return events.map(({ laterS }) => {
    if (laterS <= startS) return NOT_MOVED
    const there = (laterS < turnS ? held : rest).stateAt(addSeconds(origin, laterS))
    const nothing = still.at(laterS)
    const toRtn = rtnAxes(nothing)
    return {
      dr: transform(toRtn, subtract(there.r, nothing.r)),
      dv: transform(toRtn, subtract(there.v, nothing.v)),
    }
  })
}

type Change = {
  readonly nodes: readonly [number, number]
  readonly usualM2PerKg: number
  readonly heldM2PerKg: number
}

/** Returns the shift by a held area as a function of the density factor, interpolated through the two propagated areas and zero. */
function moveOf(
  flown: readonly Displacement[],
  { nodes, usualM2PerKg, heldM2PerKg }: Change,
): (factor: number) => Displacement {
  const [first = missing(), second = missing()] = flown
  const [m, n] = [nodes[0] - usualM2PerKg, nodes[1] - usualM2PerKg]
  const change = heldM2PerKg - usualM2PerKg
  // D = a δ + b δ² through both points: b = (D₂/n − D₁/m)/(n − m), a = D₁/m − b m.
  const along = (of: (moved: Displacement) => Vec3) => {
    const [one, two] = [scale(of(first), 1 / m), scale(of(second), 1 / n)]
    const b = scale(subtract(two, one), 1 / (n - m))
    const a = subtract(one, scale(b, m))
    return (factor: number): Vec3 =>
      add(scale(a, factor * change), scale(b, factor * change * (factor * change + 2 * usualM2PerKg * (factor - 1))))
  }
  const [dr, dv] = [along((moved) => moved.dr), along((moved) => moved.dv)]
  return (factor) => ({ dr: dr(factor), dv: dv(factor) })
}

/**
 * Returns the areas that are propagated: the least and the greatest, or, if the craft can only change in one direction, the full change and half
 * of it.
 */
function areasToFly({ usualM2PerKg, leastM2PerKg, mostM2PerKg }: DragCraft): readonly [number, number] {
  if (leastM2PerKg < usualM2PerKg && usualM2PerKg < mostM2PerKg) return [leastM2PerKg, mostM2PerKg]
  const far = mostM2PerKg > usualM2PerKg ? mostM2PerKg : leastM2PerKg
  if (far === usualM2PerKg) throw new RangeError('the craft has one area only: there is nothing to change')
  return [(usualM2PerKg + far) / 2, far]
}

/** Returns the craft of an event, shifted in the axes of its own orbit. */
function stateOf({ model, toInertial }: OpenEvent, { dr, dv }: Displacement): CartesianState {
  const { r, v } = model.encounter.primary
  return { r: add(r, transform(toInertial, dr)), v: add(v, transform(toInertial, dv)) }
}

interface Risk {
  readonly mean: number
  /** The largest of the summed values between the percentiles, and the spacing of the nodes as a factor on the density. */
  readonly largest: { readonly value: number; readonly factor: number }
  readonly stepFactor: number
}

/** Computes the risk of an event over the density. */
function riskOf(event: OpenEvent, move: (factor: number) => Displacement, densitySigma: number): Risk {
  const { near, sigmaM } = event
  const shiftM = norm(move(1).dr)
  if (shiftM === 0) {
    const still = probabilityAt(near, event.model.encounter.primary)
    return { mean: still, largest: { value: still, factor: 1 }, stepFactor: 0 }
  }
  const wanted = (SUMMED_SIGMAS * densitySigma * shiftM) / (NODE_SHARE * sigmaM)
  const nodes = 2 * Math.floor(Math.min(MOST_NODES, Math.max(LEAST_NODES, wanted)) / 2) + 1
  const [thin, dense] = [densityAtLimit(densitySigma, -1), densityAtLimit(densitySigma, 1)]
  let largest = { value: -1, factor: 1 }
  // If the craft passes at a great distance, no nearby density can bring it to the other object.
  let clear = { factor: Number.NaN, reach: 0 }
  const value = (factor: number): number => {
    if (Math.abs(factor - clear.factor) < clear.reach) return 0
    const state = stateOf(event, move(factor))
    const clearM = near.clearanceM(state)
    if (clearM <= 0) return probabilityAt(near, state)
    clear = { factor, reach: clearM / (SLOPE_FACTOR * Math.max(1, factor) * shiftM) }
    return 0
  }
  const { mean } = overDensity(
    (factor) => {
      const here = value(factor)
      if (here > largest.value && factor >= thin * (1 - SAME_FACTOR) && factor <= dense * (1 + SAME_FACTOR))
        largest = { value: here, factor }
      return here
    },
    densitySigma,
    nodes,
  )
  return { mean, largest, stepFactor: (SUMMED_SIGMAS * densitySigma * dense) / (nodes - 1) }
}

/** The tolerance by which the ends of the range count as inside. */
const SAME_FACTOR = 1e-12

/** Returns the largest value between the percentiles: the largest at the nodes, refined by golden section between its neighbours. */
function worstOf(
  event: OpenEvent,
  move: (factor: number) => Displacement,
  { densitySigma, risk: { largest, stepFactor } }: { readonly densitySigma: number; readonly risk: Risk },
): number {
  if (stepFactor === 0 || largest.value === 0) return largest.value
  const at = (factor: number) => probabilityAt(event.near, stateOf(event, move(factor)))
  let low = Math.max(densityAtLimit(densitySigma, -1), largest.factor - stepFactor)
  let high = Math.min(densityAtLimit(densitySigma, 1), largest.factor + stepFactor)
  const golden = (Math.sqrt(5) - 1) / 2
  let worst = largest.value
  for (let k = 0; k < PEAK_STEPS; k += 1) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)]
    const [one, other] = [at(a), at(b)]
    worst = Math.max(worst, one, other)
    if (one > other) high = b
    else low = a
  }
  return worst
}

/** If the objects do not pass each other there, no disc can be integrated, and the event is never called safe. */
const CERTAIN = 1 - Number.EPSILON

function probabilityAt(near: NearPath, state: CartesianState): number {
  const miss = near.missOf(state)
  if (miss === 'far') return 0
  return miss === 'none' ? CERTAIN : Math.min(CERTAIN, circle2d(miss, near.radiusM))
}
