import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf, eventsOf } from '../../platform/testing/test-database.ts'
import { memeText } from '../testing/meme-text.ts'
import { type OemOptions, oemText } from '../testing/oem-text.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'
import { EPHEMERIS_QUOTA } from './store-ephemeris.ts'

const ANN = { subject: 'ann', organisation: 'files', roles: ['ca:user'] }
const BEN = { subject: 'ben', organisation: 'others', roles: ['ca:user'] }
const HOUR_MS = 3_600_000
/** Of 96 states per revolution: J2 changes the period of the first state by 2e-3, and Kozai's mean motion differs by 6e-4. */
const STATES = 0.3
/** A whole minute, so that the times of the states are whole minutes, too. */
const FROM = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS)

const SETS = simulatedSets(60)

/** The temporary folder is changed for this test file alone: other files receive uploads at the same time. */
const USUAL_TEMPORARY = tmpdir()
const TEMPORARY = mkdtempSync(join(USUAL_TEMPORARY, 'apsis-ephemeris-'))
process.env.TMPDIR = TEMPORARY

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, SETS)
})
afterAll(async () => {
  await api.close()
  process.env.TMPDIR = USUAL_TEMPORARY
  rmSync(TEMPORARY, { recursive: true })
})

let next = 0
/** Makes a satellite for each test, with an object of the catalogue in low orbit. */
async function makeSatellite(who = ANN): Promise<{ satellite: Satellite; set: ElementSet }> {
  const set = SETS.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)[next++]!
  const body = JSON.stringify({ name: `${set.objectName} ${next}`, noradId: set.noradId })
  const response = await patientCall(api, who, 'POST /api/v1/ca/satellites', { body })
  expect(response.status).toBe(201)
  return { satellite: await bodyOf<Satellite>(response), set }
}

type Form = { readonly [field: string]: string | Blob }
function send(form: Form, who = ANN, name = 'sat.oem'): Promise<Response> {
  const body = new FormData()
  for (const [field, value] of Object.entries(form))
    if (typeof value === 'string') body.set(field, value)
    else body.set(field, value, name)
  return patientCall(api, who, 'POST /api/v1/ca/ephemeris/file', { body })
}
const text = (set: ElementSet, options: Partial<OemOptions> = {}) => oemText(set, { from: FROM, hours: 3, ...options })
const upload = (satellite: Satellite, file: string, more: Form = {}) =>
  send({ 'satellite-id': satellite.satelliteId, kind: 'HYPOTHETICAL', file: new Blob([file]), ...more })
const uploaded = async (satellite: Satellite, file: string, more: Form = {}) => {
  const response = await upload(satellite, file, more)
  expect(response.status).toBe(201)
  return bodyOf<EphemerisFile>(response)
}
const list = async (query: string, who = ANN) =>
  bodyOf<EphemerisFile[]>(await patientCall(api, who, `GET /api/v1/ca/ephemeris${query}`))
const put = (id: string, change: object, who = ANN, named = id) =>
  patientCall(api, who, `PUT /api/v1/ca/ephemeris?oem-id=${named}`, {
    body: JSON.stringify({ oemFileId: id, ...change }),
  })
/** Returns the recorded actions on a file. */
const actionsOn = async (id: string) =>
  (await auditOf(api.database, ANN.organisation, 'ephemeris.'))
    .filter(({ actor, object }) => actor === ANN.subject && object === id)
    .map(({ action }) => action)
const leftOver = () => readdirSync(TEMPORARY).filter((name) => name.startsWith('apsis-upload-'))

test('a valid file is stored with the data read from it, and is returned byte for byte', async () => {
  const { satellite, set } = await makeSatellite()
  const file = text(set, { sigmaKm: [0.05, 0.3, 0.05] })
  const made = await uploaded(satellite, file)
  expect(made).toMatchObject({
    satelliteId: satellite.satelliteId,
    name: 'sat.oem',
    kind: 'HYPOTHETICAL',
    state: 'VALID',
    active: true,
    version: 1,
    format: 'OEM KVN',
    bytes: Buffer.byteLength(file),
    originator: 'TEST',
    points: 181,
    segments: 1,
    objectId: String(set.noradId),
    referenceFrame: 'TEME',
    covariance: 'given',
    covarianceFrame: 'RTN',
    errors: [],
    gaps: [],
    screeningIds: [],
    uploadedBy: 'ann',
    isSimulated: false,
    startTime: FROM.toISOString(),
    stopTime: new Date(FROM.getTime() + 3 * HOUR_MS).toISOString(),
    // The usable time is two steps shorter at each end: a Hermite polynomial of degree 7 passes through four states.
    usableStartTime: new Date(FROM.getTime() + 120_000).toISOString(),
    usableStopTime: new Date(FROM.getTime() + 3 * HOUR_MS - 120_000).toISOString(),
  })
  // The expected value follows from Kepler's third law and the mean motion.
  expect(Math.abs(made.statesPerRevolution! - (2 * Math.PI) / set.meanMotionRadPerS / 60)).toBeLessThan(STATES)
  const original = await patientCall(api, ANN, `GET /api/v1/ca/ephemeris/file/${made.oemFileId}`)
  expect([await original.text(), original.headers.get('etag')]).toEqual([file, `"${made.sha256}"`])
  expect(await list(`?oem-id=${made.oemFileId}`)).toEqual([made])
})

test.each(['kvn', 'xml'] as const)('a file is downloaded as an OEM in %s with the same states', async (format) => {
  const { satellite, set } = await makeSatellite()
  const file = text(set)
  const { oemFileId } = await uploaded(satellite, file)
  const answer = await patientCall(api, ANN, `GET /api/v1/ca/ephemeris/file/${oemFileId}?format=${format}`)
  const [before, after] = [parseOem(file), parseOem(await answer.text())]
  expect(after.segments[0]?.states).toEqual(before.segments[0]?.states)
})

test('more parallel downloads than connections to the database are all answered', async () => {
  const { satellite, set } = await makeSatellite()
  const { oemFileId } = await uploaded(satellite, text(set))
  // The call does not retry: a request for a second connection is refused after some seconds, and would succeed at the next attempt.
  const askFor = (form: string) => api.call(ANN, `GET /api/v1/ca/ephemeris/file/${oemFileId}?format=${form}`)
  const answers = await Promise.all(Array.from({ length: 40 }, (_each, i) => askFor(i % 2 === 0 ? 'original' : 'kvn')))
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
})

test('a fault of a file is reported with line and keyword, and the file is stored as INVALID', async () => {
  const { satellite, set } = await makeSatellite()
  const broken = text(set, { change: (line, place) => (place === 7 ? line.replace(/ [-\d]/, ' x') : line) })
  const made = await uploaded(satellite, broken, { kind: 'CANDIDATE' })
  expect(made).toMatchObject({ state: 'INVALID', points: 0, covariance: 'none', usableStopTime: null })
  expect(made.errors[0]).toMatchObject({ code: 'bad-number', line: 22 })
  expect((await put(made.oemFileId, { kind: 'OPERATIONAL' })).status).toBe(409)
  const converted = await patientCall(api, ANN, `GET /api/v1/ca/ephemeris/file/${made.oemFileId}?format=kvn`)
  expect(converted.status).toBe(422)
  expect(await (await patientCall(api, ANN, `GET /api/v1/ca/ephemeris/file/${made.oemFileId}`)).text()).toBe(broken)
})

test.each([
  [
    'another object',
    { objectId: '1998-067A', objectName: 'ISS' },
    { code: 'wrong-object', keyword: 'OBJECT_ID', line: 5 },
  ],
  ['five states', { hours: 4 / 60 }, { code: 'too-few-points' }],
  ['22 days', { hours: 22 * 24, stepS: 600 }, { code: 'too-long-span', keyword: 'STOP_TIME' }],
])('%s makes a file invalid', async (_name, options, expected) => {
  const { satellite, set } = await makeSatellite()
  const made = await uploaded(satellite, text(set, options))
  expect(made.state).toBe('INVALID')
  expect(made.errors).toContainEqual(expect.objectContaining(expected))
})

test('the checks find metres instead of kilometres, times that run backwards, and an unreadable file', async () => {
  const { satellite, set } = await makeSatellite()
  const inMetres = text(set, {
    change: (line) => line.replace(/(-?\d+\.\d{6}) /g, (_, number) => `${Number(number) * 1000} `),
  })
  expect((await uploaded(satellite, inMetres)).errors).toContainEqual(expect.objectContaining({ code: 'bad-physics' }))
  const rows = text(set).split('\n')
  ;[rows[20], rows[21]] = [rows[21]!, rows[20]!]
  expect((await uploaded(satellite, rows.join('\n'))).errors).toContainEqual(
    expect.objectContaining({ code: 'not-increasing', line: 22 }),
  )
  expect((await uploaded(satellite, 'nothing at all')).errors).toContainEqual(
    expect.objectContaining({ code: 'wrong-kind', line: 1 }),
  )
})

test('an ephemeris of Starlink is read; the satellite number in its file name must be correct', async () => {
  const { satellite, set } = await makeSatellite()
  const form = { 'satellite-id': satellite.satelliteId, kind: 'HYPOTHETICAL', file: new Blob([memeText(set, FROM)]) }
  const named = (number: number) => `MEME_${number}_SIMULATED-1_0690640_Operational_1457412060_UNCLASSIFIED.txt`
  const right = await bodyOf<EphemerisFile>(await send(form, ANN, named(set.noradId)))
  expect(right).toMatchObject({
    format: 'MEME',
    state: 'VALID',
    covariance: 'given',
    covarianceFrame: 'RTN',
    errors: [],
  })
  const wrong = await bodyOf<EphemerisFile>(await send(form, ANN, named(44_713)))
  expect(wrong.errors).toContainEqual(expect.objectContaining({ code: 'wrong-object', keyword: 'OBJECT_ID' }))
  const unnamed = await bodyOf<EphemerisFile>(await send(form, ANN, 'starlink.txt'))
  expect(unnamed).toMatchObject({ state: 'VALID', warnings: [{ code: 'object-unnamed' }, { code: 'flat-covariance' }] })
  // The file names no object, but an OEM has to: the OEM names the satellite for which the file was uploaded.
  const written = await patientCall(api, ANN, `GET /api/v1/ca/ephemeris/file/${unnamed.oemFileId}?format=kvn`)
  const { objectId, objectName } = parseOem(await written.text()).segments[0]!.metadata
  expect([objectId, objectName]).toEqual([String(set.noradId), satellite.name])
})

test('an operational file replaces the earlier operational file', async () => {
  const { satellite, set } = await makeSatellite()
  const first = await uploaded(satellite, text(set), { kind: 'OPERATIONAL' })
  expect(first).toMatchObject({ state: 'SCREENING', version: 1, screeningIds: [expect.any(String)] })
  const second = await uploaded(satellite, text(set), { kind: 'OPERATIONAL' })
  const known = await list(`?satellite-id=${satellite.satelliteId}`)
  expect(known.map(({ oemFileId, state, version }) => [oemFileId, state, version])).toEqual([
    [second.oemFileId, 'SCREENING', 2],
    [first.oemFileId, 'SUPERSEDED', 1],
  ])
  expect(await list(`?satellite-id=${satellite.satelliteId}&state=SUPERSEDED`)).toHaveLength(1)
  const events = await api.database.query<{ data: { id: string; state: string } }>(
    "select data from events.event where type = 'ephemeris' and data ->> 'id' = $1",
    [first.oemFileId],
  )
  expect(events.map(({ data }) => data.state)).toEqual(['VALID', 'SUPERSEDED'])
  const now = await patientCall(api, ANN, `GET /api/v1/ca/satellites?satellite-id=${satellite.satelliteId}`)
  const [covered] = await bodyOf<Satellite[]>(now)
  expect(covered?.derived.ephemerisUntil).toBe(second.usableStopTime)
})

test('PUT makes a candidate operational, renames it and retires it', async () => {
  const { satellite, set } = await makeSatellite()
  const before = await uploaded(satellite, text(set), { kind: 'OPERATIONAL' })
  const candidate = await uploaded(satellite, text(set), { kind: 'CANDIDATE' })
  expect(candidate).toMatchObject({ state: 'VALID', screeningIds: [] })
  const raised = await bodyOf<EphemerisFile>(await put(candidate.oemFileId, { kind: 'OPERATIONAL', name: 'burn.oem' }))
  expect(raised).toMatchObject({ kind: 'OPERATIONAL', name: 'burn.oem', state: 'SCREENING' })
  expect((await list(`?oem-id=${before.oemFileId}`))[0]?.state).toBe('SUPERSEDED')
  // The earlier file becomes operational again.
  expect((await bodyOf<EphemerisFile>(await put(before.oemFileId, { kind: 'OPERATIONAL' }))).state).toBe('SCREENING')
  expect((await list(`?oem-id=${candidate.oemFileId}`))[0]?.state).toBe('SUPERSEDED')
  expect((await bodyOf<EphemerisFile>(await put(before.oemFileId, { active: false }))).active).toBe(false)
  expect(await actionsOn(candidate.oemFileId)).toEqual(['ephemeris.upload', 'ephemeris.update'])
  expect(await actionsOn(before.oemFileId)).toEqual(['ephemeris.upload', 'ephemeris.update', 'ephemeris.update'])
})

test('a file whose usable time is over has expired, and cannot become operational', async () => {
  const { satellite, set } = await makeSatellite()
  const from = new Date(FROM.getTime() - 10 * HOUR_MS)
  const made = await uploaded(satellite, text(set, { from }))
  expect(made.state).toBe('EXPIRED')
  expect((await put(made.oemFileId, { kind: 'OPERATIONAL' })).status).toBe(409)
})

test('a file that a screening uses cannot be removed; another file is removed with its original', async () => {
  const { satellite, set } = await makeSatellite()
  const used = await uploaded(satellite, text(set), { kind: 'OPERATIONAL' })
  expect((await patientCall(api, ANN, `DELETE /api/v1/ca/ephemeris/${used.oemFileId}`)).status).toBe(409)
  const idle = await uploaded(satellite, text(set))
  expect((await patientCall(api, ANN, `DELETE /api/v1/ca/ephemeris/${idle.oemFileId}`)).status).toBe(204)
  expect((await patientCall(api, ANN, `GET /api/v1/ca/ephemeris/file/${idle.oemFileId}`)).status).toBe(404)
  expect(
    await api.database.query('select 1 from ca.ephemeris_piece where ephemeris_id = $1', [idle.oemFileId]),
  ).toEqual([])
  expect(await actionsOn(idle.oemFileId)).toEqual(['ephemeris.upload', 'ephemeris.remove'])
  expect(await eventsOf(api.database, ANN.organisation, 'ephemeris')).toContainEqual({
    id: idle.oemFileId,
    state: 'removed',
  })
})

test('an invalid form is refused with the name of the field, and stores nothing', async () => {
  const { satellite, set } = await makeSatellite()
  const good = { 'satellite-id': satellite.satelliteId, kind: 'CANDIDATE', file: new Blob([text(set)]) }
  const { 'satellite-id': _, ...noSatellite } = good
  const { file: __, ...noFile } = good
  const cases: readonly (readonly [Form, number, string])[] = [
    [noSatellite, 400, '#/satellite-id'],
    [{ ...good, 'satellite-id': 'x' }, 400, '#/satellite-id'],
    [{ ...good, 'satellite-id': randomUUID() }, 404, '#/satellite-id'],
    [{ ...good, kind: 'REAL' }, 400, '#/kind'],
    [{ ...good, autoRelinquishPc: '2' }, 400, '#/autoRelinquishPc'],
    [{ ...good, kind: 'OPERATIONAL', autoRelinquishPc: '1e-6' }, 422, '#/autoRelinquishPc'],
    [{ ...good, more: 'x' }, 400, '#/more'],
    [noFile, 400, '#/file'],
  ]
  for (const [form, status, pointer] of cases) {
    const response = await send(form)
    const problem = await bodyOf<Problem>(response)
    expect([response.status, problem.errors?.[0]?.pointer]).toEqual([status, pointer])
  }
  expect(await list(`?satellite-id=${satellite.satelliteId}`)).toEqual([])
  expect((await put(randomUUID(), { active: true })).status).toBe(404)
  const made = await uploaded(satellite, text(set))
  expect((await put(made.oemFileId, {}, ANN, randomUUID())).status).toBe(422)
  expect(leftOver()).toEqual([])
})

test('an upload of 25 MiB plus a byte is refused; an upload that the client breaks off leaves nothing', async () => {
  const { satellite } = await makeSatellite()
  const large = new Blob([new Uint8Array(25 * 1024 ** 2 + 1).fill(32)])
  const response = await send({ 'satellite-id': satellite.satelliteId, kind: 'CANDIDATE', file: large }).catch(
    () => undefined,
  )
  // The server may have closed the connection before all of it was sent.
  if (response !== undefined) expect(response.status).toBe(413)
  await abortUpload(satellite.satelliteId)
  await expect.poll(leftOver).toEqual([])
  expect(await list(`?satellite-id=${satellite.satelliteId}`)).toEqual([])
})

async function abortUpload(satelliteId: string): Promise<void> {
  const boundary = 'cut'
  const call = request(`${api.origin}/api/v1/ca/ephemeris/file`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization: `Bearer ${await api.issuer.token(ANN)}`,
    },
  })
  call.on('error', () => undefined)
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  call.write(
    `${part('satellite-id')}\r\n\r\n${satelliteId}\r\n${part('file')}; filename="cut.oem"\r\n\r\nCCSDS_OEM_VERS = 2.0\n`,
  )
  await expect.poll(leftOver).not.toEqual([])
  const closed = new Promise((resolve) => call.once('close', resolve))
  call.destroy()
  await closed
}

test('the quota of an organisation is enforced', async () => {
  const { satellite, set } = await makeSatellite()
  const { oemFileId } = await uploaded(satellite, text(set))
  const setBytes = (bytes: number) =>
    api.database.query('update ca.ephemeris set bytes = $1 where id = $2', [bytes, oemFileId])
  const rows = Math.ceil(EPHEMERIS_QUOTA.bytes / 2_147_483_647)
  const copies = await Promise.all(Array.from({ length: rows }, () => uploaded(satellite, text(set))))
  await api.database.query('update ca.ephemeris set bytes = 2147483647 where id = any($1)', [
    copies.map((one) => one.oemFileId),
  ])
  const response = await upload(satellite, text(set))
  expect([response.status, (await bodyOf<Problem>(response)).detail]).toEqual([409, expect.stringContaining('5 GiB')])
  await setBytes(1)
  await api.database.query('update ca.ephemeris set bytes = 1 where id = any($1)', [copies.map((one) => one.oemFileId)])
})

test('if the limit of waiting screenings is reached, the file is stored and says so', async () => {
  const busy = { subject: 'bea', organisation: 'busy', roles: ['ca:user'] }
  const { satellite, set } = await makeSatellite(busy)
  const body = JSON.stringify({ 'satellite-id': satellite.satelliteId, hours: 0.2 })
  for (let count = 0; count < 20; count += 1)
    expect((await patientCall(api, busy, 'POST /api/v1/ca/screenings', { body })).status).toBe(201)
  expect((await patientCall(api, busy, 'POST /api/v1/ca/screenings', { body })).status).toBe(429)
  const form = { 'satellite-id': satellite.satelliteId, kind: 'OPERATIONAL', file: new Blob([text(set)]) }
  const made = await bodyOf<EphemerisFile>(await send(form, busy))
  expect(made).toMatchObject({ state: 'VALID', screeningIds: [] })
  expect(made.warnings).toContainEqual({ code: 'not-screened', message: expect.stringContaining('20 screenings') })
})

test('a file of another organisation is treated as unknown', async () => {
  const { satellite, set } = await makeSatellite()
  const { oemFileId } = await uploaded(satellite, text(set))
  expect(await list('', BEN)).toEqual([])
  for (const call of [`GET /api/v1/ca/ephemeris/file/${oemFileId}`, `DELETE /api/v1/ca/ephemeris/${oemFileId}`])
    expect((await patientCall(api, BEN, call)).status).toBe(404)
  expect((await put(oemFileId, { active: false }, BEN)).status).toBe(404)
  const theirs = await send(
    { 'satellite-id': satellite.satelliteId, kind: 'CANDIDATE', file: new Blob([text(set)]) },
    BEN,
  )
  expect(theirs.status).toBe(404)
  expect((await list(`?oem-id=${oemFileId}`))[0]?.active).toBe(true)
})

test('a study never becomes operational: not by the upload, by a change of its kind, or automatically', async () => {
  const { satellite, set } = await makeSatellite()
  const flown = await uploaded(satellite, text(set), { kind: 'OPERATIONAL' })
  expect(flown).toMatchObject({ kind: 'OPERATIONAL', case: null })
  const draft = text(set).replace(/^(CREATION_DATE)/m, 'COMMENT DRAFT. Nobody has approved it. DO NOT EXECUTE.\n$1')
  const file = new Blob([draft])
  const form = { 'satellite-id': satellite.satelliteId, file }
  for (const [kind, more, pointer] of [
    ['OPERATIONAL', {}, '#/kind'],
    ['CANDIDATE', { autoRelinquishPc: '1e-6' }, '#/autoRelinquishPc'],
  ] as const) {
    const refused = await send({ ...form, kind, ...more })
    expect(refused.status).toBe(422)
    const { errors } = await bodyOf<Problem>(refused)
    expect(errors).toMatchObject([
      { code: 'ephemeris.study', pointer, message: expect.stringContaining('DRAFT. Nobody') },
    ])
  }
  const named = await send({ ...form, file: new Blob([text(set)]), kind: 'OPERATIONAL' }, ANN, 'x_no-burn.oem')
  expect(named.status).toBe(422)
  const kept = await bodyOf<EphemerisFile>(await send({ ...form, kind: 'CANDIDATE' }, ANN, 'DRAFT_x_hot.oem'))
  expect(kept).toMatchObject({ kind: 'CANDIDATE', case: 'HOT', state: 'VALID' })
  // A study that is renamed is still a study.
  expect((await put(kept.oemFileId, { name: 'sat.oem' })).status).toBe(200)
  const raised = await put(kept.oemFileId, { kind: 'OPERATIONAL' })
  expect([raised.status, (await bodyOf<Problem>(raised)).errors?.[0]?.code]).toEqual([422, 'ephemeris.study'])
  expect(await list(`?satellite-id=${satellite.satelliteId}&kind=OPERATIONAL`)).toMatchObject([
    { oemFileId: flown.oemFileId, active: true },
  ])
})
