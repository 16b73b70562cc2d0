import { HOUR_MS } from '@apsis/astro/constants.ts'
import { expect, test } from 'vitest'
import { SIMULATED_NETWORK } from '../sensor/simulated-network.data.ts'
import { messageOfTrack } from '../testing/own-track.ts'
import { rankPasses, type WorthTask } from './worth-task.ts'

const TCA_MS = Date.parse('2026-11-24T12:00:00Z')

/** The object of a published message over the radars of the simulated network in the day before its closest approach. */
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
  // The pass is over by then, and its result is not there.
  expect(Date.parse(last?.end ?? '')).toBeLessThan(resultMs - 60_000)
  const namesUntil = (commitMs: number) => rankPasses(askedUntil(commitMs)).passes.map(({ name }) => name)
  expect(namesUntil(resultMs)).toContain(last?.name)
  expect(namesUntil(resultMs - 1_000)).not.toContain(last?.name)
  expect(rankPasses(askedUntil(TCA_MS - 24 * HOUR_MS))).toEqual({ passes: [], unranked: 'AFTER_COMMIT' })
})
