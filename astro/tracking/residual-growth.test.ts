import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SECONDS_PER_DAY } from '../constants.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { readTles } from '../sgp4/tle-text.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { drawn } from '../testing/test-size.ts'
import { addSeconds, compareEpochs, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { dot, norm, subtract } from '../vec3.ts'
import { noiseOfElements } from './elements-noise.ts'
import { findGrowth, type Growth, type OffsetOfTrack, type OrbitNoise } from './residual-growth.ts'
import { type TrackedObject, type TrackedYear, trackedYear } from './testing/tracked-years.ts'

const [SPEED, DAY] = [7_500, SECONDS_PER_DAY]
const NOISE: OrbitNoise = {
  offsetS: 500 / SPEED,
  rate: 1_500 / DAY / SPEED,
  accelerationPerS: 25 / SPEED / DAY ** 2,
  wander: (25 / SPEED / DAY ** 2) * Math.sqrt(DAY),
  modelS: 300 / SPEED,
}
const TIMES_D = [0.4, 0.9, 1.3, 1.9, 2.4, 2.8, 3.3, 3.9, 4.4]
const BURN_D = 2.1
/** 20 mm/s along the track: 5.2 km a day, compared with 300 m from track to track. */
const GROWTH = (3 * 0.02) / SPEED
/** Least squares without noise agree with the true values to the covariance's prior. */
const SHARE = 0.05

/** Tracks with a delay by a given rule, from three sensors in turn. */
const tracks = (lateS: (seconds: number, k: number) => number, ids = ['A', 'B', 'C']): OffsetOfTrack[] =>
  TIMES_D.map((day, k) => ({
    seconds: day * DAY,
    lateS: lateS(day * DAY, k),
    sigmaS: 0.003,
    sensorId: ids[k % ids.length] ?? '',
    clockSigmaS: 0.01,
  }))
const since = (seconds: number, from = BURN_D * DAY) => Math.max(0, seconds - from)

describe('F23: growth from a date on', () => {
  test('a burn is found with its date and its rate, for late and early objects', () => {
    for (const sign of [1, -1]) {
      const grown = (times: number) =>
        findGrowth(
          tracks((seconds) => sign * times * GROWTH * since(seconds)),
          NOISE,
        )
      const large = grown(5)
      expect([large?.from, large?.to]).toEqual([1.9 * DAY, 2.4 * DAY])
      expect((large?.rate ?? 0) * sign).toBeGreaterThan((1 - SHARE) * 5 * GROWTH)
      expect((large?.rate ?? 0) * sign).toBeLessThan((1 + SHARE) * 5 * GROWTH)
      // For a small burn the date is less certain: the true date is between the bounds.
      const small = grown(1)
      expect(small?.from).toBeLessThan(1.9 * DAY)
      expect(small?.to).toBeGreaterThanOrEqual(2.4 * DAY)
    }
  })

  test('an orbit that was wrong from its epoch on, a wrong drag and late clocks are no burn', () => {
    expect(
      findGrowth(
        tracks((seconds) => 0.1 + (4_000 / DAY / SPEED) * seconds),
        NOISE,
      ),
    ).toBeNull()
    expect(
      findGrowth(
        tracks((seconds) => 0.5 * (60 / SPEED / DAY ** 2) * seconds ** 2),
        NOISE,
      ),
    ).toBeNull()
    expect(
      findGrowth(
        tracks((_, k) => (k % 3 === 1 ? 0.03 : 0)),
        NOISE,
      ),
    ).toBeNull()
  })

  test('one wrong track is no burn, at any size, and neither is a reset clock', () => {
    for (const wrong of TIMES_D.keys())
      expect(
        findGrowth(
          tracks((_, k) => (k === wrong ? 5 : 0)),
          NOISE,
        ),
      ).toBeNull()
    const jump = (seconds: number) => (seconds > BURN_D * DAY ? 1 : 0)
    expect(findGrowth(tracks(jump, ['A']), NOISE)).toBeNull()
    // The precondition: a single sensor also finds the growth.
    const grown = tracks((seconds) => 5 * GROWTH * since(seconds), ['A'])
    expect(findGrowth(grown, NOISE)?.to).toBe(2.4 * DAY)
  })

  test('two tracks after a date are too few, and so is one before it', () => {
    const grown = tracks((seconds) => 20 * GROWTH * since(seconds))
    expect(findGrowth(grown.slice(0, 6), NOISE)).toBeNull()
    expect(findGrowth(grown.slice(0, 7), NOISE)?.to).toBe(2.4 * DAY)
    expect(findGrowth(grown.slice(2), NOISE)?.to).toBe(2.4 * DAY)
    expect(findGrowth(grown.slice(3), NOISE)?.to).not.toBe(2.4 * DAY)
    expect(findGrowth([], NOISE)).toBeNull()
  })

  test('the result does not depend on the order of the tracks', () => {
    const grown = tracks((seconds) => GROWTH * since(seconds))
    expect(findGrowth(grown.toReversed(), NOISE)).toEqual(findGrowth(grown, NOISE))
  })
})

/**
 * The growth is searched as in the server: at each new track, in the tracks of seven days, compared with an orbit from before the first of
 * them.
 */
const WINDOW_S = 7 * DAY
function alarmsIn(
  { times, beside }: TrackedYear,
  noise: OrbitNoise,
): { growth: Growth; first: number; last: number }[] {
  const alarms: { growth: Growth; first: number; last: number }[] = []
  let first = 0
  for (let last = 1; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) > WINDOW_S) first += 1
    const growth = findGrowth(beside(first, last + 1), noise)
    if (growth === null) continue
    alarms.push({ growth, first, last })
    first = last
  }
  return alarms
}

/** Objects at 550 and 800 km, by the along-track effect of drag, m a day². */
const OBJECTS = [
  { heightKm: 550, dragMPerDay2: 1_000, foundMps: 0.05 },
  { heightKm: 800, dragMPerDay2: 50, foundMps: 0.01 },
] as const

function objectAt(heightKm: number, dragMPerDay2: number): TrackedObject & { readonly noise: OrbitNoise } {
  const radiusM = (6_378 + heightKm) * 1_000
  const speedMps = Math.sqrt(3.986e14 / radiusM)
  const accelerationPerS = dragMPerDay2 / speedMps / DAY ** 2
  return {
    speedMps,
    periodS: (2 * Math.PI * radiusM) / speedMps,
    dragMPerDay2,
    tracksPerDay: 2,
    days: 365,
    noise: {
      offsetS: 517 / speedMps,
      rate: 1_500 / DAY / speedMps,
      accelerationPerS: 0.5 * accelerationPerS,
      wander: 0.5 * accelerationPerS * Math.sqrt(DAY),
      modelS: 300 / speedMps,
    },
  }
}

// The test runs a part of it: 100 years at each of four heights gave no alarm (docs/domain/announced.md), which means less than 1 % at 95 %
// confidence.
test.each(OBJECTS)('a year of quiet tracks with a variable atmosphere raises no alarm at $heightKm km', (one) => {
  const object = objectAt(one.heightKm, one.dragMPerDay2)
  const random = seededRandom(143)
  const years = Array.from({ length: drawn(3) }, () => alarmsIn(trackedYear(object, random), object.noise).length)
  expect(years).toEqual(years.map(() => 0))
})

/** If on average 95 of 100 burns are found, all of 20 are found in a third of the cases; 17 and more in 19 of 20 cases. */
const LEAST_FOUND = 17
/** The mean relative error of a burn's size. */
const SIZE_SHARE = 0.15

test.each(OBJECTS)('a burn of $foundMps m/s at $heightKm km is found within four days, with its size', (one) => {
  const object = objectAt(one.heightKm, one.dragMPerDay2)
  const random = seededRandom(7)
  const found = Array.from({ length: 20 }, () => {
    const at = (10 + random()) * DAY
    const year = trackedYear({ ...object, days: 15, burn: { at, deltaVMps: one.foundMps } }, random)
    const [alarm] = alarmsIn(year, object.noise)
    const behind = alarm === undefined ? 0 : (year.times[alarm.last] ?? 0)
    const size = ((alarm?.growth.rate ?? 0) * object.speedMps) / 3
    return behind > at ? [Math.abs(size / one.foundMps - 1)] : []
  }).flat()
  expect(found.length).toBeGreaterThanOrEqual(LEAST_FOUND)
  expect(found.reduce((sum, share) => sum + share, 0) / found.length).toBeLessThan(SIZE_SHARE)
})

const SENTINEL = 'manoeuvre/avoidance/detection/Sentinel-3A'
/** Of burns of 10 mm/s and more along the track that are the only ones in a week of tracks. */
const LEAST_RECALL = 0.75
/** The sets used as the true orbit have errors of hundreds of metres themselves: one week of 469 is reported as a burn. */
const MOST_FALSE = 1

/** Weeks with two tracks a day of a real satellite, whose position is from the next later element set, compared with one earlier set. */
test.skipIf(!hasCollection(`${SENTINEL}.tle`))("burns of Sentinel-3A agree with the operator's list", () => {
  const sets = [...readTles(readFileSync(collectionPath(`${SENTINEL}.tle`), 'utf8').split('\n'))]
    .flatMap((entry) => (entry.ok ? [entry.elements] : []))
    .toSorted((a, b) => compareEpochs(a.epoch, b.epoch))
  const zero = sets[0]!.epoch
  const ages = sets.map(({ epoch }) => secondsBetween(zero, epoch))
  const models = sets.map((set) => initSgp4(set))
  const lines = readFileSync(collectionPath(`${SENTINEL}_burns.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const burns = lines.map((line) => {
    const [time = '', , , , along] = line.split(',')
    return { at: secondsBetween(zero, parseTime(time.replace('Z', ''))), alongMps: Math.abs(Number(along)) }
  })
  const random = seededRandom(7)
  const normal = standardNormal(random)
  const count = { quiet: 0, false: 0, burnt: 0, found: 0 }
  for (let begin = 10 * DAY; begin < ages.at(-1)! - 8 * DAY; begin += WINDOW_S / 2) {
    const known = ages.findLastIndex((age) => age <= begin)
    const epoch = ages[known]!
    if (begin - epoch > 2 * DAY) continue
    const times = Array.from({ length: 14 }, () => begin + random() * WINDOW_S).toSorted((a, b) => a - b)
    const offsets = times.flatMap((time, k): OffsetOfTrack[] => {
      const next = ages.findIndex((age) => age >= time)
      if (ages[next]! - time > 1.5 * DAY) return []
      const at = addSeconds(zero, time)
      const [true_, common] = [propagateSgp4(models[next]!, at), propagateSgp4(models[known]!, at)]
      if (!true_.ok || !common.ok) return []
      const lateS = -dot(subtract(true_.r, common.r), common.v) / norm(common.v) ** 2 + 0.003 * normal()
      return [{ seconds: time - epoch, lateS, sigmaS: 0.003, sensorId: 'ABC'.charAt(k % 3), clockSigmaS: 0.001 }]
    })
    const noise = noiseOfElements(sets[known]!)
    const growth = offsets.reduce<Growth | null>(
      (found, _, k) => found ?? findGrowth(offsets.slice(0, k + 1), noise),
      null,
    )
    const near = burns.filter(({ at }) => at > epoch - 4 * DAY && at < begin + WINDOW_S + 2 * DAY)
    const [burn] = near
    if (burn === undefined) {
      count.quiet += 1
      count.false += growth === null ? 0 : 1
    } else if (near.length === 1 && burn.alongMps >= 0.01 && burn.at > times[1]! + DAY && burn.at < times.at(-3)!) {
      count.burnt += 1
      const isIt = growth !== null && growth.to + epoch + DAY > burn.at && growth.from + epoch - DAY < burn.at
      count.found += isIt ? 1 : 0
    }
  }
  expect(count.quiet).toBeGreaterThan(400)
  expect(count.false).toBeLessThanOrEqual(MOST_FALSE)
  expect(count.burnt).toBeGreaterThan(20)
  expect(count.found / count.burnt).toBeGreaterThanOrEqual(LEAST_RECALL)
})
