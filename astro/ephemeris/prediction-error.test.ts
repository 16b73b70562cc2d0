import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GM_EARTH, SECONDS_PER_DAY } from '../constants.ts'
import { entry } from '../matrix.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { parseTle } from '../sgp4/tle.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { EphemerisState } from './columns.ts'
import { type Ephemeris, makeEphemeris } from './ephemeris.ts'
import {
  covarianceAtAge,
  errorCurve,
  FEWEST_ERRORS,
  type PredictionError,
  predictionError,
  revolutionAfter,
} from './prediction-error.ts'

/** A radial error of 2 m, plus the effect of the orbit's curvature on an error along it: some centimetres. */
const RADIAL_DIGITS = 1
/** Both orbits are in one plane. */
const ACROSS_DIGITS = 6
/** The rounding of root mean squares of errors of hundreds of metres. */
const ROOT_MEAN_SQUARE_DIGITS = 9

const SETS = 'manoeuvre/avoidance/detection'
const EPOCH = parseTime('2026-01-01T00:00:00')
const RADIUS_M = 7e6
const STEP_S = 60

type MadeEphemeris = { readonly ephemeris: Ephemeris; readonly made: Epoch }

function errorBetween(early: MadeEphemeris, late: MadeEphemeris): PredictionError | null {
  const [said, was] = [revolutionAfter(early.ephemeris, late.made), revolutionAfter(late.ephemeris, late.made)]
  return said && was && predictionError(said, was, secondsBetween(early.made, late.made))
}

/** A circle whose radius has an error of some metres since it was made, with the true phase at that time. */
function circle(made: Epoch, days: number, offM = 0): MadeEphemeris {
  const [rate, truth] = [RADIUS_M + offM, RADIUS_M].map((radius) => Math.sqrt(GM_EARTH / radius ** 3)) as [
    number,
    number,
  ]
  const sinceS = secondsBetween(EPOCH, made)
  const states = Array.from({ length: Math.ceil((days * SECONDS_PER_DAY) / STEP_S) }, (_, k): EphemerisState => {
    const angle = truth * sinceS + rate * k * STEP_S
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const [r, v] = [RADIUS_M + offM, rate * (RADIUS_M + offM)]
    return { epoch: addSeconds(made, k * STEP_S), r: [r * c, r * s, 0], v: [-v * s, v * c, 0] }
  })
  return { ephemeris: makeEphemeris([{ frame: 'TEME', states }]), made }
}

/** The curvature of the track, and the motion within the evaluated revolution: 3000 s in a day. */
const WITHIN_LOOK = 0.04

test('predictionError() agrees with Kepler: an object 2 m too high falls behind by 3π times that in each revolution', () => {
  const early = circle(EPOCH, 3, 2)
  const late = circle(addSeconds(EPOCH, 2 * SECONDS_PER_DAY), 1)
  const found = errorBetween(early, late)!
  expect(found.ageS).toBe(2 * SECONDS_PER_DAY)
  const revolutions = (2 * SECONDS_PER_DAY + 3_000) / (2 * Math.PI * Math.sqrt(RADIUS_M ** 3 / GM_EARTH))
  const along = Math.sqrt(entry(found.momentsRtn, 1, 1))
  expect(Math.abs(along / (3 * Math.PI * 2 * revolutions) - 1)).toBeLessThan(WITHIN_LOOK)
  expect(Math.sqrt(entry(found.momentsRtn, 0, 0))).toBeCloseTo(2, RADIAL_DIGITS)
  expect(entry(found.momentsRtn, 2, 2)).toBeCloseTo(0, ACROSS_DIGITS)
})

test('predictionError() returns null for files made together, or without a common revolution', () => {
  const early = circle(EPOCH, 1)
  expect(errorBetween(early, circle(addSeconds(EPOCH, 3_600), 1))).toBeNull()
  expect(errorBetween(early, circle(addSeconds(EPOCH, SECONDS_PER_DAY - 600), 1))).toBeNull()
})

/**
 * The tolerance, as a fraction of the error: there are two times a hundred pairs, and neighbouring pairs share a set.
 */
const SAME_SATELLITE = 0.25
/** At 814 km the drag alone causes tens of metres a day. */
const LEAST_M_PER_DAY = 20

const error = (days: number, alongM: number) => ({
  ageS: days * SECONDS_PER_DAY,
  momentsRtn: [0, 1, 2, 3, 4, 5].map((i) => [0, 1, 2, 3, 4, 5].map((j) => (i === j ? (i === 1 ? alongM ** 2 : 1) : 0))),
})
const five = (days: number, alongM: number) => Array.from({ length: FEWEST_ERRORS }, () => error(days, alongM))
const alongAt = (curve: ReturnType<typeof errorCurve>, days: number) => {
  const found = covarianceAtAge(curve, days * SECONDS_PER_DAY)
  return found === null ? null : Math.sqrt(entry(found, 1, 1))
}

test('errorCurve() has an age for each class of five errors without burns, and covarianceAtAge() blends them without extrapolation', () => {
  const curve = errorCurve([...five(1, 100), error(1, 100_000), ...five(3, 700), ...five(5, 1_000).slice(1)])
  expect(curve.map(({ ageS }) => ageS / SECONDS_PER_DAY)).toEqual([1, 3])
  expect(alongAt(curve, 1)).toBeCloseTo(100, ROOT_MEAN_SQUARE_DIGITS)
  expect(alongAt(curve, 0.2)).toBeCloseTo(100, ROOT_MEAN_SQUARE_DIGITS)
  expect(alongAt(curve, 2)).toBeCloseTo(Math.sqrt((100 ** 2 + 700 ** 2) / 2), ROOT_MEAN_SQUARE_DIGITS)
  expect(alongAt(curve, 3.1)).toBeNull()
  expect(alongAt([], 1)).toBeNull()
})

test('errorCurve() excludes predictions of one fit, which agree exactly, and has no curve for impossibly small errors', () => {
  const same = { ageS: SECONDS_PER_DAY, momentsRtn: error(1, 0).momentsRtn.map((row) => row.map(() => 0)) }
  const copies = Array.from({ length: FEWEST_ERRORS + 1 }, () => same)
  expect(alongAt(errorCurve([...copies, ...five(1, 100)]), 1)).toBeCloseTo(100, ROOT_MEAN_SQUARE_DIGITS)
  expect(errorCurve(copies)).toEqual([])
  // A centimetre after a day: the files depend on each other, and true errors between them look like burns.
  expect(errorCurve([...five(1, 0.01), error(1, 0.01), ...five(1, 100)])).toEqual([])
})

/** The element sets of a satellite as published by the US, each as an ephemeris of a week. */
function published(name: string, { from, to }: { readonly from: string; readonly to: string }): MadeEphemeris[] {
  const lines = readFileSync(collectionPath(`${SETS}/${name}.tle`), 'utf8')
    .trimEnd()
    .split('\n')
  const sets = lines.flatMap((line, k) => (k % 2 === 0 ? [parseTle(line, lines[k + 1]!, { checksum: 'ignore' })] : []))
  const [first, last] = [parseTime(from), parseTime(to)]
  return sets
    .filter(({ epoch }) => secondsBetween(first, epoch) > 0 && secondsBetween(epoch, last) > 0)
    .map((set) => {
      const model = initSgp4(set)
      const states = Array.from({ length: (7 * SECONDS_PER_DAY) / 240 }, (_, k): EphemerisState => {
        const epoch = addSeconds(set.epoch, k * 240)
        const at = propagateSgp4(model, epoch)
        if (!at.ok) throw new RangeError(at.reason)
        return { epoch, r: at.r, v: at.v }
      })
      return { ephemeris: makeEphemeris([{ frame: 'TEME', states }]), made: set.epoch }
    })
}

const errorsOf = (files: readonly MadeEphemeris[]) =>
  files.flatMap((late, k) => files.slice(Math.max(0, k - 8), k).flatMap((early) => errorBetween(early, late) ?? []))

// Real predictions: a curve from spring must describe the errors of the same satellite's predictions in autumn.
test.skipIf(!hasCollection(SETS))(
  'the errors of Sentinel-3A element sets in one half year agree with the errors in the next',
  () => {
    const spring = errorCurve(
      errorsOf(published('Sentinel-3A', { from: '2018-01-01T00:00:00', to: '2018-05-01T00:00:00' })),
    )
    const autumn = errorCurve(
      errorsOf(published('Sentinel-3A', { from: '2018-07-01T00:00:00', to: '2018-11-01T00:00:00' })),
    )
    for (const days of [1, 2, 3, 4, 5]) {
      const [learnt, was] = [alongAt(spring, days), alongAt(autumn, days)]
      expect(learnt).toBeGreaterThan(LEAST_M_PER_DAY * days)
      expect(Math.abs(learnt! / was! - 1)).toBeLessThan(SAME_SATELLITE)
    }
  },
)
