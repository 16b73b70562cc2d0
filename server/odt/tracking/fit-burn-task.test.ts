import { HOUR_MS } from '@apsis/astro/constants.ts'
import { seededRandom, standardNormal } from '@apsis/astro/random.ts'
import { expect, test } from 'vitest'
import { drawnTruth, objectsOfMessage } from '../object/event-orbit.ts'
import { positionsText } from '../testing/own-positions.ts'
import { messageOfTrack, PRIMARY } from '../testing/own-track.ts'
import { fitAfterBurn } from './fit-burn-task.ts'

const SIGMA_M = 5
const tcaMs = Math.floor(Date.now() / 1_000) * 1_000
const original = Buffer.from(messageOfTrack({ tcaMs, createdMs: tcaMs - 9 * HOUR_MS }))
/** The burn is zero, so that the satellite is where its message predicts. */
const BURN = { ignition: new Date(tcaMs - 4 * HOUR_MS).toISOString(), deltaVRtn: [0, 0, 0] }
/** The times before closest approach, s. */
const [FROM_S, CUT_S, TO_S] = [3.5 * 3_600, 2.5 * 3_600, 1.5 * 3_600]

test('F18: positions in two series count once in the orbit after a burn', () => {
  const object = objectsOfMessage(original).find(({ designator }) => designator === String(PRIMARY))
  const truth = object && drawnTruth(object)
  if (truth === undefined) throw new Error('the message lacks the satellite')
  const normal = standardNormal(seededRandom(6))
  const noise = () => SIGMA_M * normal()
  const whole = positionsText(truth, { tcaMs, fromS: FROM_S, toS: TO_S, sigmaM: SIGMA_M, noise })
  const time = (beforeS: number) => new Date(tcaMs - beforeS * 1_000).toISOString().slice(0, 23)
  const part = (from: string, to: string) => {
    const isWithin = (at: string) => at >= from && at <= to
    const rows = whole.split('\n').filter((row) => !/^\d{4}-/.test(row) || isWithin(row.slice(0, 23)))
    return rows.join('\n')
  }
  const [early, late] = [part(time(FROM_S), time(CUT_S - 1_200)), part(time(CUT_S), time(TO_S))]
  const fit = (texts: readonly string[]) =>
    fitAfterBurn({
      original,
      designator: String(PRIMARY),
      ...BURN,
      tracks: texts.map((tdm) => ({ tdm, sensor: null, positionSigmaM: null })),
    })
  const alone = fit([whole])
  expect(alone).not.toBeNull()
  expect(fit([whole, late])).toEqual(alone)
  expect(fit([late, early])).toEqual(alone)
})
