import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { OperatorPaths } from '@apsis/contract/ca/find/operator-path.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { propagate, twoline2satrec } from 'satellite.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { oemText } from '../testing/oem-text.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'
import { pathPieces } from './sample-paths.ts'

/** Two lines round the mean motion to 1e-8 rev/d and angles to 1e-4°, which is 12 m in low orbit. */
const LINES_M = 30
const HOUR_MS = 3_600_000
const ANN = { subject: 'ann', organisation: 'paths', roles: ['ca:user'] }
const BEN = { subject: 'ben', organisation: 'others', roles: ['ca:user'] }
const SETS = simulatedSets(60)
const [OWN] = SETS.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)
const BEGIN = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS)

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, SETS)
})
afterAll(() => api.close())

const ask = (query: string, who = ANN) => patientCall(api, who, `GET /api/v1/ca/operator-paths?${query}`)
const spanOf = (fromMs: number, toMs: number) =>
  `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`

async function fly({ noradId, objectName }: ElementSet): Promise<Satellite> {
  const body = JSON.stringify({ name: objectName, noradId })
  return bodyOf<Satellite>(await api.call(ANN, 'POST /api/v1/ca/satellites', { body }))
}

test('the states of an own ephemeris are those of satellite.js for its orbit, each minute, and nobody else reads them', async () => {
  const { satelliteId } = await fly(OWN!)
  const span = spanOf(BEGIN.getTime() + HOUR_MS + 30_000, BEGIN.getTime() + 2 * HOUR_MS)
  expect((await bodyOf<OperatorPaths>(await ask(span))).paths).toEqual([])
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([oemText(OWN!, { from: BEGIN, hours: 5 })]), 'own.oem')
  expect((await patientCall(api, ANN, 'POST /api/v1/ca/ephemeris/file', { body: form })).status).toBe(201)

  const answer = await bodyOf<OperatorPaths>(await ask(span))
  expect(answer.isCut).toBe(false)
  const [path] = answer.paths
  expect(path).toMatchObject({ noradId: OWN!.noradId, satelliteId, name: 'own.oem', publisher: null })
  const [piece] = path!.pieces
  // The span begins at 30 s: the states are at its start, at each whole minute of the span, and at its end.
  expect(piece!.seconds.slice(0, 3)).toEqual([0, 60, 120])
  expect(piece!.seconds.at(-1)).toBe(3_570)
  expect([piece!.r.length, piece!.v.length]).toEqual([3 * piece!.seconds.length, 3 * piece!.seconds.length])
  const record = twoline2satrec(...formatTle(OWN!))
  for (const [place, seconds] of piece!.seconds.entries()) {
    const { x, y, z } = propagate(record, new Date(Date.parse(answer.from) + 1_000 * seconds))!.position as {
      x: number
      y: number
      z: number
    }
    const [a, b, c] = piece!.r.slice(3 * place)
    expect(Math.hypot(a! - 1_000 * x, b! - 1_000 * y, c! - 1_000 * z)).toBeLessThan(LINES_M)
  }
  expect((await bodyOf<OperatorPaths>(await ask(span, BEN))).paths).toEqual([])
  expect((await ask(`${span}&satellite-id=${satelliteId}`, BEN)).status).toBe(404)
  // After its end the ephemeris is not in the answer.
  const after = spanOf(BEGIN.getTime() + 6 * HOUR_MS, BEGIN.getTime() + 7 * HOUR_MS)
  expect((await bodyOf<OperatorPaths>(await ask(after))).paths).toEqual([])
})

test('a burn is between two pieces: each ends and begins with the state of its own side', () => {
  const start = parseTime('2026-11-20T06:00:00Z')
  // The motion is uniform along x, so every interpolation gives exact states; the burn after 90 s adds 1 m/s.
  const segment = (fromS: number, toS: number, v: number, x0: number) => ({
    frame: 'TEME',
    states: Array.from({ length: 1 + (toS - fromS) / 15 }, (_, k) => ({
      epoch: addSeconds(start, fromS + 15 * k),
      r: [x0 + v * 15 * k, 0, 0] as const,
      v: [v, 0, 0] as const,
    })),
  })
  const pieces = pathPieces(makeEphemeris([segment(0, 90, 100, 7e6), segment(90, 300, 101, 7e6 + 9_000)]), start, 200)
  expect(pieces.map(({ seconds }) => seconds)).toEqual([
    [0, 60, 90],
    [90, 120, 180, 200],
  ])
  const rates = pieces.map(({ v }) => [v[0], v.at(-3)])
  expect(rates).toEqual([
    [100, 100],
    [101, 101],
  ])
  expect(pieces[1]!.r.at(-3)).toBe(7e6 + 9_000 + 110 * 101)
})

test.each([spanOf(0, 0), spanOf(HOUR_MS, 0), spanOf(0, 12 * HOUR_MS + 1), 'from=now&to=then', ''])(
  'a span that cannot be answered is refused, and the field is named: %s',
  async (query) => {
    const answer = await ask(query)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(/"(to|from)\b/)
  },
)
