import { describe, expect, test } from 'vitest'
import { conjunctionPlane, type EncounterObject } from '../conjunction/conjunction-plane.ts'
import { covarianceFromRtn, covarianceToRtn, rtnAxes } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { transform, transpose } from '../mat3.ts'
import { cholesky, entry, invert, type Matrix, mapCovariance, multiplyMatrices, transformRow } from '../matrix.ts'
import type { GroundSite } from '../measurement/ground-site.ts'
import type { RaDecObservation } from '../measurement/observation.ts'
import { twoBodyFlight } from '../measurement/testing/two-body-flight.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { add, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { detectionOf } from './detection.ts'
import { fuseTrack } from './fuse-track.ts'
import { afterTrack, type Look, worthOfTrack } from './pass-worth.ts'
import { inverseTransition, pushedBy, splitCovariance, transitionBetween } from './unavoidable.ts'

/** On average a track does not change the probability; 10 % are three standard errors. */
const MEAN_RATIO = 1.1
/** Half of a normal distribution. */
const HALF_DIGITS = 6
/** A table of the normal distribution with five or six decimals. */
const NORMAL_TABLE_DIGITS = 5
/** A product of two given probabilities. */
const PRODUCT_DIGITS = 9
/** The share of successes in the record. */
const THREE_DECIMALS = 3

/** The rules print 76 m to the metre. */
const PRINTED_MOST_M = 77
/** Second orders of the push are below this share of it. */
const SECOND_ORDER = 1e-3
/** The product of a matrix and its inverse over 20 h, scaled by time. */
const UNIT_DIGITS = 6

const ARCSECOND = degToRad(1 / 3600)
const RADIUS_M = 7_078_137
const SPEED_MPS = Math.sqrt(GM_EARTH / RADIUS_M)
const HOUR_S = 3600
/** The object at closest approach; the other one crosses at right angles, 500 m aside along its own way. */
const AT_TCA: CartesianState = { r: [RADIUS_M, 0, 0], v: [0, SPEED_MPS, 0] }
const OTHER: CartesianState = { r: [RADIUS_M + 10, 500, 0], v: [0, 0, SPEED_MPS] }
const HARD_BODY_M = 2.5
const LINE = 1e-4

/**
 * Errors of the elements of a nearly circular orbit 30 h after it was observed, each a column in RTN, m and m/s (Hill's equations):
 * 3.5 m of semi-major axis, which drift 600 m along the track, 40 m of it by drag, 14 m by eccentricity either way, 15 m of plane.
 */
const N = SPEED_MPS / RADIUS_M
const DRIFT_M = 1.5 * N * 30 * HOUR_S * 3.5
const MODES = [
  [3.5, -DRIFT_M, 0, N * DRIFT_M, -0.5 * N * 3.5, 0],
  [0, 40, 0, -N * 40, 0, 0],
  [-14, 0, 0, 0, N * 14, 0],
  [0, 28, 0, -N * 14, 0, 0],
  [0, 0, 15, 0, 0, 0],
  [0, 0, 0, 0, 0, N * 15],
]
const FLOOR = [1, 1, 1, 1e-3, 1e-3, 1e-3]
const COVARIANCE = covarianceFromRtn(
  AT_TCA,
  FLOOR.map((least, i) =>
    FLOOR.map((_, j) => MODES.reduce((sum, mode) => sum + (mode[i] ?? 0) * (mode[j] ?? 0), i === j ? least ** 2 : 0)),
  ),
)
const SMALL: Matrix = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 400 : 0)))

/** Looks of a telescope 1,000 km below, every 20 s over four minutes, `leadS` before closest approach. */
function looksAt(leadS: number): Look[] {
  return Array.from({ length: 12 }, (_, k) => {
    const secondsToTca = leadS - 20 * k
    const object = flyTwoBody(AT_TCA, -secondsToTca, GM_EARTH)
    const middle = flyTwoBody(AT_TCA, -(leadS - 120), GM_EARTH)
    const side = rtnAxes(middle)[2]
    const observer = add(scale(middle.r, 6_378_137 / norm(middle.r)), scale(side, 300_000))
    return { secondsToTca, object, observer, directionSigmaRad: 2 * ARCSECOND, rangeSigmaM: null }
  })
}

const encounter = (accelerationSigma: number, covariance: Matrix = COVARIANCE) => ({
  tracked: { ...AT_TCA, covariance } satisfies EncounterObject,
  other: { ...OTHER, covariance: SMALL } satisfies EncounterObject,
  radiusM: HARD_BODY_M,
  accelerationSigma,
})

const alongSigma = (covariance: Matrix) => Math.sqrt(entry(covarianceToRtn(AT_TCA, covariance), 1, 1))

describe('what has not happened yet', () => {
  test('F18: 15 % of 2e-8 m/s² is 76 m along the track after 36 h', () => {
    const push = pushedBy(AT_TCA, 36 * HOUR_S).map((value) => value * 0.15 * 2e-8)
    const [x, y, z] = push
    const rtn = transform(rtnAxes(AT_TCA), [x ?? missing(), y ?? missing(), z ?? missing()])
    // The rules print it to the metre.
    expect(Math.abs(rtn[1])).toBeGreaterThan(75)
    expect(Math.abs(rtn[1])).toBeLessThan(PRINTED_MOST_M)
  })

  test('the push is that of an orbit that is integrated with it', () => {
    const seconds = 6 * HOUR_S
    // So large that 1e-3 of what it does is far above rounding, so small that second orders are below.
    const acceleration = 1e-7
    let [free, pushed] = [flyTwoBody(AT_TCA, 0, GM_EARTH), flyTwoBody(AT_TCA, 0, GM_EARTH)]
    const stepS = 2
    for (let k = 0; k < seconds / stepS; k += 1) {
      free = flyTwoBody(free, stepS, GM_EARTH)
      // A kick in the middle of the step, along the velocity.
      const half = flyTwoBody(pushed, stepS / 2, GM_EARTH)
      const kicked = { r: half.r, v: add(half.v, scale(half.v, (acceleration * stepS) / norm(half.v))) }
      pushed = flyTwoBody(kicked, stepS / 2, GM_EARTH)
    }
    const moved = subtract(pushed.r, free.r)
    const told = pushedBy(free, seconds).map((value) => value * acceleration)
    const off = norm(subtract(moved, [told[0] ?? missing(), told[1] ?? missing(), told[2] ?? missing()]))
    expect(off / norm(moved)).toBeLessThan(SECOND_ORDER)
  })

  test('F18: no track lowers it, however good', () => {
    const leadS = 36 * HOUR_S
    const accelerationSigma = 3e-9
    const push = norm(pushedBy(AT_TCA, leadS - 220).slice(0, 3) as unknown as Vec3) * accelerationSigma
    const perfect = looksAt(leadS).map((look) => ({ ...look, directionSigmaRad: 1e-3 * ARCSECOND, rangeSigmaM: 1e-3 }))
    const { covariance } = afterTrack(encounter(accelerationSigma), perfect)
    expect(alongSigma(covariance)).toBeGreaterThan(push * 0.999)
    // Without noise in between the same track would leave next to nothing.
    expect(alongSigma(afterTrack(encounter(0), perfect).covariance)).toBeLessThan(push / 10)
  })

  test('a covariance that is smaller than what is still to come gains nothing along the track', () => {
    const split = splitCovariance(COVARIANCE, AT_TCA, { seconds: 72 * HOUR_S, accelerationSigma: 1e-6 })
    expect(split.isExhausted).toBe(true)
    expect(cholesky(scaled(split.known))).not.toBeNull()
  })

  test('the inverse of a transition undoes it', () => {
    const from = flyTwoBody(AT_TCA, -20 * HOUR_S, GM_EARTH)
    const there = transitionBetween(from, AT_TCA, 20 * HOUR_S)
    const one = multiplyMatrices(scaledByTime(inverseTransition(there)), scaledByTime(there))
    for (const [i, row] of one.entries())
      for (const [j, value] of row.entries()) expect(value).toBeCloseTo(i === j ? 1 : 0, UNIT_DIGITS)
  })
})

/** Metres and metres per second differ by the mean motion: so scaled, entries are alike. */
const scaledByTime = (m: Matrix) =>
  m.map((row, i) => row.map((value, j) => value * (i < 3 ? 1 : 1e3) * (j < 3 ? 1 : 1e-3)))
const scaled = (m: Matrix) =>
  m.map((row, i) => row.map((value, j) => value / Math.sqrt(entry(m, i, i) * entry(m, j, j))))

/** Probability in the circle by counting squares of a fine grid: no formula of ours. */
function countedProbability(missM: readonly [number, number], c: readonly [number, number, number], radiusM: number) {
  const [xx, xy, yy] = c
  const det = xx * yy - xy * xy
  const cells = 24
  const step = (2 * radiusM) / cells
  let sum = 0
  for (let i = 0; i < cells; i += 1)
    for (let j = 0; j < cells; j += 1) {
      const [x, y] = [-radiusM + (i + 0.5) * step, -radiusM + (j + 0.5) * step]
      if (x * x + y * y > radiusM * radiusM) continue
      const [a, b] = [x - missM[0], y - missM[1]]
      sum += Math.exp(-(yy * a * a - 2 * xy * a * b + xx * b * b) / (2 * det)) * step * step
    }
  return sum / (2 * Math.PI * Math.sqrt(det))
}

describe('what a pass is worth', () => {
  test('F19: the cost of the decision now less the expected one after the pass, by drawing orbits and estimating each anew', () => {
    const leadS = 18 * HOUR_S
    const accelerationSigma = 2.5e-9
    const looks = looksAt(leadS)
    const given = encounter(accelerationSigma)
    const { covariance } = afterTrack(given, looks)
    const worth = worthOfTrack(given, covariance, LINE)
    if (worth === null) throw new Error('the objects pass each other')

    // The plain method: weighted least squares with the prior as more measurements, on drawn errors.
    const last = looks.at(-1)?.secondsToTca ?? 0
    const push = pushedBy(AT_TCA, last).map((value) => value * accelerationSigma)
    const known = COVARIANCE.map((row, i) => row.map((value, j) => value - (push[i] ?? 0) * (push[j] ?? 0)))
    const rows = looks.flatMap(({ object, observer, secondsToTca, directionSigmaRad }) => {
      const stm = propagateTwoBody(AT_TCA, -secondsToTca, GM_EARTH).stm
      const line = subtract(object.r, observer)
      const range = norm(line)
      const unit = scale(line, 1 / range)
      const first = perpendicular(unit)
      const second = crossOf(unit, first)
      return [first, second].map((along) => ({
        row: [0, 1, 2, 3, 4, 5].map((j) => along.reduce((sum, a, i) => sum + a * entry(stm, i, j), 0)),
        sigma: directionSigmaRad * range,
      }))
    })
    const inverse = invertWell(known)
    const normal = inverse.map((own, i) =>
      own.map(
        (value, j) =>
          value + rows.reduce((sum, { row, sigma }) => sum + ((row[i] ?? 0) * (row[j] ?? 0)) / sigma ** 2, 0),
      ),
    )
    const posterior = invertWell(normal)
    const factor = cholesky(known) ?? missing()
    const normalRandom = standardNormal(seededRandom(20_261_122))
    const plane = conjunctionPlane(given.tracked, given.other)
    if (plane === null) throw new Error('the objects pass each other')
    const [ax, ay] = plane.axes
    const inPlane = (m: Matrix) => {
      const full = m.map((row, i) => row.map((value, j) => value + (push[i] ?? 0) * (push[j] ?? 0)))
      const form = (a: Vec3, b: Vec3) =>
        a.reduce(
          (sum, p, i) => sum + p * b.reduce((part, q, j) => part + q * ((full[i]?.[j] ?? 0) + (SMALL[i]?.[j] ?? 0)), 0),
          0,
        )
      return [form(ax, ax), form(ax, ay), form(ay, ay)] as const
    }
    const after = inPlane(posterior)
    const draws = 4_000
    let [crossed, cost, mean] = [0, 0, 0]
    for (let n = 0; n < draws; n += 1) {
      const z = Array.from({ length: 6 }, normalRandom)
      const truth = factor.map((row) => row.reduce((sum, value, j) => sum + value * (z[j] ?? 0), 0))
      const right = [0, 0, 0, 0, 0, 0]
      for (const { row, sigma } of rows) {
        const measured = row.reduce((sum, value, j) => sum + value * (truth[j] ?? 0), 0) + sigma * normalRandom()
        for (const j of right.keys()) right[j] = (right[j] ?? 0) + ((row[j] ?? 0) * measured) / sigma ** 2
      }
      const [x, y, w] = transformRow(posterior, right)
      const shift: Vec3 = [x ?? 0, y ?? 0, w ?? 0]
      // The tracked object is the first: it moves towards the miss.
      const miss = [plane.missM[0] - dotOf(ax, shift), plane.missM[1] - dotOf(ay, shift)] as const
      const found = countedProbability(miss, after, HARD_BODY_M)
      if (found >= LINE !== worth.probability >= LINE) crossed += 1
      cost += Math.min(1, found / LINE)
      mean += found
    }
    // Three standard errors of the draws.
    const chance = crossed / draws
    const error = 3 * Math.sqrt((chance * (1 - chance)) / draws)
    expect(chance).toBeGreaterThan(0.05)
    expect(Math.abs(worth.crossingChance - chance)).toBeLessThan(error + 0.01)
    const saved = Math.min(1, worth.probability / LINE) - cost / draws
    expect(Math.abs(worth.savedBurns - saved)).toBeLessThan(1.5 / Math.sqrt(draws) + 0.01)
    // On average a track does not change the probability: 10 % are three standard errors of so spread a quantity.
    expect(mean / draws / worth.probability).toBeGreaterThan(0.9)
    expect(mean / draws / worth.probability).toBeLessThan(MEAN_RATIO)
  }, 60_000)

  test('F18: no looks, no worth: the covariance is the same one, and nothing is crossed', () => {
    const given = encounter(2e-9)
    const { covariance, gainNats } = afterTrack(given, [])
    expect(covariance).toBe(COVARIANCE)
    expect(gainNats).toBe(0)
    expect(worthOfTrack(given, covariance, LINE)).toMatchObject({ crossingChance: 0, savedBurns: 0 })
  })

  test('F19: both directions count: above the line a track is worth the burn that it may spare', () => {
    const near = { ...encounter(0), other: { ...OTHER, r: [RADIUS_M + 5, 40, 0] as Vec3, covariance: SMALL } }
    const { covariance } = afterTrack(near, looksAt(12 * HOUR_S))
    const worth = worthOfTrack(near, covariance, LINE)
    expect(worth?.probability).toBeGreaterThan(LINE)
    expect(worth?.crossingChance).toBeGreaterThan(0.3)
    expect(worth?.savedBurns).toBeGreaterThan(0.2)
    // Nothing is saved that is not spent: at most one burn.
    expect(worth?.savedBurns).toBeLessThan(1)
  })
})

const dotOf = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const crossOf = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
function perpendicular(unit: Vec3): Vec3 {
  const aside = crossOf(unit, [0.3, -0.5, 0.8])
  return scale(aside, 1 / norm(aside))
}

function invertWell(m: Matrix): number[][] {
  const sizes = m.map((_row, i) => Math.sqrt(entry(m, i, i)))
  const inverse = invert(m.map((row, i) => row.map((value, j) => value / ((sizes[i] ?? 1) * (sizes[j] ?? 1)))))
  if (inverse === null) throw new Error('singular')
  return inverse.map((row, i) => row.map((value, j) => value / ((sizes[i] ?? 1) * (sizes[j] ?? 1))))
}

describe('a track in a message', () => {
  const epoch = parseTime('2026-11-22T03:00:00')
  const leadS = 14 * HOUR_S
  const start = flyTwoBody(AT_TCA, -leadS, GM_EARTH)
  const middle = flyTwoBody(start, 90, GM_EARTH)
  const siteAt = add(scale(middle.r, 6_378_137 / norm(middle.r)), scale(rtnAxes(middle)[2], 300_000))
  const site = {
    place: { latRad: 0, lonRad: 0, heightM: 0 },
    at: () => ({ r: siteAt, v: [0, 0, 0] as Vec3, toSez: transpose(rtnAxes(middle)) }),
  } as unknown as GroundSite
  const sigmaRad = 2 * ARCSECOND

  function trackOf(truth: CartesianState, normal: () => number): RaDecObservation[] {
    return Array.from({ length: 19 }, (_, k) => {
      // The direction to where the object was one light time before (F22), found by repeating.
      let delay = 0
      for (let n = 0; n < 4; n += 1)
        delay = norm(subtract(flyTwoBody(truth, 10 * k - delay, GM_EARTH).r, siteAt)) / 299_792_458
      const line = subtract(flyTwoBody(truth, 10 * k - delay, GM_EARTH).r, siteAt)
      const dec = Math.asin(line[2] / norm(line))
      return {
        kind: 'right-ascension-declination',
        epoch: addSeconds(epoch, 10 * k),
        sensorId: 'SITE',
        raRad: Math.atan2(line[1], line[0]) + (sigmaRad * normal()) / Math.cos(dec),
        decRad: dec + sigmaRad * normal(),
        sigmaRad,
        reduction: 'light-time',
      }
    })
  }

  const base = {
    tracked: { ...AT_TCA, covariance: COVARIANCE },
    start,
    secondsToTca: leadS,
    fly: twoBodyFlight(epoch, GM_EARTH),
    sites: new Map([['SITE', site]]),
    biases: [],
    accelerationSigma: 1e-9,
  }

  test('its result is the truth within the covariance that it states, for 40 drawn objects', () => {
    const { known } = splitCovariance(COVARIANCE, AT_TCA, { seconds: leadS, accelerationSigma: 1e-9 })
    const back = inverseTransition(transitionBetween(start, AT_TCA, leadS))
    const factor = cholesky(mapCovariance(back, known)) ?? missing()
    const normal = standardNormal(seededRandom(7))
    let squared = 0
    const count = 40
    for (let n = 0; n < count; n += 1) {
      const z = Array.from({ length: 6 }, normal)
      const error = factor.map((row) => row.reduce((sum, value, j) => sum + value * (z[j] ?? 0), 0))
      const [a, b, c, d, e, f] = error as [number, number, number, number, number, number]
      const truth = { r: add(start.r, [a, b, c]), v: add(start.v, [d, e, f]) }
      const fused = fuseTrack({ ...base, observations: trackOf(truth, normal) })
      if (!fused.ok) throw new Error(fused.reason)
      // What comes after the track is in the covariance and not in these truths: it is taken off again.
      const push = pushedBy(AT_TCA, leadS).map((value) => value * 1e-9)
      const own = [0, 1, 2].map((i) =>
        [0, 1, 2].map((j) => entry(fused.covariance, i, j) - (push[i] ?? 0) * (push[j] ?? 0)),
      )
      const off = [...subtract(fused.state.r, flyTwoBody(truth, leadS, GM_EARTH).r)]
      const weighted = transformRow(invertWell(own), off)
      squared += off.reduce((sum, value, i) => sum + value * (weighted[i] ?? 0), 0)
    }
    // χ² of 120 degrees of freedom has a sigma of 15.5; covariances are scaled up by χ² where that is above 1, so that it lies lower.
    expect(squared).toBeLessThan(120 + 3 * 15.5)
    expect(squared).toBeGreaterThan(60)
  }, 60_000)

  test('nothing measured leaves the message alone', () => {
    expect(fuseTrack({ ...base, observations: [] })).toEqual({ ok: false, reason: 'no-measurements' })
  })

  test('an object that has burnt is not drawn into the message', () => {
    const normal = standardNormal(seededRandom(3))
    // 1 m/s along the track, six hours before: 65 km, of which the covariance allows less than one.
    const before = flyTwoBody(start, -6 * HOUR_S, GM_EARTH)
    const kicked = { r: before.r, v: add(before.v, scale(before.v, 1 / norm(before.v))) }
    const burnt = flyTwoBody(kicked, 6 * HOUR_S, GM_EARTH)
    expect(fuseTrack({ ...base, observations: trackOf(burnt, normal) })).toEqual({
      ok: false,
      reason: 'possible-manoeuvre',
    })
  })
})

describe('whether a pass brings a track', () => {
  const nothing = { tries: 0, successes: 0 }
  test('an object at the limit is measured every second time, by its light alone', () => {
    const at = (magnitude: number) =>
      detectionOf({ magnitude, limitingMagnitude: 14, clearSky: null, record: nothing }).theoretical / 0.97
    expect(at(14)).toBeCloseTo(0.5, HALF_DIGITS)
    // One sigma and two to either side of a normal distribution.
    expect(at(13)).toBeCloseTo(0.841345, NORMAL_TABLE_DIGITS)
    expect(at(16)).toBeCloseTo(0.02275, NORMAL_TABLE_DIGITS)
  })

  test('the record of the sensor moves what weather says, and does not count twice', () => {
    const clear = { magnitude: null, limitingMagnitude: null, clearSky: 0.6 }
    const unknown = detectionOf({ ...clear, record: nothing })
    expect(unknown.probability).toBeCloseTo(0.6 * 0.97, PRODUCT_DIGITS)
    expect(unknown.empirical).toBeNull()
    const usual = detectionOf({ ...clear, record: { tries: 1_000, successes: 582 } })
    expect(usual.probability).toBeCloseTo(0.582, THREE_DECIMALS)
    const poor = detectionOf({ ...clear, record: { tries: 30, successes: 6 } })
    expect(poor.probability).toBeGreaterThan(0.2)
    expect(poor.probability).toBeLessThan(0.4)
  })
})
