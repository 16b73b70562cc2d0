import { HOUR_MS } from '@apsis/astro/constants.ts'
import { expect, test } from 'vitest'
import { SIMULATED_NETWORK } from '../sensor/simulated-network.data.ts'
import { messageOfTrack } from '../testing/own-track.ts'
import { expectPasses } from './tasked-task.ts'
import { rankPasses, type WorthTask } from './worth-task.ts'

const TCA_MS = Date.parse('2026-11-24T12:00:00Z')

/** Makes a task for the object of a published message and the radars of the simulated network, in the day before closest approach. */
function askedUntil(commitMs: number): WorthTask {
  const radars = SIMULATED_NETWORK.filter(({ sensorType }) => sensorType === 'RADAR_ACTIVE')
  const sensors = radars.map((sensor) => ({ ...sensor, record: { tries: 0, successes: 0 } }))
  return {
    original: Buffer.from(messageOfTrack({ tcaMs: TCA_MS, createdMs: TCA_MS - 30 * HOUR_MS })),
    place: 1,
    noradId: 45_214,
    objectRadiusM: 1,
    radiusM: 10,
    line: 1e-4,
    isSimulated: true,
    sensors,
    fromMs: TCA_MS - 24 * HOUR_MS,
    commitMs,
  }
}

test('F19: only passes whose result arrives before the decision are offered, however early they end', () => {
  const all = rankPasses(askedUntil(TCA_MS)).passes
  expect(all.length).toBeGreaterThan(1)
  const [last] = all.toSorted((a, b) => b.resultBy.localeCompare(a.resultBy))
  const resultMs = Date.parse(last?.resultBy ?? '')
  // The pass has ended by then, and its result has not arrived.
  expect(Date.parse(last?.end ?? '')).toBeLessThan(resultMs - 60_000)
  const namesUntil = (commitMs: number) => rankPasses(askedUntil(commitMs)).passes.map(({ name }) => name)
  expect(namesUntil(resultMs)).toContain(last?.name)
  expect(namesUntil(resultMs - 1_000)).not.toContain(last?.name)
  expect(rankPasses(askedUntil(TCA_MS - 24 * HOUR_MS))).toEqual({ passes: [], unranked: 'AFTER_COMMIT' })
})

/** The search for a peak begins at other samples, and ends within this angle of the peak. */
const PEAK_DEG = 1e-3

test('an ordered pass has the expectation of its ranking, and the past results of its sensor count', () => {
  const asked = askedUntil(TCA_MS)
  const { passes } = rankPasses(asked)
  const [pass] = passes
  const orders = [{ sensorCode: pass!.sensorCode, startMs: Date.parse(pass!.start), endMs: Date.parse(pass!.end) }]
  const { original, place, noradId, objectRadiusM, sensors } = asked
  const order = { original, place, noradId, objectRadiusM, sensors, passes: orders }
  const [expected] = expectPasses(order)
  expect(expected).toMatchObject({ detection: pass!.detection, magnitude: null, clearSky: null })
  expect(Math.abs(expected!.maximumElevation - pass!.maximumElevation)).toBeLessThan(PEAK_DEG)
  expect(expected?.detection).toMatchObject({ empirical: null, tries: 0, successes: 0 })
  const known = sensors.map((sensor) => ({ ...sensor, record: { tries: 4, successes: 1 } }))
  const [recorded] = expectPasses({ ...order, sensors: known })
  expect(recorded?.detection).toMatchObject({ empirical: 0.25, tries: 4, successes: 1 })
  expect(recorded?.detection.theoretical).toBe(expected?.detection.theoretical)
  expect(recorded?.detection.probability).toBeLessThan(expected?.detection.probability ?? 0)
  // A sensor that no longer exists, or a time without visibility, has no expectation.
  expect(expectPasses({ ...order, sensors: [] })).toEqual([null])
  const [later] = orders.map((one) => ({ ...one, startMs: one.endMs + 30 * 60_000, endMs: one.endMs + 31 * 60_000 }))
  expect(expectPasses({ ...order, passes: [later!] })).toEqual([null])
})
