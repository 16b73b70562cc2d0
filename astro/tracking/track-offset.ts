import { makeEnvironment } from '../dynamics/environment.ts'
import { buildMatrix, entry, mapCovariance } from '../matrix.ts'
import { determineWithCommonError } from '../measurement/common-error.ts'
import { compare } from '../measurement/compare.ts'
import { comparePosition } from '../measurement/compare-position.ts'
import { numericalFlight } from '../measurement/flight.ts'
import type { GroundSite } from '../measurement/ground-site.ts'
import type { StateAt } from '../measurement/light-path.ts'
import type { Measurement } from '../measurement/observation.ts'
import { orbitForces } from '../measurement/orbit-forces.ts'
import { missing } from '../missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { dot, norm, scale, subtract } from '../vec3.ts'

/** A track, and the orbit with which it is compared, in GCRF; `stateAt` throws RangeError if the orbit has no state. */
export interface TrackBesideOrbit {
  readonly origin: Epoch
  readonly end: Epoch
  readonly observations: readonly Measurement[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly stateAt: StateAt
}

/** The position of an object in a track relative to an orbit. */
export interface TrackOffset {
  /** The middle of the track. */
  readonly epoch: Epoch
  /** How much later than in the orbit the object passes, and 1 sigma of this from the measurements only, s. */
  readonly lateS: number
  readonly sigmaS: number
  /** The distance from the shifted orbit across the direction of motion, m. */
  readonly acrossM: number
}

/** The search is limited to this delay, s: with a larger one the object must be found by new elements. */
const MOST_LATE_S = 60
const SEARCH_STEP_S = 1
/** The number of measurements that are enough to find the initial delay along the orbit. */
const SEARCHED = 5
const HALVINGS = 12
/** A residual counts for at most this number of sigmas in the search, so that one wrong measurement does not dominate it. */
const MOST_SIGMAS = 1e5
/** The prior: the object is near the shifted orbit, within several times the errors of element sets, m and m/s. */
const [NEAR_M, NEAR_MPS] = [5_000, 5]
/** If fewer than this fraction of the measurements fit one path, they are from several objects, or from none. */
const LEAST_USED_SHARE = 0.8
/** The stated noise of a sensor may be too small by this factor; χ² per degree of freedom is its square. */
const MOST_NOISE_FACTOR = 10

/**
 * Returns the delay of an object in one track. First the orbit is shifted in time to the best fit of the measurements; then they are fitted by
 * batch least squares (determineWithCommonError) with a very weak prior, so that the result only depends on the measurements: sigma contains what
 * they do not determine, and an orbit from before a burn does not bias the result. The clock error of the sensor is included in the delay: one
 * track cannot separate the two (F23). Null if the measurements fit no path near the orbit. Verified in track-offset.test.ts.
 *
 * With the offset Δr of the fit from the shifted orbit in the middle of the track, the direction d of its velocity v and the covariance P of the
 * fitted position:
 *
 *   late = shift − Δr·d/|v|,   σ² = dᵀ P d/v²,   across = |Δr − d (Δr·d)|.
 *
 * To the first order a distance Δr·d along the path is a time Δr·d/|v|.
 */
export function offsetOfTrack(track: TrackBesideOrbit): TrackOffset | null {
  const { origin, end, observations, sites, stateAt } = track
  const shiftS = bestShift(track)
  if (shiftS === null) return null
  const sky = makeEnvironment(origin, { outside: 'hold' })
  const fly = numericalFlight({ epoch: origin, first: origin, last: end, ...orbitForces(sky, null) })
  const start = stateAt(addSeconds(origin, -shiftS))
  const priorCovariance = buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? NEAR_M : NEAR_MPS) ** 2 : 0))
  const found = determineWithCommonError({ start, fly, observations, sites, priorCovariance })
  const flight = found.ok ? fly(found.state) : null
  if (!found.ok || flight === null) return null
  const used = found.residuals.filter(({ edited }) => edited === null).length
  if (used < LEAST_USED_SHARE * found.residuals.length || found.scaleFactor > MOST_NOISE_FACTOR ** 2) return null
  const epoch = addSeconds(origin, secondsBetween(origin, end) / 2)
  const before = stateAt(addSeconds(epoch, -shiftS))
  const speed = norm(before.v)
  const ahead = scale(before.v, 1 / speed)
  const off = subtract(flight.stateAt(epoch).r, before.r)
  const covariance = mapCovariance(flight.transitionTo(epoch), found.covariance)
  const variance = ahead.reduce(
    (sum, a, i) => sum + ahead.reduce((row, b, j) => row + a * b * entry(covariance, i, j), 0),
    0,
  )
  return {
    epoch,
    lateS: shiftS - dot(off, ahead) / speed,
    sigmaS: Math.sqrt(variance) / speed,
    acrossM: norm(subtract(off, scale(ahead, dot(off, ahead)))),
  }
}

/**
 * Returns the time shift of the orbit at which the measurements fit best, s; null if it has no states there. Five measurements over the track are
 * compared with the orbit at 121 shifts, a second apart, and then at two more beside the best one, with steps that are halved from 0.5 s to 0.2
 * ms, 2 m in low orbit. The grid comes first, because the limited residuals are equal for all distant shifts, so that a descent would have no
 * direction.
 */
function bestShift({ observations, sites, stateAt }: TrackBesideOrbit): number | null {
  const apart = Math.max(1, (observations.length - 1) / (SEARCHED - 1))
  const places = Array.from({ length: SEARCHED }, (_, k) => Math.round(k * apart)).filter(
    (k) => k < observations.length,
  )
  const chosen = places.map((k) => observations[k] ?? missing())
  const costAt = (shiftS: number) =>
    chosen.reduce((sum, one) => sum + costOf(one, sites, (epoch) => stateAt(addSeconds(epoch, -shiftS))), 0)
  try {
    const count = (2 * MOST_LATE_S) / SEARCH_STEP_S + 1
    const shifts = Array.from({ length: count }, (_, k) => k * SEARCH_STEP_S - MOST_LATE_S)
    let best = lowest(shifts, costAt)
    for (let step = SEARCH_STEP_S / 2, k = 0; k < HALVINGS; k += 1, step /= 2)
      best = lowest([best - step, best, best + step], costAt)
    return best
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Returns the shift of the least cost; the first of equal ones. */
function lowest(shifts: readonly number[], costAt: (shiftS: number) => number): number {
  const costs = shifts.map(costAt)
  return shifts[costs.indexOf(Math.min(...costs))] ?? missing()
}

/**
 * Returns the cost of a measurement for a shifted orbit, Σ min(|z|, MOST_SIGMAS)² over its numbers in sigmas z. A measurement without a computed
 * value, for example below 2° of elevation, has the largest cost; a measurement of an unknown sensor has no cost.
 */
function costOf(one: Measurement, sites: ReadonlyMap<string, GroundSite>, stateAt: StateAt): number {
  const site = sites.get(one.sensorId)
  if (one.kind !== 'position' && site === undefined) return 0
  const compared = one.kind === 'position' ? comparePosition(one, stateAt) : compare(one, site ?? missing(), stateAt)
  if ('reason' in compared) return MOST_SIGMAS ** 2
  return compared.reduce((sum, { residual, sigma }) => sum + Math.min(MOST_SIGMAS, Math.abs(residual / sigma)) ** 2, 0)
}
