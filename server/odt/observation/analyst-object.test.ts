/** Objects that are in no catalogue: found in a real radar track (GEOS-3), stored, and recognised in the next track. */

import { hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { parseOmm } from '@apsis/ccsds/omm/omm.ts'
import { formatTdm } from '@apsis/ccsds/tdm/tdm.ts'
import {
  type AnalystObject,
  FIRST_ANALYST_NUMBER,
  MOST_ANALYST_OBJECTS,
} from '@apsis/contract/odt/observation/analyst-object.ts'
import type { InitialOrbits } from '@apsis/contract/odt/observation/initial-orbit.ts'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { Tle } from '@apsis/contract/tle/tle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { geos3, geos3Tdm } from '../testing/geos-3.ts'

const ADMIN = { subject: 'ada', organisation: 'analysts', roles: ['odt:admin'] }
const USER = { subject: 'uma', organisation: 'analysts', roles: ['odt:user'] }
const OTHER = { subject: 'otto', organisation: 'others', roles: ['odt:user'] }
const OBJECTS = '/api/v1/odt/analyst-objects'
const OBSERVATIONS = '/api/v1/odt/observations'
const isHere = hasCollection('tracking/radar_geos3_1995')

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const keep = (body: unknown, who = USER) => api.call(who, `POST ${OBJECTS}`, { body: JSON.stringify(body) })
const list = async (who = USER) => bodyOf<AnalystObject[]>(await api.call(who, `GET ${OBJECTS}`))

async function handIn(part?: Parameters<typeof geos3Tdm>[0]): Promise<Observation> {
  const body = formatTdm(geos3Tdm(part), { strict: false })
  const sent = await api.call(USER, `POST ${OBSERVATIONS}`, { body, headers: { 'content-type': 'text/plain' } })
  expect(sent.status, await sent.clone().text()).toBe(201)
  const [file] = await bodyOf<Observation[]>(sent)
  if (file === undefined) throw new Error('no file')
  return file
}

test.skipIf(!isHere)(
  'an unknown object is stored under a number of the organisation, and is recognised in its next track',
  async () => {
    const { formerPlaces: _f, standsSince: _s, version: _v, isSimulated: _i, clock: _c, ...sensor } = geos3().radar
    const made = await api.call(ADMIN, 'POST /api/v1/odt/sensors', {
      body: JSON.stringify({ ...sensor, providerId: null, movedAt: '1990-01-01T00:00:00.000Z' }),
    })
    expect(made.status, await made.clone().text()).toBe(201)
    const file = await handIn()
    expect(file.isUncorrelated).toBe(true)
    const { observationFileId: fileId } = file
    const read = await api.call(USER, `GET ${OBSERVATIONS}/report/${fileId}/initial-orbits`)
    const { orbits } = await bodyOf<InitialOrbits>(read)

    const kept = await bodyOf<AnalystObject>(await keep({ fileId, name: 'GEOS?' }))
    expect(kept).toMatchObject({
      catalogueId: FIRST_ANALYST_NUMBER,
      name: 'GEOS?',
      sensorCode: 'KAENA',
      createdBy: 'uma',
      isSimulated: false,
      orbit: orbits[0],
    })
    // The message names its object, and is read like any other.
    const { metadata, tle } = parseOmm(kept.orbitDataMessage)
    expect([metadata.objectName, tle?.noradId]).toEqual(['GEOS?', FIRST_ANALYST_NUMBER])
    // A second call returns the same object, with its first name.
    expect(await bodyOf(await keep({ fileId, rank: 1, name: 'ANOTHER' }))).toEqual(kept)
    expect(await list()).toEqual([kept])
    expect(await list(OTHER)).toEqual([])

    // The elements of the stored object can be read by its number, and a track is compared with the object.
    const who = { ...USER, roles: ['odt:user', 'ca:user'] }
    const set = await bodyOf<Tle>(
      await api.call(who, `GET /api/v1/tle/tle?noradId=${FIRST_ANALYST_NUMBER}`, {
        headers: { accept: 'application/json' },
      }),
    )
    expect(set).toMatchObject({ noradId: FIRST_ANALYST_NUMBER, name: 'GEOS?', source: 'analyst', isSimulated: false })
    const next = await handIn()
    expect(next).toMatchObject({ isUncorrelated: false, catalogueIdBestAssociation: FIRST_ANALYST_NUMBER })

    // After the removal of the object no track is compared with it, and its number is not reused.
    const gone = `DELETE ${OBJECTS}/${FIRST_ANALYST_NUMBER}`
    expect((await api.call(OTHER, gone)).status).toBe(404)
    expect((await api.call(USER, gone)).status).toBe(204)
    expect((await api.call(USER, gone)).status).toBe(404)
    expect(await list()).toEqual([])
    expect((await handIn()).isUncorrelated).toBe(true)
    expect(await bodyOf(await keep({ fileId }))).toMatchObject({
      catalogueId: FIRST_ANALYST_NUMBER + 1,
      name: 'ANALYST 2',
    })
    const audit = await api.database.query<{ action: string }>(
      "select action from platform.audit where action like 'analyst-object.%' order by seq",
    )
    expect(audit.map(({ action }) => action)).toEqual([
      'analyst-object.create',
      'analyst-object.remove',
      'analyst-object.create',
    ])
  },
)

test.skipIf(!isHere)(
  'a request that gives no orbit is refused with the reason: unknown file, unknown root, track of two directions, withdrawn file',
  async () => {
    expect((await keep({ fileId: '9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e10' })).status).toBe(404)
    const { observationFileId: fileId } = await handIn({ most: 2, hasRanges: false })
    const refused = await keep({ fileId })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('it has 0') })
    const alone = await handIn({ most: 20 })
    expect((await keep({ fileId: alone.observationFileId }, OTHER)).status).toBe(404)
    const gone = `DELETE ${OBSERVATIONS}/file/${alone.observationFileId}?reason=By%20mistake`
    expect((await api.call(USER, gone)).status).toBe(200)
    expect((await keep({ fileId: alone.observationFileId })).status).toBe(409)
    expect(MOST_ANALYST_OBJECTS).toBeGreaterThan(0)
  },
)
