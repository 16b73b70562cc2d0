import { randomUUID } from 'node:crypto'
import { serialize } from 'node:v8'
import { zstdCompressSync } from 'node:zlib'
import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { EphemerisState } from '@apsis/astro/ephemeris/columns.ts'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { covarianceAtAge, errorCurve } from '@apsis/astro/ephemeris/prediction-error.ts'
import { entry } from '@apsis/astro/matrix.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { insertEphemeris, insertOrbit, supersedeOperational } from '../ephemeris/record/ephemeris.repository.ts'
import { packOrbit } from '../ephemeris/record/packed-orbit.ts'
import { PLAN_ORIGINATOR } from '../ephemeris/record/plan-originator.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { findFleet, inBody } from './flyers.ts'
import { withLearnt } from './own-covariance.ts'
import { learnErrors, learnFromMessages } from './own-covariance-task.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const DAY_MS = 86_400_000
/** The last file of the week was made today, and covers three more days. */
const BEGIN = Date.now() - 6.5 * 86_400_000
const STEP_S = 120
const OFF_M = 2
/** A relative tolerance for the curvature of the track, and for the motion within the compared revolution. */
const OF_KEPLER = 0.04
/** Variances of 4000 m², rotated in double precision: 1e-12 m² for each step. */
const VARIANCE_DIGITS = 9

/** Makes a file of four days from a day on, on a circle that is 2 m too high or too low, in phase with the truth at its beginning. */
function fileOf(day: number, radiusM: number) {
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
  return { madeAt, packed: packOrbit(makeEphemeris([{ frame: 'TEME', states }])) }
}

/** The files are newest first, as the database returns them. */
const week = (radiusM: number) => [6, 5, 4, 3, 2, 1, 0].map((day) => fileOf(day, radiusM))
/** Kepler's third law: an object that is higher by a metres falls behind by 3πa in each revolution. */
const behindM = (radiusM: number, days: number) =>
  (3 * Math.PI * OFF_M * (days * SECONDS_PER_DAY + 3_000)) / (2 * Math.PI * Math.sqrt(radiusM ** 3 / GM_EARTH))

test('the errors of earlier files of a satellite grow with age by Kepler’s law', async () => {
  const curve = errorCurve(await learnErrors({ files: week(7e6) }))
  for (const days of [1, 2]) {
    const along = Math.sqrt(entry(covarianceAtAge(curve, days * SECONDS_PER_DAY)!, 1, 1))
    expect(Math.abs(along / behindM(7e6, days) - 1)).toBeLessThan(OF_KEPLER)
  }
})

test('files of another regime than the wanted one are not used', async () => {
  // The orbits are 632 km and 35 786 km above the equator.
  expect(await learnErrors({ files: week(7.01e6), regime: 'LEO2' })).not.toEqual([])
  expect(await learnErrors({ files: week(42_164_000), regime: 'LEO2' })).toEqual([])
})

test('messages give a covariance, interpolated by age; a single message gives none, and a message that cannot be read is left out', () => {
  const message = (createdAt: string, sigmaM: number) =>
    Buffer.from(cdmText({ createdAt, tca: '2030-01-05T12:00:00.000', sigmaM }))
  const [old, young] = [message('2030-01-03T12:00:00.000', 80), message('2030-01-04T12:00:00.000', 40)]
  const curve = learnFromMessages({ noradId: 43_617, messages: [old, Buffer.from('no message'), young] })
  const middle = covarianceAtAge(curve, 1.5 * SECONDS_PER_DAY)!
  expect(entry(middle, 0, 0)).toBeCloseTo((80 ** 2 + 40 ** 2) / 2, VARIANCE_DIGITS)
  expect(covarianceAtAge(curve, 2.1 * SECONDS_PER_DAY)).toBeNull()
  expect(learnFromMessages({ noradId: 43_617, messages: [old] })).toEqual([])
  expect(learnFromMessages({ noradId: 5, messages: [old, young] })).toEqual([])
})

/** Makes an organisation whose satellites have files without a covariance. */
async function fleetOf(organisation: string) {
  const operator = asOperator(api, organisation)
  const tenantId = `organisation:${organisation}`
  const { db, log } = api.api.platform
  const now = new Date()
  type More = {
    readonly originator?: string
    readonly isSimulated?: boolean
    readonly packed?: Uint8Array
    readonly made?: string
  }
  return {
    add: async (noradId: number) => (await operator.addSatellite(noradId)).satelliteId,
    store: (satelliteId: string, { madeAt, packed }: ReturnType<typeof fileOf>, more: More = {}) =>
      db.tenant(tenantId, async (tx) => {
        const [id, stop] = [randomUUID(), new Date(Date.parse(madeAt) + 4 * DAY_MS).toISOString()]
        const facts = {
          originator: more.originator ?? 'FDS',
          made: more.made ?? madeAt,
          objectId: null,
          objectName: null,
          referenceFrame: 'TEME',
          start: madeAt,
          stop,
          usableStart: madeAt,
          usableStop: stop,
          points: 4 * 720,
          segments: 1,
          statesPerRevolution: 49,
          gaps: [],
          covariance: 'none' as const,
          covarianceFrame: null,
        }
        await supersedeOperational(tx, satelliteId, id)
        await insertEphemeris(tx, {
          tenantId,
          id,
          satelliteId,
          name: 'own.oem',
          kind: 'OPERATIONAL',
          state: 'VALID',
          format: 'OEM',
          bytes: 1,
          sha256: id,
          facts,
          errors: [],
          warnings: [],
          autoRelinquishPc: null,
          pathCase: null,
          uploadedBy: 'ada',
          isSimulated: more.isSimulated ?? false,
        })
        await insertOrbit(tx, { tenantId, id }, more.packed ?? packed)
      }),
    /** Returns the covariance that is derived for a satellite. */
    learnt: async (satelliteId: string) => {
      const asked = { satelliteId, now, from: now, place: inBody, unfit: 'conflict' } as const
      const { flyers } = await db.tenant(tenantId, (tx) => findFleet(tx, asked))
      const [flyer] = await withLearnt({ db, log, tenantId, now }, flyers)
      return flyer?.learnt
    },
  }
}

const RADIUS_M = 7e6

test('a satellite with few files learns from the satellites of its regime, but not from simulated ones or from plans', async () => {
  const { add, store, learnt } = await fleetOf('regime')
  const [few, plans, played, true_] = [await add(43_617), await add(43_618), await add(43_619), await add(43_620)]
  for (const day of [5, 6]) await store(few, fileOf(day, RADIUS_M))
  for (const file of week(RADIUS_M).toReversed()) {
    await store(plans, file, { originator: PLAN_ORIGINATOR })
    await store(played, file, { isSimulated: true })
  }
  expect(await learnt(few)).toBeUndefined()
  for (const file of week(RADIUS_M).toReversed()) await store(true_, file)
  const known = await learnt(few)
  expect(known).toMatchObject({ source: 'history' })
  const along = Math.sqrt(entry(covarianceAtAge(known!.curve, SECONDS_PER_DAY)!, 1, 1))
  expect(Math.abs(along / behindM(RADIUS_M, 1) - 1)).toBeLessThan(OF_KEPLER)
})

/** Makes a file whose states are 15 million empty objects, more than a task may allocate, but packed in kilobytes. */
function largeFile(): Uint8Array {
  const [count, empty] = [15_000_000, serialize({}).subarray(2)]
  const varint: number[] = []
  for (let rest = count; rest > 0; rest = Math.floor(rest / 128)) varint.push((rest % 128) | (rest >= 128 ? 128 : 0))
  // This is how v8.serialize writes a dense array: A, its length, its items; $, the number of other properties, its length.
  const items = Buffer.alloc(count * empty.length, empty)
  const array = Buffer.concat([
    Buffer.from(['A'.charCodeAt(0), ...varint]),
    items,
    Buffer.from(['$'.charCodeAt(0), 0, ...varint]),
  ])
  // { format: 2, segments: … }: an object with one property less ends with the same two bytes.
  const head = serialize({ format: 2 }).subarray(0, -2)
  const key = serialize('segments').subarray(2)
  return zstdCompressSync(Buffer.concat([head, key, array, Buffer.from(['{'.charCodeAt(0), 2])]))
}

test('files that exceed the memory of a task, or cannot be read, give no covariance, and the screening continues', async () => {
  const { add, store, learnt } = await fleetOf('large')
  const satelliteId = await add(43_617)
  await store(satelliteId, fileOf(0, RADIUS_M), { packed: largeFile() })
  for (const day of [1, 2, 3, 4, 5, 6]) await store(satelliteId, fileOf(day, RADIUS_M))
  expect(await learnt(satelliteId)).toBeUndefined()
  const other = await add(43_618)
  await store(other, fileOf(0, RADIUS_M), { packed: Buffer.from('no orbit') })
  await store(other, fileOf(6, RADIUS_M))
  expect(await learnt(other)).toBeUndefined()
})

test('a file that arrived before its CREATION_DATE counts as made when it arrived', async () => {
  const { add, store, learnt } = await fleetOf('dated')
  const satelliteId = await add(43_617)
  for (const file of week(RADIUS_M).toReversed()) await store(satelliteId, file)
  const made = new Date(Date.now() + DAY_MS / 2).toISOString()
  await store(satelliteId, fileOf(6, RADIUS_M), { made })
  const known = await learnt(satelliteId)
  expect(secondsBetween(parseTime(new Date().toISOString().replace('Z', '')), known!.since)).toBeLessThanOrEqual(0)
})
