import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import { addSeconds, makeEpoch, secondsBetween } from '../time/epoch.ts'
import { BURN_NOISE_MULTIPLE, type BurnEvidence, detectBurns, jumpsOfMeanMotion } from './detect-burns.ts'

/** Flight rule F17: 20 % or 2 mm/s. */
const F17_SHARE = 0.2
const F17_MPS = 0.002
/** A step of 385 m between two sets of 5 m of noise each is known to 1.8 %, 1σ: three of them. */
const SCORE_SHARE = 0.055

const DAY_S = 86_400
const start = makeEpoch(1_500_000_000)
const RADIUS_M = 7.18e6
const N = Math.sqrt(3.986004418e14 / RADIUS_M ** 3)
const SPEED = N * RADIUS_M

/** A year of sets a day: drag of 5 m a day, 1.5 m of noise, and what burns add to radius and inclination from their day on. */
function history(burns: readonly { readonly day: number; readonly mps: number; readonly isAcross?: boolean }[]) {
  const normal = standardNormal(seededRandom(7))
  return Array.from({ length: 365 }, (_, day): BurnEvidence => {
    const past = burns.filter((burn) => burn.day < day)
    const along = past.reduce((sum, { mps, isAcross }) => sum + (isAcross === true ? 0 : mps), 0)
    const across = past.reduce((sum, { mps, isAcross }) => sum + (isAcross === true ? mps : 0), 0)
    const a = RADIUS_M - 5 * day + 1.5 * normal() + (2 * RADIUS_M * along) / SPEED
    const incRad = 1.72 + 5e-6 * normal() + across / SPEED
    return { epoch: addSeconds(start, day * DAY_S), meanMotionRadPerS: Math.sqrt(3.986004418e14 / a ** 3), incRad }
  })
}

test('detectBurns() finds steps along and across the track, when they were and how large, and nothing else', () => {
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

test('a burn of one size is as sure in a year of good sets as in one of bad ones', () => {
  const normal = standardNormal(seededRandom(9))
  const [early, late] = [120.5, 600.5]
  // Two years of sets: the noise of the second one is a fifth of that of the first.
  const sets = Array.from({ length: 730 }, (_, day): BurnEvidence => {
    const burnt = (day > early ? 0.2 : 0) + (day > late ? 0.2 : 0)
    const a = RADIUS_M + (day < 365 ? 5 : 1) * normal() + (2 * RADIUS_M * burnt) / SPEED
    const motion = Math.sqrt(3.986004418e14 / a ** 3)
    return { epoch: addSeconds(start, day * DAY_S), meanMotionRadPerS: motion, incRad: 1.72 + 5e-6 * normal() }
  })
  const [first, second, ...more] = detectBurns(sets)
  expect(more).toEqual([])
  expect([first, second].map((burn) => secondsBetween(start, burn!.to) / DAY_S)).toEqual([121, 601])
  expect(Math.abs(second!.score / first!.score - 1)).toBeLessThan(SCORE_SHARE)
})

test('detectBurns() finds one burn, at its time, where fits take it in over eight days, and its trace along the track is none', () => {
  const sets = history([{ day: 220.5, mps: 5, isAcross: true }]).map((set, day) => {
    // Of the full change less and less is missing, and the semi-major axis of such fits is off by metres, as of Sentinel-3A in April 2016.
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

/** A year of sets a day in geosynchronous orbit, as of Fengyun-2F: 28 m of noise, and of each burn 4/5 in the first set after it. */
function slowHistory(burns: readonly { readonly day: number; readonly mps: number }[], radiusM = 42_164_000) {
  const normal = standardNormal(seededRandom(9))
  const speed = Math.sqrt(3.986004418e14 / radiusM)
  return Array.from({ length: 365 }, (_, day): BurnEvidence => {
    const along = burns.reduce(
      (sum, burn) =>
        sum + burn.mps * Math.min(1, Math.max(0, 0.8 + (day - burn.day - 0.5) / 5)) * Number(day > burn.day),
      0,
    )
    const a = radiusM - 60 * day + 28 * normal() + (2 * radiusM * along) / speed
    return {
      epoch: addSeconds(start, day * DAY_S),
      meanMotionRadPerS: Math.sqrt(3.986004418e14 / a ** 3),
      incRad: 0.02 + 2e-6 * normal(),
    }
  })
}

test('detectBurns() finds a burn in a slow orbit once where two sets take it in, with its size; in a low orbit each step stands', () => {
  const burns = [
    { day: 100.5, mps: -0.26 },
    { day: 148.5, mps: -0.27 },
  ]
  const found = detectBurns(slowHistory(burns))
  expect(found.map(({ to }) => Math.round(secondsBetween(start, to) / DAY_S))).toEqual([101, 149])
  found.forEach(({ deltaVMps, direction }, index) => {
    expect(direction).toBe('against-track')
    expect(Math.abs(deltaVMps + burns[index]!.mps)).toBeLessThan(0.02 * 0.26)
  })
  const large = burns.map(({ day, mps }) => ({ day, mps: 10 * mps }))
  expect(detectBurns(slowHistory(large))).toHaveLength(2)
  expect(detectBurns(slowHistory(large, RADIUS_M))).toHaveLength(4)
})

test('detectBurns() is not taken in by one bad set, which the jump of the mean motion is, twice', () => {
  const sets = history([])
  const bad = sets.map((set, k) =>
    k === 100 ? { ...set, meanMotionRadPerS: set.meanMotionRadPerS * (1 + 2e-5) } : set,
  )
  expect(detectBurns(bad)).toEqual([])
  expect(jumpsOfMeanMotion(bad).filter(({ score }) => score > BURN_NOISE_MULTIPLE)).toHaveLength(2)
})

test('detectBurns() takes sets in any order and twice, and has nothing to say of none', () => {
  const sets = history([{ day: 60.5, mps: 0.02 }])
  expect(detectBurns([...sets].reverse().concat(sets))).toEqual(detectBurns(sets))
  expect(detectBurns([])).toEqual([])
  expect(detectBurns(sets.slice(0, 3))).toEqual([])
})
