import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { type Mat3, transform, transpose } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import { type ArcFlight, arcFrom } from './arc-trial.ts'
import { bentKicks, keptKicks, kicksFrom, makeBurnTrial } from './burn-trial.ts'
import type { EncounterModel } from './encounter-model.ts'
import { type ExecutionError, executionCovariance } from './execution-error.ts'
import { makeNearPath, type NearPath, REACH_SIGMAS } from './near-path.ts'

/** An encounter of the satellite, and how long after a common origin its message's TCA is. */
export interface PlacedEncounter {
  readonly model: EncounterModel
  readonly laterS: number
  /** The pair of objects: encounters of one pair count as their sum (flight rule F10); absent: the encounter is a separate pair. */
  readonly pair?: string
}

/** The burns of a trade space: along one line, of each size (negative: the opposite direction), at each time after the origin. */
export interface TradeGrid {
  readonly directionRtn: Vec3
  readonly timesS: readonly number[]
  readonly sizesMps: readonly number[]
  /** Included in the covariance of each cell (flight rule F1); absent: nothing is added. */
  readonly executionError?: ExecutionError
  /** Returns the duration of constant thrust for a size of either sense, s; absent: an impulse. An event before the arc's end does not change. */
  readonly arcOfS?: (sizeMps: number) => number
}

/** The result of each burn; cell [time · sizes + size]. A probability below 1e-30 is 0. */
export interface TradeSpace {
  /** 1 − ∏(1 − Pᵢ) over the pairs, where each pair has the sum of its encounters, at most 1. */
  readonly total: Float64Array
  /** The index of the encounter with the largest probability; −1 if all are 0. */
  readonly worst: Int16Array
}

/**
 * Number of sizes that are propagated for each time; the state at TCA is a polynomial through them. A longer arc follows the rotation of the
 * orbit, so each of its senses needs more of them.
 */
const [NODES, ARC_NODES] = [5, 7]
/** Factor on the steepest chord between two of them: it allows for a steeper slope in between, and for the rotation of the relative velocity. */
const SLOPE_FACTOR = 3
const SMALLEST_MPS = 1e-9
/**
 * Computes the trade space of many encounters: thousands of times and sizes of a burn in a second. For each time and encounter five burns are
 * propagated with the dynamics of the encounter. The state at its TCA is a polynomial of the size through them, with an error below a centimetre
 * over 0.5 m/s and 72 h, where the linear map is wrong by kilometres (flight rule F9). From there the closest approach of each cell is searched
 * on the curved paths of both objects (makeNearPath), the covariances are mapped as in the model of the encounter, and the exact disc is
 * integrated. Cells with a miss of twelve sigmas or more are found from straight lines, with an allowance for curvature. The execution error is
 * mapped by the transition matrices of the five burns. Accuracy: agrees with propagated cells to 0.001 in log10 (trade-space.test.ts).
 */
export function tradeSpace(encounters: readonly PlacedEncounter[], grid: TradeGrid): TradeSpace {
  const { timesS, sizesMps } = grid
  const cells = timesS.length * sizesMps.length
  const survival = new Float64Array(cells)
  const [largest, worst] = [new Float64Array(cells), new Int16Array(cells).fill(-1)]
  const whole = [partOf(sizesMps, 0)]
  const met = Map.groupBy(encounters, (one) => one.pair ?? one)
  const sums = new Map([...met].flatMap(([pair, { length }]) => (length > 1 ? [[pair, new Float64Array(cells)]] : [])))
  encounters.forEach((encounter, place) => {
    const { model, laterS, pair = encounter } = encounter
    const sum = sums.get(pair)
    const near = makeNearPath(model)
    // The probability of an encounter without a burn, or with a burn that is too late for it.
    const still = probabilityOf(near, model.encounter.primary)
    timesS.forEach((timeS, row) => {
      const cell = (column: number, probability: number) => {
        const at = row * sizesMps.length + column
        // The probability of no collision is a product; sums of log1p(−P) keep the digits of probabilities of 1e-9.
        if (sum === undefined) survival[at] = (survival[at] ?? missing()) + Math.log1p(-probability)
        else sum[at] = Math.min(1, (sum[at] ?? missing()) + probability)
        if (probability > (largest[at] ?? missing())) {
          largest[at] = probability
          worst[at] = place
        }
      }
      const burnS = timeS - laterS
      const parts = burnS >= 0 ? [] : grid.arcOfS === undefined ? whole : arcParts(grid.arcOfS, sizesMps, burnS)
      for (let column = 0; column < sizesMps.length; column += 1)
        if (parts.every(({ from, sizesMps: own }) => column < from || column >= from + own.length)) cell(column, still)
      for (const part of parts) {
        const arrived = arrivals(model, { burnS, nodes: part.weights.nodes }, { ...grid, sizesMps: part.sizesMps })
        fillRow(near, { ...arrived, ...part }, (column, probability) => cell(part.from + column, probability))
      }
    })
  })
  for (const sum of sums.values())
    for (const [at, most] of sum.entries()) survival[at] = (survival[at] ?? missing()) + Math.log1p(-most)
  return { total: survival.map((sum) => -Math.expm1(sum)), worst }
}

/** Adjacent sizes that share one polynomial, and the index of the first of them. */
interface Part {
  readonly from: number
  readonly sizesMps: readonly number[]
  readonly weights: ReturnType<typeof nodeWeights>
}

/** Returns adjacent sizes with the nodes of their polynomial. */
function partOf(sizesMps: readonly number[], from: number, count = NODES): Part {
  return { from, sizesMps, weights: nodeWeights(sizesMps, count) }
}

/**
 * Separates the two senses of an arc: a larger arc takes longer, so its effect depends nonlinearly on the size and on the sense. Sizes whose arc
 * would not end before the encounter are in neither part.
 */
function arcParts(arcOfS: (sizeMps: number) => number, sizesMps: readonly number[], burnS: number): readonly Part[] {
  // Sizes of one sense whose arc ends before the encounter; they are adjacent, because the sizes are in ascending order.
  const flown = (sense: number) => {
    const places = sizesMps.flatMap((size, place) =>
      (sense < 0 ? size < 0 : size >= 0) && burnS + arcOfS(size) < 0 ? [place] : [],
    )
    const [from] = places
    return from === undefined ? [] : [partOf(sizesMps.slice(from, from + places.length), from, ARC_NODES)]
  }
  return [...flown(-1), ...flown(1)]
}

/** Position and velocity at the TCA of the message, m and m/s. */
type Six = readonly [number, number, number, number, number, number]

interface Row extends Arrivals, Part {}

/**
 * Fills the cells of one time that are not 0. The point at the TCA moves by at most `mPerMps` for each m/s of the burn, so that a cell with a
 * clearance of c metres also clears all sizes within c/mPerMps of its own: these are skipped. Most of a row is far from any encounter, so one
 * cell decides for dozens.
 */
function fillRow(
  near: NearPath,
  { states, mPerMps, errorAt, weights, sizesMps }: Row,
  cell: (column: number, probability: number) => void,
) {
  for (let column = 0; column < sizesMps.length; column += 1) {
    const arrived = stateAt(states, weights.of[column] ?? missing())
    const size = sizesMps[column] ?? missing()
    const weight = weights.of[column] ?? missing()
    // A zero burn has no error, but the smallest burn has all of the error that does not depend on the size.
    const clearM = near.clearanceM(arrived, errorAt === undefined ? 0 : sigmaOf(errorAt(size || SMALLEST_MPS, weight)))
    if (clearM > 0) {
      while (Math.abs((sizesMps[column + 1] ?? Infinity) - size) * mPerMps < clearM) column += 1
    } else {
      const probability = probabilityOf(near, arrived, errorAt?.(size, weight))
      if (probability > 0) cell(column, probability)
    }
  }
}

interface Arrivals {
  readonly states: readonly Six[]
  /** No point, and no clearance, changes faster with the size than this. */
  readonly mPerMps: number
  /** Returns the contribution of a burn's error to the covariance of the position, m²; undefined: burns have no error. */
  readonly errorAt: ((size: number, weights: Float64Array) => Matrix) | undefined
}

/** The sigma in any direction is at most this, m. */
const sigmaOf = (added: Matrix) => Math.sqrt(entry(added, 0, 0) + entry(added, 1, 1) + entry(added, 2, 2))

/**
 * Returns six numbers for each propagated size: position and velocity at the TCA of the message. mPerMps bounds how fast the arriving point,
 * together with the extent of its covariance, changes with the size: three times (SLOPE_FACTOR) the sum of the steepest chord between two
 * propagated sizes and of twelve σ of the error of the largest burn, both per m/s.
 */
function arrivals(
  model: EncounterModel,
  { burnS, nodes }: { readonly burnS: number; readonly nodes: readonly number[] },
  { directionRtn, sizesMps, executionError, arcOfS }: TradeGrid,
): Arrivals {
  const { state, rtn } = makeBurnTrial(model, burnS, null)
  const direction = transform(transpose(rtn), directionRtn)
  const { primary } = model.encounter
  const leg = { fromS: burnS, toS: 0 }
  const fly = (size: number): ArcFlight => {
    const deltaV = scale(direction, size)
    const durationS = arcOfS?.(size) ?? 0
    if (durationS > 0) return arcFrom(model, state, { startS: burnS, durationS })(deltaV)
    const moved = { r: state.r, v: add(state.v, deltaV) }
    const { kicks, keplerKicks, j2Kicks } = kicksFrom(model.dynamics, moved, leg)
    return { end: model.dynamics.fly(moved, leg, 'primary'), kicks, keplerKicks, j2Kicks }
  }
  const six = ({ r, v }: CartesianState) => [...r, ...v] as const
  const unmoved = six(model.dynamics.fly(state, leg, 'primary'))
  const message: Six = [...primary.r, ...primary.v]
  // The rounding of the propagation forth and back is subtracted (flight rule F5).
  const off = message.map((value, k) => value - (unmoved[k] ?? missing()))
  const ways = nodes.map(fly)
  const states = ways.map((way) => six(way.end).map((value, k) => value + (off[k] ?? missing())) as unknown as Six)
  const steepest = states.slice(1).reduce((most, [x, y, z], k) => {
    const [bx, by, bz] = states[k] ?? missing()
    return Math.max(
      most,
      Math.hypot(x - bx, y - by, z - bz) / Math.abs((nodes[k + 1] ?? missing()) - (nodes[k] ?? missing())),
    )
  }, 0)
  const errorAt =
    executionError &&
    errorsOf(
      { kicks: bentKicks(model, ways, { still: keptKicks(() => fly(0)), burnS }), direction, rtn },
      executionError,
    )
  // The sigma of an error increases with the size by at most the sigma of the largest burn.
  const largest = sizesMps.reduce((most, size) => (Math.abs(size) >= Math.abs(most) ? size : most), 0)
  const grown =
    errorAt === undefined || largest === 0 ? 0 : sigmaOf(errorAt(largest, lagrange(nodes, largest))) / Math.abs(largest)
  return { states, mPerMps: SLOPE_FACTOR * (steepest + REACH_SIGMAS * grown), errorAt }
}

type KickedBurn = { readonly kicks: readonly Matrix[]; readonly direction: Vec3; readonly rtn: Mat3 }

/**
 * Returns the error of a burn at the TCA: the derivatives for the propagated sizes, interpolated by their polynomial. K E Kᵀ: the derivatives
 * K(Δv) = Σ w_k K_k are interpolated like the state, and the error E(Δv) of the burn itself is exact (executionCovariance).
 */
function errorsOf({ kicks, direction, rtn }: KickedBurn, error: ExecutionError) {
  return (size: number, weights: Float64Array): Matrix => {
    const here = buildMatrix(3, 3, (i, j) =>
      kicks.reduce((sum, one, k) => sum + (weights[k] ?? missing()) * entry(one, i, j), 0),
    )
    return mapCovariance(here, executionCovariance(scale(direction, size), error, rtn))
  }
}

/**
 * Returns Chebyshev's nodes over the sizes, cos((2k + 1) π/(2n)) scaled to their range, and for each size the weights of Lagrange's polynomial
 * through them, Π (x − x_j)/(x_k − x_j). At these nodes the interpolation error is distributed evenly over the range.
 */
function nodeWeights(sizes: readonly number[], count: number) {
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)]
  const nodes = Array.from(
    { length: count },
    (_, k) => (low + high) / 2 + ((high - low) / 2) * Math.cos((Math.PI * (2 * k + 1)) / (2 * count)),
  )
  return { nodes, of: sizes.map((size) => lagrange(nodes, size)) }
}

/** Returns the weights of Lagrange's polynomial through the nodes at one size. */
function lagrange(nodes: readonly number[], size: number): Float64Array {
  // For a single size all nodes are equal.
  if (nodes[0] === nodes.at(-1)) return Float64Array.from(nodes, (_, k) => Number(k === 0))
  return Float64Array.from(nodes, (own, k) =>
    nodes.reduce((product, other, j) => (j === k ? product : (product * (size - other)) / (own - other)), 1),
  )
}

/**
 * Returns the state at TCA after a burn of a size, by the polynomial. The polynomial is in the size and not in the time: the state is a smooth
 * function of Δv (a change of energy increases the phase in proportion to the time), while over the time of the burn it rotates with the orbit.
 */
function stateAt(arrived: readonly Six[], weights: Float64Array): CartesianState {
  let [x, y, z, vx, vy, vz] = [0, 0, 0, 0, 0, 0]
  for (let k = 0; k < arrived.length; k += 1) {
    const weight = weights[k] ?? missing()
    const [nx, ny, nz, nvx, nvy, nvz] = arrived[k] ?? missing()
    x += weight * nx
    y += weight * ny
    z += weight * nz
    vx += weight * nvx
    vy += weight * nvy
    vz += weight * nvz
  }
  return { r: [x, y, z], v: [vx, vy, vz] }
}

/** Just below 1: if the objects do not pass each other, no disc can be integrated, and the encounter is never called safe. */
const CERTAIN_PROBABILITY = 1 - Number.EPSILON

/** Returns the exact disc probability at a miss; 0 beyond twelve sigmas, and just below 1 if the objects do not pass each other. */
function probabilityOf(near: NearPath, arrived: CartesianState, added?: Matrix): number {
  const miss = near.missOf(arrived, added)
  if (miss === 'far') return 0
  return miss === 'none' ? CERTAIN_PROBABILITY : Math.min(CERTAIN_PROBABILITY, circle2d(miss, near.radiusM))
}
