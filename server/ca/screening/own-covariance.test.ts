import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { EphemerisState } from '@apsis/astro/ephemeris/ephemeris.ts'
import { covarianceAtAge } from '@apsis/astro/ephemeris/prediction-error.ts'
import { entry } from '@apsis/astro/matrix.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { packOrbit } from '../ephemeris-file/packed-orbit.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { learnCovariances } from './own-covariance-task.ts'

const DAY_MS = 86_400_000
const BEGIN = Date.parse('2026-01-01T00:00:00.000Z')
const STEP_S = 120
const OFF_M = 2
/** The curvature of the track, and the motion within the revolution that is looked at. */
const OF_KEPLER = 0.04

/** A file of four days from a day on, on a circle that is 2 m too high or too low, in the phase of the truth at its beginning. */
function fileOf(satelliteId: string, day: number, radiusM: number) {
  const off = day % 2 === 0 ? OFF_M : -OFF_M
  const rateOf = (radius: number) => Math.sqrt(GM_EARTH / radius ** 3)
  const madeAt = new Date(BEGIN + day * DAY_MS).toISOString()
  const made = parseTime(madeAt.replace('Z', ''))
  const states = Array.from({ length: (4 * SECONDS_PER_DAY) / STEP_S }, (_, k): EphemerisState => {
    const angle = rateOf(radiusM) * day * SECONDS_PER_DAY + rateOf(radiusM + off) * k * STEP_S
    const [c, s, v] = [Math.cos(angle), Math.sin(angle), rateOf(radiusM + off) * (radiusM + off)]
    const r = radiusM + off
    return { epoch: addSeconds(made, k * STEP_S), r: [r * c, r * s, 0], v: [-v * s, v * c, 0] }
  })
  return { satelliteId, madeAt, packed: packOrbit([{ frame: 'TEME', states }]) }
}

const bare = [{ satelliteId: 'one', noradId: 43_617 }]
const week = (satelliteId: string, radiusM: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => fileOf(satelliteId, day, radiusM))
/** Kepler's third law: who is higher by a falls behind by 3πa in each revolution. */
const behindM = (radiusM: number, days: number) =>
  (3 * Math.PI * OFF_M * (days * SECONDS_PER_DAY + 3_000)) / (2 * Math.PI * Math.sqrt(radiusM ** 3 / GM_EARTH))

test('the covariance of a file that states none is what earlier files of its satellite were wrong by at that age', async () => {
  const [learnt] = await learnCovariances({ bare, flown: week('one', 7e6), messages: [] })
  expect(learnt).toMatchObject({ satelliteId: 'one', source: 'history' })
  for (const days of [1, 2]) {
    const along = Math.sqrt(entry(covarianceAtAge(learnt!.curve, days * SECONDS_PER_DAY)!, 1, 1))
    expect(Math.abs(along / behindM(7e6, days) - 1)).toBeLessThan(OF_KEPLER)
  }
})

test('a satellite with few files learns from those of its regime, and from no other', async () => {
  const few = [fileOf('one', 0, 7e6), fileOf('one', 1, 7e6)]
  const [learnt] = await learnCovariances({ bare, flown: [...few, ...week('two', 7.01e6)], messages: [] })
  expect(learnt).toMatchObject({ satelliteId: 'one', source: 'history' })
  const along = Math.sqrt(entry(covarianceAtAge(learnt!.curve, SECONDS_PER_DAY)!, 1, 1))
  expect(Math.abs(along / behindM(7e6, 1) - 1)).toBeLessThan(OF_KEPLER)
  expect(await learnCovariances({ bare, flown: [...few, ...week('high', 42_164_000)], messages: [] })).toEqual([])
})

test('without a history messages tell it, interpolated by age; one message alone tells nothing', async () => {
  const message = (createdAt: string, sigmaM: number) =>
    Buffer.from(cdmText({ createdAt, tca: '2030-01-05T12:00:00.000', sigmaM }))
  const [old, young] = [message('2030-01-03T12:00:00.000', 80), message('2030-01-04T12:00:00.000', 40)]
  const [learnt] = await learnCovariances({ bare, flown: [], messages: [old, young] })
  expect(learnt).toMatchObject({ source: 'messages' })
  const middle = covarianceAtAge(learnt!.curve, 1.5 * SECONDS_PER_DAY)!
  expect(entry(middle, 0, 0)).toBeCloseTo((80 ** 2 + 40 ** 2) / 2, 6)
  expect(covarianceAtAge(learnt!.curve, 2.1 * SECONDS_PER_DAY)).toBeNull()
  expect(await learnCovariances({ bare, flown: [], messages: [old] })).toEqual([])
  expect(
    await learnCovariances({ bare: [{ satelliteId: 'one', noradId: 5 }], flown: [], messages: [old, young] }),
  ).toEqual([])
})
