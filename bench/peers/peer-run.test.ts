import { expect, test } from 'vitest'
import { makeSyntheticCatalogue } from '../screening/catalogue.ts'
import { compareEvents } from '../screening/compare.ts'
import { findTruthOnThreads } from '../screening/truth.ts'
import { KNOT_S, KNOTS_PER_STRETCH } from './grid-ephemeris.ts'
import { startPeer } from './peer-run.ts'

const DURATION_S = 2 * KNOTS_PER_STRETCH * KNOT_S
const THRESHOLD_KM = 20

/** Compares a peer's events with the exhaustive reference on a small catalogue. */
async function runPeer(thread: URL, stretchS: number) {
  const { sets, models } = makeSyntheticCatalogue(700)
  const work = { sets, durationS: DURATION_S, thresholdKm: THRESHOLD_KM }
  const peer = await startPeer(thread, work, { threads: 2, stretchS })
  try {
    const found = await peer.run()
    const truth = await findTruthOnThreads({ models, durationS: DURATION_S, thresholdM: 1000 * THRESHOLD_KM }, 2)
    return compareEvents(found, truth, 1000 * THRESHOLD_KM)
  } finally {
    await peer.stop()
  }
}

test('startPeer: the sweep in plain JS finds all events, and no others', async () => {
  const { missed, extra, matched, isLostSame } = await runPeer(new URL('./plain-thread.ts', import.meta.url), 1440)
  expect({ missed, extra, isLostSame }).toEqual({ missed: [], extra: [], isLostSame: true })
  expect(matched).toBeGreaterThan(20)
})

test('startPeer: the grid pipeline finds no false events, and misses few', async () => {
  const { missed, extra, matched } = await runPeer(
    new URL('./grid-thread.ts', import.meta.url),
    KNOTS_PER_STRETCH * KNOT_S,
  )
  expect(extra).toEqual([])
  // If objects move slowly relative to each other, the peer's grid cannot find the time of the minimum.
  expect(missed.length).toBeLessThan(0.1 * matched)
})
