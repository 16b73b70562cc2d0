import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import { expect, test } from 'vitest'
import { type BurnSettings, planOwn, tradeSpace } from './design.ts'
import { type Passing, planeAfter } from './plane-after.ts'
import { roundLength } from './plane-picture.tsx'
import { lightAt, revolutionsAndShadows } from './revolutions.ts'
import { designAt, RADIUS_M } from './testing/published-design.ts'

const HOUR_MS = 3_600_000
/** The picture and the plan use the same computation, and differ only by rounding. */
const ROUNDING = 1e-9
/** J2 changes a revolution of a low orbit by less than this share (astro/manoeuvre/blackout/eclipse.test.ts). */
const J2_SHARE = 0.005
/**
 * The miss is a length in space; it is shorter in the plane, because the rounded TCA of the message leaves a part along the relative
 * velocity.
 */
const MISS_SHARE = 1e-3

const settings: BurnSettings = {
  target: { kind: 'probability', probability: 1e-6 },
  direction: null,
  dynamics: 'j2',
  hasExecutionError: false,
  arcS: null,
}

const { tcaMs } = designAt(0)
const open = designAt(tcaMs - 24 * HOUR_MS)

function probabilityOf({ at, covariance }: Passing): number {
  const principal = principalMiss(at, covariance, RADIUS_M)
  if (!principal.ok) throw new TypeError('the covariance is that of a message')
  return circle2d(principal.miss, RADIUS_M)
}

test('the picture of the plane has the probabilities and misses of the text beside it', () => {
  const burn = planOwn(open, settings, tcaMs - 4 * HOUR_MS)
  const { now, after } = planeAfter(open, settings, burn)!
  expect(Math.abs(probabilityOf(now) / burn.pcBefore! - 1)).toBeLessThan(ROUNDING)
  expect(Math.abs(probabilityOf(after) / burn.pc! - 1)).toBeLessThan(ROUNDING)
  expect(Math.abs(Math.hypot(...now.at) / burn.missBeforeM - 1)).toBeLessThan(MISS_SHARE)
  expect(Math.abs(Math.hypot(...after.at) / burn.missM - 1)).toBeLessThan(MISS_SHARE)
  expect(burn.pc).toBeLessThan(burn.pcBefore!)
})

test('revolutions follow each other without a gap from the first time of the map to TCA, and count down to 0', () => {
  const { revolutions } = revolutionsAndShadows(open, 5)
  expect(revolutions[0]!.from).toBeCloseTo(5, 9)
  expect(Math.abs(revolutions.at(-1)!.to)).toBe(0)
  expect(revolutions.map(({ before }) => before)).toEqual(revolutions.map((_, place) => revolutions.length - 1 - place))
  for (const [place, one] of revolutions.entries()) {
    if (place > 0) expect(one.from).toBe(revolutions[place - 1]!.to)
    if (place > 0 && place < revolutions.length - 1) expect(Math.abs(one.from - one.to - 1)).toBeLessThan(J2_SHARE)
  }
})

test('a burn in an eclipse shows the end of the eclipse, and one before it the remaining time in sunlight', () => {
  const around = revolutionsAndShadows(open, 5)
  const space = tradeSpace(open, { ...settings, dynamics: 'two-body' })
  const msOf = (lead: number) => tcaMs - 1_000 * lead * space.periodS
  const first = around.shadows.find(({ from }) => from < 4.9)!
  const middle = lightAt(around, space, msOf((first.from + first.to) / 2))
  expect(middle.isSunlit).toBe(false)
  expect(middle.untilMs).toBeCloseTo(msOf(first.to), 0)
  const before = lightAt(around, space, msOf(first.from) - 60_000)
  expect(before.isSunlit).toBe(true)
  expect(before.untilMs).toBeCloseTo(msOf(first.from), 0)
  expect(lightAt({ ...around, shadows: [] }, space, tcaMs - HOUR_MS)).toEqual({ isSunlit: true, untilMs: null })
})

test.each([
  [0.7, 0.5],
  [5, 5],
  [19, 10],
  [2_300, 2_000],
])('the scale for at most %f m is %f m long', (most, length) => {
  expect(roundLength(most)).toBeCloseTo(length, 12)
})
