import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { NO_STATE, PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degreesLat, degreesLong, eciToGeodetic, gstime, sgp4, twoline2satrec } from 'satellite.js'
import { expect, test } from 'vitest'
import { writeFlatPlaces } from './flat-places.ts'

const OBJECTS = 1_000
const INSTANTS = 20
const START_MS = Date.parse('2026-11-27T00:00:00Z')
const STEP_MS = 3_700_000
/** Half a pixel of a map of the whole Earth that is 1440 px wide (issue 49). */
const HALF_PIXEL_DEG = 0.5 / (1_440 / 360)

test('a thousand objects are at twenty instants within half a pixel of where satellite.js has them', () => {
  const lines = makeCatalogue({ seed: 7, size: OBJECTS, epoch: parseTime('2026-11-26T18:00:00.000') }).map((elements) =>
    formatTle(elements),
  )
  const models = lines.map(([line1, line2]) => initSgp4(parseTle(line1, line2)))
  const records = lines.map(([line1, line2]) => twoline2satrec(line1, line2))
  const places = new Int32Array(3 * OBJECTS)
  const flat = new Float32Array(2 * OBJECTS)
  let [worst, compared] = [0, 0]
  for (let instant = 0; instant < INSTANTS; instant += 1) {
    const date = new Date(START_MS + instant * STEP_MS)
    const epoch = parseTime(date.toISOString())
    models.forEach((model, k) => {
      const state = propagateSgp4(model, epoch)
      const r = state.ok ? state.r.map((m) => Math.round(m / PLACE_UNIT_M)) : [NO_STATE, 0, 0]
      places.set(r, 3 * k)
    })
    writeFlatPlaces(places, date.getTime(), flat)
    records.forEach((record, k) => {
      const { epochdays, epochyr } = record
      const epochMs = Date.UTC(2000 + epochyr, 0, 1) + (epochdays - 1) * 86_400_000
      const state = sgp4(record, (date.getTime() - epochMs) / 60_000)
      const [longitude, latitude] = [flat[2 * k] as number, flat[2 * k + 1] as number]
      if (!state || Number.isNaN(longitude)) return
      const expected = eciToGeodetic(state.position, gstime(date))
      const east = Math.abs(longitude - degreesLong(expected.longitude))
      // Near a pole the same distance on the ground is many degrees of longitude, and on this map as many pixels.
      if (Math.abs(latitude) < 89) worst = Math.max(worst, Math.min(east, 360 - east))
      worst = Math.max(worst, Math.abs(latitude - degreesLat(expected.latitude)))
      compared += 1
    })
  }
  expect(compared).toBeGreaterThan(0.95 * OBJECTS * INSTANTS)
  expect(worst).toBeLessThan(HALF_PIXEL_DEG)
})

test('an object without a state is nowhere', () => {
  const flat = new Float32Array(2)
  writeFlatPlaces(Int32Array.of(NO_STATE, 0, 0), START_MS, flat)
  expect(flat[0]).toBeNaN()
})
