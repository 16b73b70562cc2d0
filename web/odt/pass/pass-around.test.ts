import { makeStation } from '@apsis/astro/frames/topocentric.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { flatMask } from '@apsis/astro/visibility/mask.ts'
import { earthTurns, pathOfElements } from '@apsis/astro/visibility/path.ts'
import { passesOnPath } from '@apsis/astro/visibility/path-passes.ts'
import { expect, test } from 'vitest'
import { aroundPass } from './pass-around.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The published example of the two-line format: a space station of 2008. */
const MODEL = initSgp4(
  parseTle(
    '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
    '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
  ),
)
const STATION = makeStation({ latRad: degToRad(48), lonRad: degToRad(16), heightM: 170 })
const BEGIN = parseTime('2008-09-21T00:00:00Z')
/** The two searches interpolate between different states, so the peaks agree to some milliseconds. */
const SAME_PEAK_S = 0.05

function passesIn(fromS: number, toS: number) {
  const path = pathOfElements(MODEL, earthTurns('TEME', addSeconds(BEGIN, fromS), toS - fromS))
  return passesOnPath(path, { station: STATION, mask: flatMask(degToRad(10)) }).map((pass) => ({
    startS: secondsBetween(BEGIN, pass.start.epoch),
    peakS: secondsBetween(BEGIN, pass.culmination.epoch),
    endS: secondsBetween(BEGIN, pass.end.epoch),
    startsBefore: pass.startsBefore,
    endsAfter: pass.endsAfter,
  }))
}

test('a pass that has already begun gets its peak and its rise from a search that starts before it', () => {
  const [whole] = passesIn(0, 86_400)
  // The page opens after the peak: the highest point of the rest is at its beginning, and is not the peak.
  const openS = (whole!.peakS + whole!.endS) / 2
  const [rest] = passesIn(openS, openS + 86_400)
  expect([rest!.startsBefore, rest!.peakS]).toEqual([true, rest!.startS])
  const around = aroundPass({ startMs: 1_000 * rest!.startS, endMs: 1_000 * rest!.endS }, rest!)
  const found = passesIn(around.fromMs / 1_000, around.toMs / 1_000).find(({ endS }) => endS > openS)
  expect(found?.startsBefore).toBe(false)
  expect(Math.abs(found!.peakS - whole!.peakS)).toBeLessThan(SAME_PEAK_S)
  expect(Math.abs(found!.startS - whole!.startS)).toBeLessThan(SAME_PEAK_S)
})

test('a complete pass is searched with a minute on both sides; a pass that the list cuts is searched farther beyond that end', () => {
  const times = { startMs: 0, endMs: 10 * MINUTE_MS }
  expect(aroundPass(times, { startsBefore: false, endsAfter: false })).toEqual({
    fromMs: -MINUTE_MS,
    toMs: 11 * MINUTE_MS,
  })
  const cut = aroundPass(times, { startsBefore: false, endsAfter: true })
  expect([cut.fromMs, cut.toMs]).toEqual([-MINUTE_MS, 10 * MINUTE_MS + 12 * HOUR_MS])
})

test('the search for a pass of several days stays within the two days for which tracks are computed', () => {
  expect(aroundPass({ startMs: 0, endMs: 2 * DAY_MS }, { startsBefore: true, endsAfter: true })).toEqual({
    fromMs: 0,
    toMs: 2 * DAY_MS,
  })
})
