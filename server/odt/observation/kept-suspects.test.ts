import { GM_EARTH } from '@apsis/astro/constants.ts'
import { addSeconds, type Epoch, makeEpoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { keepSuspect, suspectOf } from './kept-suspects.ts'

const ORIGIN = makeEpoch(845_000_000)
/** The error of a cubic through states 10 s apart in low orbit; an angle changes by a ten-thousandth of an arcsecond. */
const CUBIC_M = 1e-3

/** Returns the exact state on a circle of a radius around the Earth. */
const circle = (radiusM: number) => (epoch: Epoch) => {
  const rate = Math.sqrt(GM_EARTH / radiusM ** 3)
  const angle = rate * secondsBetween(ORIGIN, epoch)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return {
    r: [radiusM * c, radiusM * s, 0] as const,
    v: [-radiusM * rate * s, radiusM * rate * c, 0] as const,
  }
}
const suspect = (at: (epoch: Epoch) => ReturnType<ReturnType<typeof circle>> | null) => ({
  noradId: 7,
  name: 'SEVEN',
  orbit: { type: 'SP_EPHEMERIS' as const, epoch: ORIGIN, at },
})

test.each([
  ['a low one over 3 minutes', 6_778_000, 180],
  ['a high one over 2 hours', 42_164_000, 7_200],
])('an ephemeris is kept as states that give the same orbit: %s', (_, radiusM, lengthS) => {
  const at = circle(radiusM)
  const kept = keepSuspect(suspect(at), ORIGIN, addSeconds(ORIGIN, lengthS))
  // The JSON form is the form that the database returns.
  const [again] = suspectOf(JSON.parse(JSON.stringify(kept)))
  expect(again).toMatchObject({ noradId: 7, name: 'SEVEN', orbit: { type: 'SP_EPHEMERIS', epoch: ORIGIN } })
  // The span begins before the track and ends after it, for light time and a late object; times between the states are tested, too.
  for (let seconds = -4; seconds <= lengthS + 4; seconds += 3.7) {
    const epoch = addSeconds(ORIGIN, seconds)
    expect(norm(subtract(again!.orbit.at(epoch)!.r, at(epoch).r))).toBeLessThan(CUBIC_M)
  }
  expect(again!.orbit.at(addSeconds(ORIGIN, lengthS + 60))).toBeNull()
})

test('an orbit that ends within the track is not kept', () => {
  const ends = (epoch: Epoch) => (secondsBetween(ORIGIN, epoch) > 90 ? null : circle(6_778_000)(epoch))
  expect(keepSuspect(suspect(ends), ORIGIN, addSeconds(ORIGIN, 180))).toBeUndefined()
})
