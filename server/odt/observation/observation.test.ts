import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf } from '../../platform/testing/test-database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { makeTrack } from '../testing/operator.ts'

/** The file is in EME2000 and the report in GCRF: the right ascension differs by 16 mas of frame bias, 4.4e-6°. */
const RIGHT_ASCENSION_DIGITS = 5
/** Rows of two angles each: 3 MiB, which take most of a second to read, write and pack, so that the pool is seen at work. */
const LONG_ROWS = 40_000
const OBSERVATIONS = '/api/v1/odt/observations'
const YEAR_MS = 365 * 86_400_000
const SAMPLE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'ccsds', 'samples', 'track.tdm'), 'utf8')

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('a track of an own sensor gives a file and a report without an order; if no object matches, the track is uncorrelated', async () => {
  const id = await makeTrack(api, 'own-track')
  const who = { subject: 'ada', organisation: 'own-track', roles: ['odt:user'] }
  const [file] = await bodyOf<Observation[]>(await api.call(who, `GET ${OBSERVATIONS}`))
  expect(file).toMatchObject({
    observationFileId: id,
    observationRequestId: null,
    sensorCode: 'SITE',
    isSimulated: false,
    isUncorrelated: true,
  })
  const report = await bodyOf<ObservationReport>(await api.call(who, `GET ${OBSERVATIONS}/report/${id}`))
  expect(report).toMatchObject({ catalogueIdBestAssociation: null, isUncorrelated: true, orbitUpdate: null, rms: null })
  // The first direction of the sample, in degrees.
  expect(report.reports[0]?.measurementReports[0]?.observedRaDec.ra).toBeCloseTo(23.645853, RIGHT_ASCENSION_DIGITS)
  expect(await auditOf(api.database, 'own-track', 'observation.')).toMatchObject([
    { actor: 'observer', action: 'observation.create', object: id, detail: { sensorCode: 'SITE' } },
  ])
  const stranger = { subject: 'eve', organisation: 'elsewhere', roles: ['odt:user'] }
  // No object is near the track, so there is no orbit to compare with.
  const positions = await api.call(who, `GET ${OBSERVATIONS}/report/${id}/position-residuals`)
  expect(await bodyOf(positions)).toEqual({
    fileId: id,
    catalogueId: null,
    alongTrackOffset: null,
    measurements: [],
    isSimulated: false,
  })
  for (const path of [`file/${id}`, `report/${id}`, `report/${id}/position-residuals`])
    expect((await api.call(stranger, `GET ${OBSERVATIONS}/${path}`)).status).toBe(404)
})

test('a long file is written as XML and packed outside the process that answers', async () => {
  const id = await makeTrack(api, 'long-track')
  const first = Date.parse('2026-11-22T18:00:00Z')
  const rows = Array.from({ length: LONG_ROWS }, (_, row) => {
    const at = new Date(first + row).toISOString().replace('Z', '')
    return `ANGLE_1 = ${at} ${(row % 360) + 0.5}\nANGLE_2 = ${at} ${(row % 90) + 0.25}`
  })
  const [head] = SAMPLE.split('DATA_START')
  const tdm = `${head}DATA_START\n${rows.join('\n')}\nDATA_STOP\n`
  await api.database.query('update odt.observation set tdm = $2 where id = $1', [id, tdm])
  const who = { subject: 'ada', organisation: 'long-track', roles: ['odt:user'] }
  let mostRunning = 0
  const watch = setInterval(() => {
    mostRunning = Math.max(mostRunning, pool.figures().running)
  }, 1)
  const answer = await api.call(who, `GET ${OBSERVATIONS}/file/${id}?notation=TDM_XML&compression=GZIP`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  clearInterval(watch)
  expect(answer.status).toBe(200)
  expect(gunzipSync(bytes).toString().split('<observation>')).toHaveLength(2 * LONG_ROWS + 1)
  expect(mostRunning).toBe(1)
})

test('many files are answered as one zip, in the requested order; files of others, or too many bytes together, are refused', async () => {
  const first = await makeTrack(api, 'many-tracks')
  const who = { subject: 'ada', organisation: 'many-tracks', roles: ['odt:user'] }
  await api.call(who, `POST ${OBSERVATIONS}`, {
    body: SAMPLE.replaceAll('2026-11-20', '2026-11-19'),
    headers: { 'content-type': 'text/plain' },
  })
  const files = await bodyOf<Observation[]>(await api.call(who, `GET ${OBSERVATIONS}`))
  const second = files.find(({ observationFileId }) => observationFileId !== first)?.observationFileId ?? ''
  const ask = (person: typeof who, fileIds: readonly string[], notation = 'TDM_KVN') =>
    api.call(person, `POST ${OBSERVATIONS}/files`, {
      body: JSON.stringify({ fileIds, notation }),
      headers: { 'content-type': 'application/json' },
    })
  const namesIn = async (answer: Response) => {
    const bytes = Buffer.from(await answer.arrayBuffer())
    return [...bytes.toString('latin1').matchAll(/SITE-[\dT-]+\.(?:tdm|xml)/g)].map(([name]) => name)
  }
  const answer = await ask(who, [second, first, second])
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(answer.headers.get('content-disposition')).toContain('filename="tracks.zip"')
  const names = await namesIn(answer)
  const nameOf = async (id: string) => {
    const one = await api.call(who, `GET ${OBSERVATIONS}/file/${id}?compression=NONE`)
    return /filename="([^"]+)"/.exec(one.headers.get('content-disposition') ?? '')?.[1]
  }
  // Each name precedes the bytes of its file, and is repeated in the directory at the end.
  const wanted = [await nameOf(second), await nameOf(first)]
  expect(names).toEqual([...wanted, ...wanted])
  expect(await namesIn(await ask(who, [first], 'TDM_XML'))).toEqual(Array(2).fill(wanted[1]?.replace(/\.tdm$/, '.xml')))

  const stranger = { ...who, subject: 'eve', organisation: 'elsewhere' }
  expect((await ask(stranger, [first])).status).toBe(404)
  expect((await ask(who, [first, crypto.randomUUID()])).status).toBe(404)
  expect((await ask(who, [])).status).toBe(400)
  await api.database.query(`update odt.observation set tdm = repeat('x', 17 * 1048576) where tenant_id = $1`, [
    'organisation:many-tracks',
  ])
  const large = await ask(who, [first, second])
  expect([large.status, (await bodyOf<{ detail: string }>(large)).detail]).toEqual([
    422,
    'These files are more than 32 MiB together: ask for fewer at a time.',
  ])
})

test('an unreadable message is refused with line and keyword, and so is a sensor that the organisation does not have', async () => {
  await makeTrack(api, 'refused-track')
  const who = { subject: 'ada', organisation: 'refused-track', roles: ['odt:user'] }
  const send = async (body: string) => {
    const answer = await api.call(who, `POST ${OBSERVATIONS}`, { body, headers: { 'content-type': 'text/plain' } })
    return {
      status: answer.status,
      ...(await bodyOf<{ detail: string; errors?: { line?: number; keyword?: string }[] }>(answer)),
    }
  }
  const broken = await send(SAMPLE.replace(/ANGLE_1 = (\S+) .*/, 'ANGLE_1 = $1 twelve'))
  expect([broken.status, broken.errors?.[0]?.keyword]).toEqual([422, 'ANGLE_1'])
  expect(broken.errors?.[0]?.line).toBeGreaterThan(10)
  for (const code of ['OTHER', 'ABC01']) {
    const other = await send(SAMPLE.replace('PARTICIPANT_1 = SITE', `PARTICIPANT_1 = ${code}`))
    expect([other.status, other.detail]).toEqual([422, `PARTICIPANT_1 ${code} is no sensor of the organisation.`])
  }
  // Measurements of the future are impossible.
  const next = new Date(Date.now() + YEAR_MS).toISOString().slice(0, 23)
  const ahead = await send(SAMPLE.replaceAll(/^(ANGLE_\d =) \S+/gm, `$1 ${next}`))
  expect(ahead).toMatchObject({ status: 422, errors: [{ code: 'track.future', line: 15 }] })
  expect(ahead.detail).toMatch(/^line 15: The measurements are until .* after now/)
  expect(await bodyOf<Observation[]>(await api.call(who, `GET ${OBSERVATIONS}`))).toHaveLength(1)
})
