import { expect, test } from 'vitest'
import type { Separation } from './confirmed.ts'
import { distanceVerdict } from './distance-verdict.ts'

type MissDistances = {
  readonly before?: number
  readonly nominal: number
  readonly hot?: number
  readonly cold?: number
}
function verdictOf(targetM: number | null, { before = 100, nominal, hot, cold }: MissDistances, acceptedM = 500) {
  const nearest = (missM: number) => ({ missM, at: '2026-11-21T14:13:07.000Z' })
  const off = (missM: number | undefined) => (missM === undefined ? null : nearest(missM))
  const separation: Separation = {
    targetM,
    acceptedM,
    until: null,
    sigmaM: 10,
    before: nearest(before),
    nominal: nearest(nominal),
    hot: off(hot),
    cold: off(cold),
  }
  return distanceVerdict(separation)
}

/** Flight rule F2: a plan is sufficient up to 1.01 times its target, so a distance is sufficient from 1000 / 1.01 = 990.1 m on. */
test.each([
  [{ nominal: 1_000, hot: 1_100, cold: 900 }, 'PASS'],
  [{ nominal: 990.2, hot: 1_100, cold: 900 }, 'PASS'],
  [{ nominal: 990, hot: 1_100, cold: 900 }, 'FAIL'],
  [{ nominal: 1_000, hot: 500, cold: 500 }, 'PASS'],
  [{ nominal: 1_000, hot: 499, cold: 900 }, 'FAIL'],
  [{ nominal: 1_000, hot: 900, cold: 499 }, 'FAIL'],
  [{ nominal: 1_000 }, 'PASS'],
] as const)('the event of a plan for 1000 m, of 500 m that are accepted: %j is %s', (missed, verdict) => {
  expect(verdictOf(1_000, missed)).toBe(verdict)
})

test('a distance that reaches a target below the accepted distance is not sufficient', () => {
  expect(verdictOf(100, { nominal: 495, hot: 600, cold: 600 })).toBe('FAIL')
  expect(verdictOf(100, { nominal: 496, hot: 600, cold: 600 })).toBe('PASS')
})

/** Flight rule F12: if the burn does not make a passage closer, there is no warning about the passage. */
test.each([
  [{ before: 2_000, nominal: 1_000, hot: 500, cold: 800 }, 'PASS'],
  [{ before: 2_000, nominal: 1_000, hot: 499, cold: 800 }, 'WARN'],
  [{ before: 2_000, nominal: 1_000, hot: 800, cold: 499 }, 'WARN'],
  [{ before: 2_000, nominal: 495, hot: 800, cold: 800 }, 'FAIL'],
  [{ before: 450, nominal: 1_000, hot: 450, cold: 800 }, 'PASS'],
  [{ before: 450, nominal: 1_000, hot: 449, cold: 800 }, 'WARN'],
  [{ before: 2_000, nominal: 1_000 }, 'PASS'],
] as const)('another event of which 500 m are accepted: %j is %s', (missed, verdict) => {
  expect(verdictOf(null, missed)).toBe(verdict)
})
