import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../../random.ts'
import { addSeconds, type Epoch, makeEpoch, secondsBetween } from '../../time/epoch.ts'
import { BURN_NOISE_MULTIPLE, type BurnEvidence, detectBurns, jumpsOfMeanMotion } from './detect-burns.ts'

/** Flight rule F17: 20 % or 2 mm/s. */
const F17_SHARE = 0.2
const F17_MPS = 0.002
/** A step of 385 m between two sets of 5 m of noise each has a 1σ error of 1.8 %; three sigmas are allowed. */
const SCORE_SHARE = 0.055

const DAY_S = 86_400
const start = makeEpoch(1_500_000_000)
const RADIUS_M = 7.18e6
const N = Math.sqrt(3.986004418e14 / RADIUS_M ** 3)
const SPEED = N * RADIUS_M

/** In tests without dates the object's position in the orbit does not matter. */
const NOWHERE = { raanRad: 0, argPeriapsisRad: 0, meanAnomalyRad: 0 }

/** A year of daily sets: drag of 5 m a day, noise of 1.5 m, and the changes of radius and inclination by burns from their day onwards. */
function history(burns: readonly { readonly day: number; readonly mps: number; readonly isAcross?: boolean }[]) {
  const normal = standardNormal(seededRandom(7))
  return Array.from({ length: 365 }, (_, day): BurnEvidence => {
    const past = burns.filter((burn) => burn.day < day)
    const along = past.reduce((sum, { mps, isAcross }) => sum + (isAcross === true ? 0 : mps), 0)
    const across = past.reduce((sum, { mps, isAcross }) => sum + (isAcross === true ? mps : 0), 0)
    const a = RADIUS_M - 5 * day + 1.5 * normal() + (2 * RADIUS_M * along) / SPEED
    const incRad = 1.72 + 5e-6 * normal() + across / SPEED
    const meanMotionRadPerS = Math.sqrt(3.986004418e14 / a ** 3)
    return { ...NOWHERE, epoch: addSeconds(start, day * DAY_S), meanMotionRadPerS, incRad }
  })
}

test('detectBurns() finds steps along and across the track with time and size, and nothing else', () => {
  const burns = [
    { day: 60.5, mps: 0.02 },
    { day: 150.5, mps: -0.05 },
    { day: 220.5, mps: 1.5, isAcross: true },
  ]
  const found = detectBurns(history(burns))
  expect(found.map(({ direction }) => direction)).toEqual(['along-track', 'against-track', 'cross-track'])
  found.forEach(({ from, to, deltaVMps, confidence, score }, index) => {
    const { day, mps } = burns[index]!
    expect(secondsBetween(start, from) / DAY_S).toBe(Math.floor(day))
    expect(secondsBetween(start, to) / DAY_S).toBe(Math.ceil(day))
    expect(Math.abs(deltaVMps - Math.abs(mps))).toBeLessThan(Math.max(F17_MPS, F17_SHARE * Math.abs(mps)))
    expect(confidence).toBeGreaterThanOrEqual(0.5)
    expect(score).toBeGreaterThanOrEqual(BURN_NOISE_MULTIPLE)
  })
})

test('a burn of one size has the same confidence in a year of good sets as in a year of bad sets', () => {
  const normal = standardNormal(seededRandom(9))
  const [early, late] = [120.5, 600.5]
  // Two years of sets: the noise of the second year is a fifth of the noise of the first.
  const sets = Array.from({ length: 730 }, (_, day): BurnEvidence => {
    const burnt = (day > early ? 0.2 : 0) + (day > late ? 0.2 : 0)
    const a = RADIUS_M + (day < 365 ? 5 : 1) * normal() + (2 * RADIUS_M * burnt) / SPEED
    const meanMotionRadPerS = Math.sqrt(3.986004418e14 / a ** 3)
    const incRad = 1.72 + 5e-6 * normal()
    return { ...NOWHERE, epoch: addSeconds(start, day * DAY_S), meanMotionRadPerS, incRad }
  })
  const [first, second, ...more] = detectBurns(sets)
  expect(more).toEqual([])
  expect([first, second].map((burn) => secondsBetween(start, burn!.to) / DAY_S)).toEqual([121, 601])
  expect(Math.abs(second!.score / first!.score - 1)).toBeLessThan(SCORE_SHARE)
})

test('detectBurns() finds one burn at its time if fits absorb it over eight days, and reports no along-track burn for its side effect', () => {
  const sets = history([{ day: 220.5, mps: 5, isAcross: true }]).map((set, day) => {
    // The missing part of the full change decreases, and the semi-major axis of such fits is wrong by metres, as for Sentinel-3A in April 2016.
    const isTaken = Math.min(1, Math.max(0, (day - 220) / 8))
    const missingRad = day > 220 ? ((1 - isTaken) * 5) / SPEED : 0
    const offM = day > 220 ? 200 * isTaken : 0
    const a = Math.cbrt(3.986004418e14 / set.meanMotionRadPerS ** 2) + offM
    return { ...set, incRad: set.incRad - missingRad, meanMotionRadPerS: Math.sqrt(3.986004418e14 / a ** 3) }
  })
  const found = detectBurns(sets)
  expect(found.map(({ direction }) => direction)).toEqual(['cross-track'])
  expect(secondsBetween(start, found[0]!.to) / DAY_S).toBe(221)
  expect(Math.abs(found[0]!.deltaVMps - 5)).toBeLessThan(0.2 * 5)
})

test('detectBurns() gives each of three burns in three days its own size, without the sizes of its neighbours (F17)', () => {
  const sizes = [0.2, 0.05, 0.1]
  const found = detectBurns(history(sizes.map((mps, k) => ({ day: 60.5 + k, mps }))))
  expect(found.map(({ to }) => secondsBetween(start, to) / DAY_S)).toEqual([61, 62, 63])
  found.forEach(({ deltaVMps }, k) => {
    expect(Math.abs(deltaVMps - sizes[k]!)).toBeLessThan(Math.max(F17_MPS, F17_SHARE * sizes[k]!))
  })
})

test('detectBurns() finds a burn across the orbit from the sum of its steps in eight sets if each step is below the threshold (F17)', () => {
  // As for Sentinel-3A on 2016-04-19: steps of 8 sigmas each.
  const stepRad = 8 * 5e-6
  const slope = (steps: number) =>
    history([]).map((set, day) => ({
      ...set,
      incRad: set.incRad + stepRad * Math.min(steps, Math.max(0, day - 220)),
    }))
  expect(detectBurns(slope(1))).toEqual([])
  const [burn, ...more] = detectBurns(slope(8))
  expect(more).toEqual([])
  expect(burn?.direction).toBe('cross-track')
  expect(secondsBetween(start, burn!.to) / DAY_S).toBe(221)
})

const ALTIMETRY_M = 7_168_000

interface NoisyHistory {
  /** Days and sizes of burns along the track, m/s. */
  readonly burns?: readonly SlowBurn[]
  /** A burn across the orbit, a quarter of a revolution from the node. */
  readonly turn?: SlowBurn
  readonly radiusM?: number
  readonly dragMPerDay?: number
  /** Days on which drag is five times as strong. */
  readonly storms?: readonly number[]
  readonly noiseM: number
  readonly noiseRad: number
}

/** A year of daily sets of an orbit that decays by drag, each with its own noise in the semi-major axis and 500 m in position. */
function noisyHistory(given: NoisyHistory): BurnEvidence[] {
  const { burns = [], turn, radiusM = ALTIMETRY_M, dragMPerDay = 3, storms = [], noiseM, noiseRad } = given
  const normal = standardNormal(seededRandom(21))
  const n = Math.sqrt(3.986004418e14 / radiusM ** 3)
  const speed = n * radiusM
  // The semi-major axis and the resulting motion along the track, in steps of a hundredth of a day: on a circle, Δn = -3 n Δa / (2 a).
  const [halfAxisM, aheadM] = [[0], [0]]
  for (let step = 1; step <= 36_500; step += 1) {
    const day = step / 100
    const isStorm = storms.some((from) => from <= day && day < from + 1)
    const burnt = burns.reduce((sum, burn) => sum + (Math.round(100 * burn.day) === step ? burn.mps : 0), 0)
    const before = halfAxisM[step - 1]!
    halfAxisM.push(before - (dragMPerDay * (isStorm ? 5 : 1)) / 100 + (2 * radiusM * burnt) / speed)
    aheadM.push(aheadM[step - 1]! - (1.5 * n * before * DAY_S) / 100)
  }
  return Array.from({ length: 365 }, (_, day): BurnEvidence => {
    const a = radiusM + halfAxisM[100 * day]! + noiseM * normal()
    const turned = turn === undefined || day < turn.day ? 0 : turn.mps / speed / Math.sin(1.72)
    return {
      epoch: addSeconds(start, day * DAY_S),
      meanMotionRadPerS: Math.sqrt(3.986004418e14 / a ** 3),
      incRad: 1.72 + noiseRad * normal(),
      raanRad: 0.0172 * day + turned + noiseRad * normal(),
      argPeriapsisRad: 1,
      meanAnomalyRad: (n * DAY_S * day + (aheadM[100 * day]! + 500 * normal()) / radiusM) % (2 * Math.PI),
    }
  })
}

/** A burn every four weeks, of 11 to 19 mm/s, as an altimetry satellite maintains its ground track. */
const MONTHLY = Array.from({ length: 12 }, (_, k) => ({ day: 20.3 + 27.6 * k, mps: 0.011 + 0.001 * ((5 * k) % 9) }))

test('detectBurns() finds burns of 11 to 19 mm/s that no single set shows, with time and size (F17)', () => {
  // 15 mm/s change the semi-major axis by 29 m: less than five sigmas of a set.
  const found = detectBurns(noisyHistory({ burns: MONTHLY, noiseM: 6.4, noiseRad: 5e-6 }))
  const pairs = MONTHLY.map((burn) => ({
    burn,
    alarm: found.find(({ from, to }) => isWithin(burn.day, daysOf([from, to]))),
  }))
  expect(pairs.filter(({ alarm }) => alarm === undefined)).toEqual([])
  expect(found).toHaveLength(MONTHLY.length)
  const near = pairs.filter(
    ({ burn, alarm }) => Math.abs(alarm!.deltaVMps - burn.mps) < Math.max(F17_MPS, F17_SHARE * burn.mps),
  )
  expect(near.length).toBeGreaterThanOrEqual(0.85 * MONTHLY.length)
  expect(found.every(({ direction, score }) => direction === 'along-track' && score >= BURN_NOISE_MULTIPLE)).toBe(true)
})

test('detectBurns() reports no burn for a storm in an orbit with strong drag, and none in a history without burns', () => {
  const dragged = { radiusM: 6_778_000, dragMPerDay: 150, noiseM: 10, noiseRad: 5e-6 }
  expect(detectBurns(noisyHistory({ ...dragged, storms: [60, 150, 290] }))).toEqual([])
  expect(detectBurns(noisyHistory({ noiseM: 6.4, noiseRad: 5e-5, storms: [100, 200] }))).toEqual([])
})

test('detectBurns() finds a burn across the orbit far from the node, which changes the node and not the inclination', () => {
  const turn = { day: 180.4, mps: 1.5 }
  const [found, ...more] = detectBurns(noisyHistory({ turn, noiseM: 1, noiseRad: 4e-5 }))
  expect(more).toEqual([])
  expect(found!.direction).toBe('cross-track')
  expect(isWithin(turn.day, daysOf([found!.from, found!.to]))).toBe(true)
  expect(Math.abs(found!.deltaVMps - turn.mps)).toBeLessThan(F17_SHARE * turn.mps)
})

interface SlowBurn {
  readonly day: number
  readonly mps: number
}

/** A geosynchronous orbit, as of Fengyun-2F: the ellipticity of the equator moves the semi-major axis by 60 m a day. */
const SLOW_M = 42_164_000
const PULL_M = -60

/**
 * A year of daily sets in geosynchronous orbit: 28 m of noise in the semi-major axis, 1 km of noise in position, and 4/5 of each burn in the
 * first set after it.
 */
function slowHistory(burns: readonly SlowBurn[], radiusM = SLOW_M) {
  const normal = standardNormal(seededRandom(9))
  const speed = Math.sqrt(3.986004418e14 / radiusM)
  const placeNoise = standardNormal(seededRandom(11))
  return Array.from({ length: 365 }, (_, day): BurnEvidence => {
    const along = burns.reduce(
      (sum, burn) =>
        sum + burn.mps * Math.min(1, Math.max(0, 0.8 + (day - burn.day - 0.5) / 5)) * Number(day > burn.day),
      0,
    )
    const a = radiusM + PULL_M * day + 28 * normal() + (2 * radiusM * along) / speed
    return {
      epoch: addSeconds(start, day * DAY_S),
      meanMotionRadPerS: Math.sqrt(3.986004418e14 / a ** 3),
      incRad: 0.02 + 2e-6 * normal(),
      ...placeOf(day, burns, radiusM, (1000 / radiusM) * placeNoise()),
    }
  })
}

/** Node and perigee rotate. The mean anomaly increases by n, and from each burn onwards by Δn = -3 n Δa / (2 a) with Δa = 2 a Δv / v. */
function placeOf(day: number, burns: readonly SlowBurn[], radiusM: number, noiseRad: number) {
  const n = Math.sqrt(3.986004418e14 / radiusM ** 3)
  const speed = n * radiusM
  const pulled = (((-3 * n * PULL_M) / (2 * radiusM)) * day ** 2 * DAY_S) / 2
  const burnt = burns.reduce((sum, { day: at, mps }) => sum - (3 * n * mps * DAY_S * Math.max(0, day - at)) / speed, 0)
  const meanAnomalyRad = (n * DAY_S * day + pulled + burnt + noiseRad) % (2 * Math.PI)
  return { raanRad: 1 - 2e-4 * day, argPeriapsisRad: 5 + 4e-4 * day, meanAnomalyRad }
}

/**
 * A burn of 0.26 m/s causes a drift of 67 km a day. The error is 2.5 km: two positions of 1 km, and 28 m of the semi-major axis over 8 days, 2
 * km. Three sigmas are allowed.
 */
const DATE_DAYS = 0.12

const daysOf = (epochs: readonly Epoch[]) => epochs.map((epoch) => secondsBetween(start, epoch) / DAY_S)

test('detectBurns() reports a burn once, with its size, if two sets absorb it in a slow orbit; in a low orbit it reports each step', () => {
  const burns = [
    { day: 100.5, mps: -0.26 },
    { day: 148.5, mps: -0.27 },
  ]
  const found = detectBurns(slowHistory(burns))
  expect(daysOf(found.map(({ shown }) => shown)).map(Math.round)).toEqual([101, 149])
  found.forEach(({ deltaVMps, direction }, index) => {
    expect(direction).toBe('against-track')
    expect(Math.abs(deltaVMps + burns[index]!.mps)).toBeLessThan(0.02 * 0.26)
  })
  const large = burns.map(({ day, mps }) => ({ day, mps: 10 * mps }))
  expect(detectBurns(slowHistory(large))).toHaveLength(2)
  expect(detectBurns(slowHistory(large, RADIUS_M))).toHaveLength(4)
})

test.each([-0.26, 0.26])(
  'detectBurns() dates a burn of %f m/s in a slow orbit to two revolutions, although sets continue the old orbit and then are missing',
  (mps) => {
    const burn = { day: 100.4, mps }
    const sets = slowHistory([burn]).flatMap((set, day) => {
      if (day > 102 && day < 108) return []
      // With tracks from before the burn only: the set continues the orbit as if there were no burn.
      return [day > burn.day && day <= 102 ? slowHistory([])[day]! : set]
    })
    const [found, ...more] = detectBurns(sets)
    expect(more).toEqual([])
    const [from, to, shown] = daysOf([found!.from, found!.to, found!.shown])
    expect(shown).toBe(108)
    // The lower bound is two revolutions of a day before the earliest date from the pairs of sets.
    expect(Math.abs(from! + 2 - burn.day)).toBeLessThan(DATE_DAYS)
    expect(to).toBeGreaterThan(burn.day)
    expect(to! - from!).toBeLessThan(5)
  },
)

test('detectBurns() reports a burn once if the sets absorb it with a pause, and two burns of one direction as two', () => {
  const burn = { day: 100.5, mps: -0.5 }
  // A fit is linear in its tracks: if a fifth of the tracks are after the burn, the fit shows a fifth of the burn, in the mean motion and in the
  // position.
  const fifth = slowHistory([{ ...burn, mps: burn.mps / 5 }])
  const half = slowHistory([burn]).map((set, day) => (day === 101 || day === 102 ? fifth[day]! : set))
  const once = detectBurns(half)
  expect(daysOf(once.map(({ shown }) => shown))).toEqual([101])
  expect(Math.abs(once[0]!.deltaVMps + burn.mps)).toBeLessThan(0.2 * 0.5)
  const two = detectBurns(slowHistory([burn, { day: 103.5, mps: -0.5 }]))
  expect(two.map(({ direction }) => direction)).toEqual(['against-track', 'against-track'])
  daysOf(two.map(({ from }) => from)).forEach((from, index) => {
    const to = daysOf(two.map((one) => one.to))[index]!
    expect(from).toBeLessThan([100.5, 103.5][index]!)
    expect(to).toBeGreaterThan([100.5, 103.5][index]!)
  })
})

test('detectBurns() reports bounds that contain both burns of a pair that keeps the eccentricity, although no set came for days', () => {
  const pair = [
    { day: 100.2, mps: -0.3 },
    { day: 100.7, mps: 0.18 },
  ]
  const [found, ...more] = detectBurns(slowHistory(pair).filter((_, day) => day <= 100 || day >= 107))
  expect(more).toEqual([])
  const [from, to, shown] = daysOf([found!.from, found!.to, found!.shown])
  expect(from).toBeLessThan(100.2)
  expect(to).toBeGreaterThan(100.7)
  expect(to).toBeLessThan(105.2)
  expect(shown).toBe(107)
})

test('detectBurns() finds burns every other week, although these burns dominate the noise estimate', () => {
  // Each burn is 2.7 km of the semi-major axis, a hundred times the noise of a set.
  const burns = Array.from({ length: 24 }, (_, k) => ({ day: 20.4 + 14 * k, mps: 0.1 }))
  const found = detectBurns(slowHistory(burns))
  const missed = burns.filter(({ day }) => !found.some(({ from, to }) => isWithin(day, daysOf([from, to]))))
  expect(missed).toEqual([])
  const wrong = found.filter(({ from, to }) => !burns.some(({ day }) => isWithin(day, daysOf([from, to]))))
  expect(wrong).toEqual([])
})

test('detectBurns() gives each of two opposite burns its own size, although the second comes before the level after the first is known', () => {
  const found = detectBurns(
    slowHistory([
      { day: 100.5, mps: 0.17 },
      { day: 102.5, mps: -0.55 },
    ]),
  )
  expect(found.map(({ direction }) => direction)).toEqual(['along-track', 'against-track'])
})

const isWithin = (day: number, [from, to]: readonly number[]) => from! <= day && day <= to!

test('detectBurns() ignores a single bad set, while a plain comparison of mean motions reports it twice', () => {
  const sets = history([])
  const bad = sets.map((set, k) =>
    k === 100 ? { ...set, meanMotionRadPerS: set.meanMotionRadPerS * (1 + 2e-5) } : set,
  )
  expect(detectBurns(bad)).toEqual([])
  expect(jumpsOfMeanMotion(bad).filter(({ score }) => score > BURN_NOISE_MULTIPLE)).toHaveLength(2)
})

test('detectBurns() accepts sets in any order and duplicates, and returns nothing for an empty history', () => {
  const sets = history([{ day: 60.5, mps: 0.02 }])
  expect(detectBurns([...sets].reverse().concat(sets))).toEqual(detectBurns(sets))
  expect(detectBurns([])).toEqual([])
  expect(detectBurns(sets.slice(0, 3))).toEqual([])
})
